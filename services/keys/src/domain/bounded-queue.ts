import { AppError } from "@plat/contracts";

export interface QueueOptions {
  /** Runs at the same time. */
  atOnce: number;
  /** Runs that may wait; further ones are refused. */
  waitingMax: number;
}

/** Runs work in the order in which it came. */
export type Queue = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * A queue of bounded length. What nobody waits for any more when its turn comes is not run.
 * Its runs reject with AppError `unavailable` when too many wait, `timeout` when the signal was aborted meanwhile.
 */
export function queueOf({ atOnce, waitingMax }: QueueOptions): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work, signal) => {
    if (running < atOnce) running++;
    else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new AppError("unavailable", "Too much is waiting for its turn at the moment.", { retryAfter: 2 });
    try {
      if (signal?.aborted === true) throw new AppError("timeout", "The turn did not come in time.");
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
