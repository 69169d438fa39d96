import { withStoreTimeout } from "@plat/mongo";

/** Timeout of operations on up to a thousand documents, in milliseconds. */
const bulkTimeoutMs = 20_000;

/** Runs an operation on up to a thousand documents. @throws AppError `unavailable` after 20 s without a result */
export const withBulkTimeout = <T>(operation: () => Promise<T>): Promise<T> =>
  withStoreTimeout(operation, bulkTimeoutMs);
