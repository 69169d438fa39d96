/** Maximum number of items per batch. Larger batches save little and delay the receiver. */
export const maxBatchSize = 8;

/**
 * Batches the items that are added in one tick of the event loop and passes them on at the end of the tick, so that
 * many small socket writes become one. A single item is not delayed beyond its tick.
 * @param onBatch receives the items in the order in which they were added; must not throw
 * @param maxSize maximum number of items per batch; a full batch is passed on immediately, so that the receiver can
 * start while this process still adds items
 */
export function tickBatcher<T>(
  onBatch: (items: readonly T[]) => void,
  maxSize = maxBatchSize,
): { add(item: T): void; flush(): void } {
  let pending: T[] = [];
  const flush = (): void => {
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    onBatch(batch);
  };
  return {
    add(item) {
      const count = pending.push(item);
      if (count >= maxSize) flush();
      else if (count === 1) setImmediate(flush);
    },
    flush,
  };
}
