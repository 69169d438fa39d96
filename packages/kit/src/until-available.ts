import { setTimeout } from "node:timers/promises";
import type { Logger } from "./log.ts";

export interface UntilAvailableOptions {
  /** Name of the dependency, for log messages and errors. */
  what: string;
  log: Logger;
  /** Milliseconds until it must be available. Default 30,000. */
  timeoutMs?: number;
  /** Whether an error is permanent, such as rejected credentials. Permanent errors are not retried. */
  isFinal?: (error: unknown) => boolean;
}

const retryIntervalMs = 500;

/**
 * Retries a call to a dependency that may still be starting until the call succeeds.
 * @throws Error if the call has not succeeded before the timeout, or fails permanently; the message is one sentence
 */
export async function untilAvailable<T>(attempt: () => Promise<T>, options: UntilAvailableOptions): Promise<T> {
  const { what, log, timeoutMs = 30_000, isFinal } = options;
  const deadline = performance.now() + timeoutMs;
  let isLogged = false;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      const isPermanent = isFinal?.(cause) === true;
      if (isPermanent || performance.now() + retryIntervalMs > deadline)
        throw new Error(`${what} cannot be ${isPermanent ? "used" : "reached"}: ${messageOf(cause)}`, { cause });
      if (!isLogged) log.warn({ err: cause, dependency: what }, `${what} connection failed; retrying`);
      isLogged = true;
      await setTimeout(retryIntervalMs);
    }
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
