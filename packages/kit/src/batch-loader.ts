interface Waiting<V> {
  resolve: (value: V | undefined) => void;
  reject: (error: unknown) => void;
}

/** What one call has found, and the keys that it had no room for: they are asked for by the next one. */
export interface LoadResult<V> {
  found: ReadonlyMap<string, V>;
  remaining: readonly string[];
}

/**
 * Turns look-ups by key into one call for all keys asked for in one turn of the event loop. Nothing is cached, so
 * nothing is stale; under load it saves most of the store's work.
 * @param load gives what it finds, by key; keys left out resolve to undefined
 * @param options `maxBatch`: most keys of one call; `atOnce`: most calls under way, for what may be large
 */
export function batchLoader<V>(
  load: (keys: string[]) => Promise<ReadonlyMap<string, V> | LoadResult<V>>,
  { maxBatch = 200, maxConcurrent = Number.POSITIVE_INFINITY } = {},
): (key: string) => Promise<V | undefined> {
  let waiting = new Map<string, Waiting<V>[]>();
  const due: Map<string, Waiting<V>[]>[] = [];
  let underWay = 0;

  const settle = async (batch: Map<string, Waiting<V>[]>): Promise<void> => {
    try {
      while (batch.size > 0) {
        const loaded = await load([...batch.keys()]);
        const { found, remaining } = "remaining" in loaded ? loaded : { found: loaded, remaining: [] };
        const later = new Set(remaining);
        for (const [key, list] of batch) {
          if (later.has(key)) continue;
          batch.delete(key);
          for (const one of list) one.resolve(found.get(key));
        }
      }
    } catch (error) {
      for (const list of batch.values()) for (const one of list) one.reject(error);
    }
  };
  const run = async (batch: Map<string, Waiting<V>[]>): Promise<void> => {
    due.push(batch);
    if (underWay >= maxConcurrent) return;
    underWay++;
    for (let next = due.shift(); next !== undefined; next = due.shift()) await settle(next);
    underWay--;
  };
  const flush = (): void => {
    const batch = waiting;
    waiting = new Map();
    void run(batch);
  };

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(flush);
      else if (waiting.size >= maxBatch && !waiting.has(key)) {
        const full = waiting;
        waiting = new Map();
        void run(full);
      }
      const list = waiting.get(key);
      if (list === undefined) waiting.set(key, [{ resolve, reject }]);
      else list.push({ resolve, reject });
    });
}
