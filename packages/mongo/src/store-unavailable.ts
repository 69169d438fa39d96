/**
 * Names of error classes of the MongoDB driver and mongoose, some of which are not exported: no server available, no
 * connection, or the connection pool was closed while a connection was requested.
 */
const unavailableNames = new Set([
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

/** System errors of a socket that breaks while a query is written to it, which the driver passes on unchanged. */
const socketErrors = new Set(["ECONNRESET", "EPIPE", "ECONNREFUSED", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"]);

/** Server error codes: shutting down, electing a primary, host unreachable, or a write was not replicated in time. */
const unavailableCodes = new Set([6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** Error labels of operations that the driver has retried without success. */
const retryableLabels = ["RetryableWriteError", "RetryableError"];

/** Members of the driver's errors. The last three are set on errors of bulk writes. */
interface DriverError extends Error {
  code?: unknown;
  hasErrorLabel?: (label: string) => boolean;
  /** The error that prevented sending the operation. */
  errorResponse?: unknown;
  /** Errors of rejected writes. */
  writeErrors?: { code?: unknown } | { code?: unknown }[];
  /** Error of the write concern: the write was not replicated. */
  err?: { code?: unknown };
}

/** Whether a call to MongoDB failed because the server is unavailable, not because of the operation itself. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (unavailableNames.has(error.name)) return true;
  if (error.name === "MongooseError") return /buffering timed out/.test(error.message);
  const failure: DriverError = error;
  if (failure.errorResponse instanceof Error) return isStoreUnavailable(failure.errorResponse);
  if (retryableLabels.some((label) => failure.hasErrorLabel?.(label) === true)) return true;
  if (error.name !== "MongoBulkWriteError") return isUnavailableCode(failure.code);
  const writeErrors = [failure.writeErrors ?? []].flat();
  return writeErrors.length > 0
    ? writeErrors.some(({ code }) => isUnavailableCode(code))
    : isUnavailableCode(failure.err?.code ?? failure.code);
}

const isUnavailableCode = (code: unknown): boolean =>
  typeof code === "number" ? unavailableCodes.has(code) : socketErrors.has(String(code));
