import { useCallback, useEffect, useState } from "preact/hooks";

export interface Load<T> {
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => void;
  /** Puts a newer value in place, as after a change. */
  put: (value: T) => void;
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
  return { ...state, reload, put };
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
  return { ...state, run, clear: () => setState({ isRunning: false, error: undefined }) };
}
