import { withStoreTimeout } from "./store-timeout.ts";

/** What a query finds, one after another; null at its end. */
interface Found<T> {
  next(): Promise<T | null>;
  close(): Promise<unknown>;
}

/**
 * Reads all that a query finds, `size` at a time. Each part is asked for on its own, so that no length of the whole is
 * too much for the time that a call may take, or for this process's memory.
 * @throws AppError `unavailable`
 */
export async function* readInBatches<T>(cursor: Found<T>, size: number): AsyncGenerator<T[]> {
  try {
    for (;;) {
      const part = await withStoreTimeout(() => take(cursor, size));
      if (part.length > 0) yield part;
      if (part.length < size) return;
    }
  } finally {
    // A store that is away takes no notice.
    cursor.close().catch(() => undefined);
  }
}

async function take<T>(cursor: Found<T>, size: number): Promise<T[]> {
  const part: T[] = [];
  while (part.length < size) {
    const next = await cursor.next();
    if (next === null) break;
    part.push(next);
  }
  return part;
}
