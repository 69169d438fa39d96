import { AppError } from "@plat/contracts";
import { isStoreAway, lifeSigns, NoAnswer, patiently } from "@plat/kit";
import { mongo } from "mongoose";

/**
 * Milliseconds that a query may take, waiting for a connection included, and one over a thousand documents. Below the
 * shortest deadline of an endpoint, so that a store that hangs is told as such.
 */
const usualMs = 4_000;
export const bulkMs = 20_000;

/**
 * Heartbeats of the driver, which come from the store each half second however busy it is. After this silence a store
 * that owes an answer counts as gone.
 */
export const heartbeatMs = 500;
export const storeLife = lifeSigns(1_200);

/**
 * Runs a query. A store that is away, gone or too slow is `unavailable`; what is unknown stays as it is and becomes a
 * 500 without inner text. The time limit is here because the driver has none: a connection that was cut at the wrong
 * moment leaves a query without an answer until its socket's own, much longer limit.
 */
export async function guarded<T>(query: () => Promise<T>, timeoutMs = usualMs): Promise<T> {
  try {
    return await patiently(query, { timeoutMs, life: storeLife });
  } catch (error) {
    throw error instanceof NoAnswer || isStoreAway(error) ? unavailable(error) : error;
  }
}

const unavailable = (cause: unknown): AppError =>
  new AppError("unavailable", "The store of listings cannot be reached.", { cause, retryAfter: 1 });

export type DuplicateOf = "id" | "externalId" | "other";

/** Which unique index refused a write; undefined when the error is another one. */
export function duplicateOf(error: unknown): DuplicateOf | undefined {
  if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) return undefined;
  return duplicateIndex(error.message);
}

export function duplicateIndex(message: string): DuplicateOf {
  if (/index: _id_/.test(message)) return "id";
  return /index: \S*externalId/.test(message) ? "externalId" : "other";
}
