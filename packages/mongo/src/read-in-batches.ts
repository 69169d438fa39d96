import { withStoreTimeout } from "./store-timeout.ts";

/** The part of a query cursor that `readInBatches` uses. */
interface Cursor<T> {
  /** Returns null at the end of the result. */
  next(): Promise<T | null>;
  close(): Promise<unknown>;
}

/**
 * Reads the result of a query in batches of `size` documents, and closes the cursor. The timeout applies to each batch,
 * so the size of the whole result is limited neither by the timeout nor by the memory of this process.
 * @throws AppError `unavailable` if a batch cannot be read in time
 */
export async function* readInBatches<T>(cursor: Cursor<T>, size: number): AsyncGenerator<T[]> {
  try {
    for (;;) {
      const batch = await withStoreTimeout(() => readBatch(cursor, size));
      if (batch.length > 0) yield batch;
      if (batch.length < size) return;
    }
  } finally {
    // Closing fails if the store is unavailable. The server closes idle cursors itself.
    cursor.close().catch(() => undefined);
  }
}

async function readBatch<T>(cursor: Cursor<T>, size: number): Promise<T[]> {
  const batch: T[] = [];
  while (batch.length < size) {
    const next = await cursor.next();
    if (next === null) break;
    batch.push(next);
  }
  return batch;
}
