import { setTimeout } from "node:timers/promises";
import type { Logger } from "./log.ts";

export interface UntilAvailableOptions {
  /** What is waited for, as the operator knows it. */
  what: string;
  log: Logger;
  /** Milliseconds. Default 30,000. */
  timeoutMs?: number;
  /** Errors that waiting cannot mend, such as a refused password. */
  isFinal?: (error: unknown) => boolean;
}

const pauseMs = 500;

/**
 * Tries to reach something that may still be starting, until it works.
 * @throws Error in one sentence when it does not in time, or as soon as waiting is of no use
 */
export async function untilAvailable<T>(attempt: () => Promise<T>, options: UntilAvailableOptions): Promise<T> {
  const { what, log, timeoutMs = 30_000, isFinal } = options;
  const deadline = performance.now() + timeoutMs;
  let told = false;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      const hopeless = isFinal?.(cause) === true;
      if (hopeless || performance.now() + pauseMs > deadline)
        throw new Error(`${what} cannot be ${hopeless ? "used" : "reached"}: ${messageOf(cause)}`, { cause });
      if (!told) log.warn({ err: cause }, `${what} cannot be reached yet, trying again`);
      told = true;
      await setTimeout(pauseMs);
    }
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
