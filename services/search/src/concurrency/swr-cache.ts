/**
 * One answer kept by key, never older than `maxAgeMs`, made by one call at a time. While it is fresh enough it is
 * answered at once, and made anew in the background when something has changed since or half its time is over.
 */
export interface Fresh<V> {
  get(key: string): Promise<V>;
  /** Something changed: answers from before may be given until they are too old. */
  changed(): void;
  /** Something changed that somebody waited for: answers from before are not given any more. */
  expire(): void;
}

interface Entry<V> {
  value: V | undefined;
  /** When the call that made it began; milliseconds of the same clock as `now`. */
  asOf: number;
  filling: { startedAt: number; promise: Promise<V> } | undefined;
  usedAt: number;
}

export interface FreshOptions<V> {
  /** @param previous what the answer was before, to be given back if nothing is new */
  load: (key: string, previous: V | undefined) => Promise<V>;
  maxAgeMs: number;
  /** More keys than this: those not asked for longest are forgotten. */
  keysMax: number;
  now?: () => number;
}

export function fresh<V>({ load, maxAgeMs, keysMax, now = () => performance.now() }: FreshOptions<V>): Fresh<V> {
  const entries = new Map<string, Entry<V>>();
  let changedAt = -Infinity;
  let expiredAt = -Infinity;

  const fill = (key: string, entry: Entry<V>): Promise<V> => {
    const startedAt = now();
    const promise = load(key, entry.value).then(
      (value) => {
        // A call begun later may have ended sooner.
        if (startedAt >= entry.asOf) {
          entry.value = value;
          entry.asOf = startedAt;
        }
        if (entry.filling?.promise === promise) entry.filling = undefined;
        return value;
      },
      (error: unknown) => {
        if (entry.filling?.promise === promise) entry.filling = undefined;
        throw error;
      },
    );
    entry.filling = { startedAt, promise };
    return promise;
  };

  const entryOf = (key: string): Entry<V> => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    if (entries.size >= keysMax) {
      const [oldest] = [...entries].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
      if (oldest !== undefined) entries.delete(oldest[0]);
    }
    const entry: Entry<V> = { value: undefined, asOf: -Infinity, filling: undefined, usedAt: now() };
    entries.set(key, entry);
    return entry;
  };

  return {
    async get(key) {
      const entry = entryOf(key);
      const at = now();
      entry.usedAt = at;
      const usable = entry.value !== undefined && entry.asOf >= expiredAt && at - entry.asOf <= maxAgeMs;
      if (usable) {
        const due = entry.asOf <= changedAt || at - entry.asOf > maxAgeMs / 2;
        // A failed refill shows when the answer is too old to be given.
        if (due && entry.filling === undefined) fill(key, entry).catch(() => undefined);
        return entry.value as V;
      }
      const { filling } = entry;
      if (filling !== undefined && filling.startedAt > expiredAt) return filling.promise;
      return fill(key, entry);
    },
    changed() {
      changedAt = now();
    },
    expire() {
      expiredAt = changedAt = now();
    },
  };
}
