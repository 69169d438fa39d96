import type { Logger } from "@plat/kit";

/** Requests of an API key on one day. */
export interface DailyUsageBatch {
  /** SHA-256 of the API key, in hex. */
  hash: string;
  /** UTC, for example `2026-05-01`. */
  date: string;
  /** From 1, ascending per API key and day. */
  number: number;
  /** By `<endpoint> <status class>`. */
  counts: ReadonlyMap<string, number>;
}

/** Counts requests of API keys by day, endpoint and status class. */
export interface UsageCounter {
  count(keyHash: string, endpoint: string, status: number): void;
  /** Writes the pending counts and stops. */
  stop(): Promise<void>;
}

const flushIntervalMs = 1_000;

/**
 * Accumulates counts and writes them once per second. They lag by up to a second, and a gateway that is killed loses that
 * second; the exact total of an API key is counted by the admission script instead.
 * @param write must be idempotent: a batch whose write failed may have been written, and is written again unchanged
 * @param now milliseconds since 1970
 */
export function createUsageCounter(
  write: (batch: DailyUsageBatch) => Promise<void>,
  log: Logger,
  now: () => number,
): UsageCounter {
  /** By `<date> <hash>`, then by `<endpoint> <status class>`. */
  const pending = new Map<string, Map<string, number>>();
  /** Batches whose write failed, by `<date> <hash>`. Later counts of the same day wait until they are written. */
  let failed = new Map<string, DailyUsageBatch>();
  let batchCount = 0;
  let isFailing = false;
  let flushing: Promise<void> | undefined;

  const add = (day: string, name: string, count: number): void => {
    const counts = pending.get(day) ?? new Map<string, number>();
    if (counts.size === 0) pending.set(day, counts);
    counts.set(name, (counts.get(name) ?? 0) + count);
  };
  /** Takes the pending counts of the days that have no failed batch. */
  const newBatches = (): [string, DailyUsageBatch][] => {
    const ready = [...pending].filter(([day]) => !failed.has(day));
    for (const [day] of ready) pending.delete(day);
    return ready.map(([day, counts]) => {
      const [date = "", hash = ""] = day.split(" ");
      return [day, { hash, date, number: ++batchCount, counts }];
    });
  };
  const flush = async (): Promise<void> => {
    const batches = [...failed, ...newBatches()];
    const results = await Promise.allSettled(batches.map(([, batch]) => write(batch)));
    failed = new Map(batches.filter((_, index) => results[index]?.status === "rejected"));
    const failure = results.find((result) => result.status === "rejected");
    if (failure !== undefined && !isFailing) log.warn({ err: failure.reason }, "daily usage write failed; will retry");
    isFailing = failure !== undefined;
  };

  const timer = setInterval(() => {
    flushing ??= flush().finally(() => {
      flushing = undefined;
    });
  }, flushIntervalMs);
  timer.unref();
  let today = { until: 0, date: "" };
  return {
    count(keyHash, endpoint, status) {
      const time = now();
      if (time >= today.until) {
        const date = new Date(time).toISOString().slice(0, 10);
        today = { date, until: Date.parse(date) + 86_400_000 };
      }
      add(`${today.date} ${keyHash}`, `${endpoint} ${Math.floor(status / 100)}xx`, 1);
    },
    async stop() {
      clearInterval(timer);
      await flushing;
      await flush();
      // Counts that waited for a batch that has just been written.
      if (failed.size === 0 && pending.size > 0) await flush();
    },
  };
}
