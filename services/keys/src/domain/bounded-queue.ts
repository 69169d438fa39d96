import { AppError } from "@plat/contracts";

export interface QueueOptions {
  /** Maximum number of tasks that run concurrently. */
  concurrency: number;
  /** Maximum number of tasks that wait; further ones are rejected. */
  maxQueued: number;
}

/** Runs a task as soon as a slot is free, in order of arrival, and resolves or rejects with its outcome. */
export type BoundedQueue = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Creates a queue with bounded concurrency and length. A task whose signal is aborted while it waits is not run.
 * Its calls reject with AppError `unavailable` if the queue is full, and with `timeout` if the signal was aborted.
 */
export function boundedQueue({ concurrency, maxQueued }: QueueOptions): BoundedQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task, signal) => {
    if (running < concurrency) running++;
    else if (waiting.length < maxQueued) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new AppError("unavailable", "Too many requests are queued.", { retryAfter: 2 });
    try {
      if (signal?.aborted === true) throw new AppError("timeout", "The request timed out in the queue.");
      return await task();
    } finally {
      // A waiting task takes over the slot, so `running` changes only if there is none.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
