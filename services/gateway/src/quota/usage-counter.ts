import type { Logger } from "@plat/kit";

/** Requests of a key on one day. */
export interface DayBatch {
  hash: string;
  /** UTC, `2026-05-01`. */
  date: string;
  /** From 1; for one key and day each is above the one before. */
  number: number;
  /** By `<endpoint> <status class>`. */
  counts: ReadonlyMap<string, number>;
}

/** Counts answered requests of API keys by day, endpoint and status class. */
export interface UsageCounter {
  count(keyHash: string, endpoint: string, status: number): void;
  /** Writes what is left and ends. */
  stop(): Promise<void>;
}

const everyMs = 1_000;

/**
 * Gathers counts and writes them once a second. They may lag and, if the gateway is killed, miss that second; the exact
 * total of a key is counted with the request itself.
 * @param write must take the same batch twice as once: a batch whose writing failed may have been written, and is
 * handed over again as it was
 */
export function createUsageCounter(
  write: (batch: DayBatch) => Promise<void>,
  log: Logger,
  now: () => number,
): UsageCounter {
  /** By `<date> <hash>`, then by `<endpoint> <status class>`. */
  const gathered = new Map<string, Map<string, number>>();
  /** Batches whose writing failed, by `<date> <hash>`; what comes after waits for them. */
  let failed = new Map<string, DayBatch>();
  let batches = 0;
  let failing = false;
  let flushing: Promise<void> | undefined;

  const add = (day: string, name: string, count: number): void => {
    const counts = gathered.get(day) ?? new Map<string, number>();
    if (counts.size === 0) gathered.set(day, counts);
    counts.set(name, (counts.get(name) ?? 0) + count);
  };
  /** Batches of the days that no failed one stands for. */
  const freshBatches = (): [string, DayBatch][] => {
    const fresh = [...gathered].filter(([day]) => !failed.has(day));
    for (const [day] of fresh) gathered.delete(day);
    return fresh.map(([day, counts]) => {
      const [date = "", hash = ""] = day.split(" ");
      return [day, { hash, date, number: ++batches, counts }];
    });
  };
  const flush = async (): Promise<void> => {
    const due = [...failed, ...freshBatches()];
    const results = await Promise.allSettled(due.map(([, batch]) => write(batch)));
    failed = new Map(due.filter((_, at) => results[at]?.status === "rejected"));
    const failure = results.find((result) => result.status === "rejected");
    if (failure !== undefined && !failing)
      log.warn({ err: failure.reason }, "usage by day is not written, trying again");
    failing = failure !== undefined;
  };

  const timer = setInterval(() => {
    flushing ??= flush().finally(() => {
      flushing = undefined;
    });
  }, everyMs);
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
      // What was gathered behind a batch that is written now.
      if (failed.size === 0 && gathered.size > 0) await flush();
    },
  };
}
