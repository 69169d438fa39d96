import { AppError } from "@plat/contracts";
import { lifeSigns, NoAnswer, patiently } from "@plat/kit";
import { mongo, MongooseError } from "mongoose";

const {
  MongoBulkWriteError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} = mongo;

/** Codes by which a server says that it is stopping, electing, out of reach or could not copy a write in time. */
const away = new Set([6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

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
    throw error instanceof NoAnswer || isAway(error) ? unavailable(error) : error;
  }
}

const unavailable = (cause: unknown): AppError =>
  new AppError("unavailable", "The store of listings cannot be reached.", { cause, retryAfter: 1 });

/** Classes that the driver keeps to itself: no connection to be had, or the pool given up while one was asked for. */
const awayNames = new Set(["MongoWaitQueueTimeoutError", "MongoPoolClosedError", "MongoServerClosedError"]);
/** A socket that broke while a query was written to it: the driver passes that on as the system says it. */
const brokenSocket = new Set(["ECONNRESET", "EPIPE", "ECONNREFUSED", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"]);

/** Whether a query failed because the store is away, and not for what was asked. */
export function isAway(error: unknown): boolean {
  // A bulk write hides what kept it from being sent.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof Error) return isAway(error.errorResponse);
  if (error instanceof Error && awayNames.has(error.name)) return true;
  if (error instanceof Error && "code" in error && brokenSocket.has(String(error.code))) return true;
  if (error instanceof MongoServerError) {
    if (error instanceof MongoWriteConcernError || error.hasErrorLabel("RetryableWriteError")) return true;
    const codes = error instanceof MongoBulkWriteError ? codesOfBulk(error) : [error.code];
    return codes.some((code) => typeof code === "number" && away.has(code));
  }
  if (error instanceof MongooseError) return /buffering timed out/.test(error.message);
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoOperationTimeoutError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoTopologyClosedError
  );
}

/** Of the writes that were refused; when none was, of the copying that did not come about. */
function codesOfBulk(error: mongo.MongoBulkWriteError): unknown[] {
  const refused = [error.writeErrors].flat();
  return refused.length > 0 ? refused.map(({ code }) => code) : [error.err?.code ?? error.code];
}

export type DuplicateOf = "id" | "externalId" | "other";

/** Which unique index refused a write; undefined when the error is another one. */
export function duplicateOf(error: unknown): DuplicateOf | undefined {
  if (!(error instanceof MongoServerError) || error.code !== 11000) return undefined;
  return duplicateIndex(error.message);
}

export function duplicateIndex(message: string): DuplicateOf {
  if (/index: _id_/.test(message)) return "id";
  return /index: \S*externalId/.test(message) ? "externalId" : "other";
}
