interface Waiting<V> {
  resolve: (value: V | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns look-ups by key into one call for all keys asked for in one turn of the event loop. Nothing is cached, so
 * nothing is stale; under load it saves most of the store's work.
 * @param load gives what it finds, by key; keys left out resolve to undefined
 * @param maxBatch most keys of one call
 */
export function gather<V>(
  load: (keys: string[]) => Promise<ReadonlyMap<string, V>>,
  maxBatch = 200,
): (key: string) => Promise<V | undefined> {
  let waiting = new Map<string, Waiting<V>[]>();

  const run = async (batch: Map<string, Waiting<V>[]>): Promise<void> => {
    try {
      const found = await load([...batch.keys()]);
      for (const [key, list] of batch) for (const one of list) one.resolve(found.get(key));
    } catch (error) {
      for (const list of batch.values()) for (const one of list) one.reject(error);
    }
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
