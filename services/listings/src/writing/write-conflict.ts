import { AppError } from "@plat/contracts";
import { setTimeout } from "node:timers/promises";

/** Upper bound of the random delay between two attempts, in milliseconds. */
const maxRetryDelayMs = 25;

/**
 * A write that lost to concurrent writers in every attempt. It is temporary: the request is valid, and the client may
 * repeat it.
 */
export class WriteConflict extends AppError {
  /** @param resource what is being written, for example `listing` */
  constructor(resource: string) {
    super("unavailable", `Too many concurrent changes to the ${resource}.`, { retryAfter: 1 });
  }
}

/**
 * Runs an optimistic write until it succeeds, with a random delay between attempts.
 * @param resource what is being written, for the error
 * @param maxAttempts number of attempts before giving up
 * @param attempt returns undefined if another writer changed the resource after it was read
 * @throws WriteConflict if every attempt lost, and any error of `attempt`
 */
export async function retryOnConflict<T>(
  resource: string,
  maxAttempts: number,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const result = await attempt();
    if (result !== undefined) return result;
    await setTimeout(Math.random() * maxRetryDelayMs);
  }
  throw new WriteConflict(resource);
}
