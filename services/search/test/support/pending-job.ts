/** A job that ends when `end` is called. */
export function pendingJob(): { job: () => Promise<void>; end: () => void; started: () => boolean } {
  let end = (): void => undefined;
  let started = false;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    job: () => {
      started = true;
      return ended;
    },
    end,
    started: () => started,
  };
}
/** Resolves after all pending microtasks. */
export const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
