import { setTimeout } from "node:timers/promises";

/**
 * Timeout in milliseconds of suites that start or restart servers, or send load: other suites run at the same time. The
 * default of all others is in `.mocharc.cjs`.
 */
export const slowSuiteTimeoutMs = 180_000;

export interface EventuallyOptions {
  /** Timeout in milliseconds. Default 30,000, which leaves room for slow machines. */
  timeoutMs?: number;
}

/** Attempts become rarer: suites that run at the same time need the CPU to make progress. */
const minPauseMs = 10;
const maxPauseMs = 250;

/**
 * Retries a function until it no longer throws. Use it with an assertion to wait for a condition.
 * @returns the result of the function
 * @throws the last error after the timeout
 */
export async function eventually<T>(attempt: () => Promise<T> | T, options: EventuallyOptions = {}): Promise<T> {
  const { timeoutMs = 30_000 } = options;
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = minPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
      await setTimeout(pauseMs);
    }
  }
}
