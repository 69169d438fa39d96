/**
 * Stale-while-revalidate cache with request coalescing: at most one load per key at a time. A value is never older than
 * `maxAgeMs`. It is returned immediately while it is valid, and reloaded in the background after `revalidate` or after
 * half of its maximum age.
 */
export interface SwrCache<V> {
  get(key: string): Promise<V>;
  /** Marks all values as stale: they are returned until the next load ends or they reach their maximum age. */
  revalidate(): void;
  /** Invalidates all values: none that was loaded before is returned any more. */
  invalidate(): void;
}

interface Entry<V> {
  value: V | undefined;
  /** Start of the load that returned the value, in milliseconds of `now`. */
  asOf: number;
  loading: { startedAt: number; promise: Promise<V> } | undefined;
  usedAt: number;
}

export interface SwrCacheOptions<V> {
  /** @param previous the previous value, which the loader may return if it has not changed */
  load: (key: string, previous: V | undefined) => Promise<V>;
  maxAgeMs: number;
  /** Maximum number of entries; beyond it, the least recently used one is evicted. */
  keysMax: number;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
}

/** Creates a stale-while-revalidate cache. */
export function swrCache<V>({
  load,
  maxAgeMs,
  keysMax,
  now = () => performance.now(),
}: SwrCacheOptions<V>): SwrCache<V> {
  const entries = new Map<string, Entry<V>>();
  let staleSince = -Infinity;
  let invalidatedAt = -Infinity;

  const startLoad = (key: string, entry: Entry<V>): Promise<V> => {
    const startedAt = now();
    const promise = load(key, entry.value).then(
      (value) => {
        // A load that started later may have ended earlier.
        if (startedAt >= entry.asOf) {
          entry.value = value;
          entry.asOf = startedAt;
        }
        if (entry.loading?.promise === promise) entry.loading = undefined;
        return value;
      },
      (error: unknown) => {
        if (entry.loading?.promise === promise) entry.loading = undefined;
        throw error;
      },
    );
    entry.loading = { startedAt, promise };
    return promise;
  };

  const getOrCreateEntry = (key: string): Entry<V> => {
    const existing = entries.get(key);
    if (existing !== undefined) return existing;
    if (entries.size >= keysMax) {
      const [leastRecent] = [...entries].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
      if (leastRecent !== undefined) entries.delete(leastRecent[0]);
    }
    const entry: Entry<V> = { value: undefined, asOf: -Infinity, loading: undefined, usedAt: now() };
    entries.set(key, entry);
    return entry;
  };

  return {
    async get(key) {
      const entry = getOrCreateEntry(key);
      const at = now();
      entry.usedAt = at;
      const isValid = entry.value !== undefined && entry.asOf >= invalidatedAt && at - entry.asOf <= maxAgeMs;
      if (isValid) {
        const needsRevalidation = entry.asOf <= staleSince || at - entry.asOf > maxAgeMs / 2;
        // If the background load fails, callers see an error only after the value has expired.
        if (needsRevalidation && entry.loading === undefined) startLoad(key, entry).catch(() => undefined);
        return entry.value as V;
      }
      const { loading } = entry;
      if (loading !== undefined && loading.startedAt > invalidatedAt) return loading.promise;
      return startLoad(key, entry);
    },
    revalidate() {
      staleSince = now();
    },
    invalidate() {
      invalidatedAt = staleSince = now();
    },
  };
}
