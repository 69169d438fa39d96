import { isPlatError } from "@plat/client";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { session } from "./api.ts";

/** Calls `work` after a new sign-in if the current error is a 401. */
function useRetryAfterSignIn(error: unknown, work: () => void): void {
  const latest = useRef({ error, work });
  latest.current = { error, work };
  useEffect(
    () =>
      session.subscribe(() => {
        const { error: lastError, work: retry } = latest.current;
        if (session.get() !== undefined && isPlatError(lastError) && lastError.status === 401) retry();
      }),
    [],
  );
}

export interface Load<T> {
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => void;
  /** Replaces the data, for example with the result of an update. */
  setData: (value: T) => void;
  /** Updates the current data. Does nothing if no data is loaded. */
  updateData: (change: (before: T) => T) => void;
  /** Replaces `from` with `value`, unless the data has changed or is being reloaded. */
  appendTo: (from: T, value: T) => void;
}

/**
 * Loads data when the component mounts and whenever one of `dependencies` changes. Aborts a load that is superseded.
 * The last data stays available while new data loads.
 */
export function useLoad<T>(work: (signal: AbortSignal) => Promise<T>, dependencies: readonly unknown[]): Load<T> {
  const [state, setState] = useState<{ data: T | undefined; error: unknown; isLoading: boolean }>({
    data: undefined,
    error: undefined,
    isLoading: true,
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setState((before) => ({ ...before, error: undefined, isLoading: true }));
    work(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) setState({ data, error: undefined, isLoading: false });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState((before) => ({ ...before, error, isLoading: false }));
      },
    );
    return () => controller.abort();
  }, [...dependencies, attempt]);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  const setData = useCallback((data: T) => setState({ data, error: undefined, isLoading: false }), []);
  const updateData = useCallback(
    (change: (before: T) => T) =>
      setState((before) => (before.data === undefined ? before : { ...before, data: change(before.data) })),
    [],
  );
  const appendTo = useCallback(
    (from: T, data: T) =>
      setState((before) =>
        before.data === from && !before.isLoading ? { data, error: undefined, isLoading: false } : before,
      ),
    [],
  );
  useRetryAfterSignIn(state.error, reload);
  return { ...state, reload, setData, updateData, appendTo };
}

/** An action that the user starts: `run` starts it, `isRunning` and `error` report the state of the last run. */
export function useAction<A extends unknown[]>(work: (...args: A) => Promise<void>) {
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({ isRunning: false, error: undefined });
  const run = (...args: A): void => {
    setState({ isRunning: true, error: undefined });
    work(...args).then(
      () => setState({ isRunning: false, error: undefined }),
      (error: unknown) => setState({ isRunning: false, error }),
    );
  };
  const clear = (): void => setState({ isRunning: false, error: undefined });
  useRetryAfterSignIn(state.error, clear);
  return { ...state, run, clear };
}
