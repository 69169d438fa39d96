import { isPlatError } from "@plat/client";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { session } from "./api.ts";

/** Does it when there is a session again after one had ended, which is the error that is at hand. */
function useReturn(error: unknown, work: () => void): void {
  const last = useRef({ error, work });
  last.current = { error, work };
  useEffect(
    () =>
      session.subscribe(() => {
        const { error: kept, work: next } = last.current;
        if (session.get() !== undefined && isPlatError(kept) && kept.status === 401) next();
      }),
    [],
  );
}

export interface Load<T> {
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => void;
  /** Puts a newer value in place, as after a change. */
  put: (value: T) => void;
  /** Changes what is there by now, if anything is. */
  edit: (change: (before: T) => T) => void;
  /** Puts in place what `from` was made longer by, unless something else was asked for meanwhile. */
  extend: (from: T, value: T) => void;
}

/** Loads when the page part appears and whenever one of `on` changes; what is no longer wanted is broken off. */
export function useLoad<T>(work: (signal: AbortSignal) => Promise<T>, on: readonly unknown[]): Load<T> {
  const [state, setState] = useState<{ data: T | undefined; error: unknown; isLoading: boolean }>({
    data: undefined,
    error: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ ...before, error: undefined, isLoading: true }));
    work(stop.signal).then(
      (data) => {
        if (!stop.signal.aborted) setState({ data, error: undefined, isLoading: false });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState((before) => ({ ...before, error, isLoading: false }));
      },
    );
    return () => stop.abort();
  }, [...on, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const put = useCallback((data: T) => setState({ data, error: undefined, isLoading: false }), []);
  const edit = useCallback(
    (change: (before: T) => T) =>
      setState((before) => (before.data === undefined ? before : { ...before, data: change(before.data) })),
    [],
  );
  const extend = useCallback(
    (from: T, data: T) =>
      setState((before) =>
        before.data === from && !before.isLoading ? { data, error: undefined, isLoading: false } : before,
      ),
    [],
  );
  useReturn(state.error, reload);
  return { ...state, reload, put, edit, extend };
}

/** Work that a person starts: whether it runs, and what went wrong the last time. */
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
  useReturn(state.error, clear);
  return { ...state, run, clear };
}
