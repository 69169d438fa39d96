interface PendingLoad<V> {
  resolve: (value: V | undefined) => void;
  reject: (error: unknown) => void;
}

/** Loads that wait for a batch, by key. One key may be requested several times. */
type Batch<V> = Map<string, PendingLoad<V>[]>;

/** The result of one call that could not return everything: what it found, and the keys to request again. */
export interface LoadResult<V> {
  found: ReadonlyMap<string, V>;
  /** Keys that did not fit into this result. The next call requests them. */
  remaining: readonly string[];
}

/**
 * Batches loads by key (as DataLoader does): all keys requested in one tick of the event loop are loaded with one call.
 * Nothing is cached, so no result is stale.
 * @param load returns the values that it finds, by key; keys that are missing in its result resolve to undefined
 * @param options `maxBatch`: maximum number of keys per call; `maxConcurrent`: maximum number of concurrent calls,
 * which bounds the memory of large results
 * @returns loads one key; rejects with the error of the call that loads its batch
 */
export function batchLoader<V>(
  load: (keys: string[]) => Promise<ReadonlyMap<string, V> | LoadResult<V>>,
  { maxBatch = 200, maxConcurrent = Number.POSITIVE_INFINITY } = {},
): (key: string) => Promise<V | undefined> {
  let current: Batch<V> = new Map();
  const queue: Batch<V>[] = [];
  let inFlight = 0;

  const settle = async (batch: Batch<V>): Promise<void> => {
    try {
      while (batch.size > 0) {
        const result = await load([...batch.keys()]);
        const { found, remaining } = "remaining" in result ? result : { found: result, remaining: [] };
        const unloaded = new Set(remaining);
        for (const [key, loads] of batch) {
          if (unloaded.has(key)) continue;
          batch.delete(key);
          for (const { resolve } of loads) resolve(found.get(key));
        }
      }
    } catch (error) {
      for (const loads of batch.values()) for (const { reject } of loads) reject(error);
    }
  };
  const run = async (batch: Batch<V>): Promise<void> => {
    queue.push(batch);
    if (inFlight >= maxConcurrent) return;
    inFlight++;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await settle(next);
    inFlight--;
  };
  const flush = (): void => {
    const batch = current;
    current = new Map();
    void run(batch);
  };

  return (key) =>
    new Promise((resolve, reject) => {
      if (current.size === 0) setImmediate(flush);
      else if (current.size >= maxBatch && !current.has(key)) {
        const full = current;
        current = new Map();
        void run(full);
      }
      const loads = current.get(key);
      if (loads === undefined) current.set(key, [{ resolve, reject }]);
      else loads.push({ resolve, reject });
    });
}
