import { setTimeout } from "node:timers/promises";

export interface EventuallyOptions {
  /** Milliseconds until it must hold. Default 30,000: on a slow machine all takes several times as long. */
  timeoutMs?: number;
  /** Milliseconds between tries. Default 25. */
  intervalMs?: number;
}

/**
 * Tries until it no longer throws, and gives what it returns. A condition is an assertion inside.
 * @throws the last error when the time is over
 */
export async function eventually<T>(attempt: () => Promise<T> | T, options: EventuallyOptions = {}): Promise<T> {
  const { timeoutMs = 30_000, intervalMs = 25 } = options;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
      await setTimeout(intervalMs);
    }
  }
}
