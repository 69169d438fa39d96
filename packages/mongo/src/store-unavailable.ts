/**
 * Classes of MongoDB's driver and of mongoose, some of which they keep to themselves: no server to be had, no connection,
 * or the pool given up while one was asked for.
 */
const awayNames = new Set([
  "MongoNetworkError",
  "MongoNetworkTimeoutError",
  "MongoNotConnectedError",
  "MongoOperationTimeoutError",
  "MongoServerSelectionError",
  "MongooseServerSelectionError",
  "MongoServerClosedError",
  "MongoTopologyClosedError",
  "MongoPoolClearedError",
  "PoolClearedOnNetworkError",
  "MongoPoolClosedError",
  "MongoWaitQueueTimeoutError",
  "MongoWriteConcernError",
]);

/** A socket that broke while a query was written to it: the driver passes that on as the system says it. */
const brokenSocket = new Set(["ECONNRESET", "EPIPE", "ECONNREFUSED", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"]);

/** Codes by which a server says that it is stopping, electing, out of reach or could not copy a write in time. */
const awayCodes = new Set([6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** What the driver says may be tried again, which it has then done in vain. */
const awayLabels = ["RetryableWriteError", "RetryableError"];

/** What the driver throws; the last three are of bulk writes. */
interface DriverError extends Error {
  code?: unknown;
  hasErrorLabel?: (label: string) => boolean;
  /** What kept it from being sent. */
  errorResponse?: unknown;
  /** Of writes that were refused. */
  writeErrors?: { code?: unknown } | { code?: unknown }[];
  /** Of the copying that did not come about. */
  err?: { code?: unknown };
}

/** Whether a call to MongoDB failed because the store is away, and not for what was asked. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (awayNames.has(error.name)) return true;
  if (error.name === "MongooseError") return /buffering timed out/.test(error.message);
  const failure: DriverError = error;
  if (failure.errorResponse instanceof Error) return isStoreUnavailable(failure.errorResponse);
  if (awayLabels.some((label) => failure.hasErrorLabel?.(label) === true)) return true;
  if (error.name !== "MongoBulkWriteError") return isAwayCode(failure.code);
  const refused = [failure.writeErrors ?? []].flat();
  return refused.length > 0
    ? refused.some(({ code }) => isAwayCode(code))
    : isAwayCode(failure.err?.code ?? failure.code);
}

const isAwayCode = (code: unknown): boolean =>
  typeof code === "number" ? awayCodes.has(code) : brokenSocket.has(String(code));
