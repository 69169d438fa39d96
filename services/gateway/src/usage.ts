import type { Logger } from "@plat/kit";

/** Counts answered requests of API keys by day, endpoint and status class. */
export interface UsageCounter {
  count(keyHash: string, endpoint: string, status: number): void;
  /** Writes what is left and ends. */
  stop(): Promise<void>;
}

type Write = (hash: string, date: string, counts: ReadonlyMap<string, number>) => Promise<void>;

const everyMs = 1_000;

/**
 * Gathers counts and writes them once a second. They may lag and, if the gateway is killed, miss that second; the exact
 * total of a key is counted with the request itself.
 */
export function createUsageCounter(write: Write, log: Logger, now: () => number): UsageCounter {
  /** By `<date> <hash>`, then by `<endpoint> <status class>`. */
  let gathered = new Map<string, Map<string, number>>();
  let failing = false;
  let flushing = Promise.resolve();

  const add = (day: string, name: string, count: number): void => {
    const counts = gathered.get(day) ?? new Map<string, number>();
    if (counts.size === 0) gathered.set(day, counts);
    counts.set(name, (counts.get(name) ?? 0) + count);
  };
  const flush = async (): Promise<void> => {
    const batch = gathered;
    gathered = new Map();
    const results = await Promise.allSettled(
      [...batch].map(async ([day, counts]) => {
        const [date = "", hash = ""] = day.split(" ");
        try {
          await write(hash, date, counts);
        } catch (error) {
          for (const [name, count] of counts) add(day, name, count);
          throw error;
        }
      }),
    );
    const failure = results.find((result) => result.status === "rejected");
    if (failure !== undefined && !failing)
      log.warn({ err: failure.reason }, "usage by day is not written, trying again");
    failing = failure !== undefined;
  };

  const timer = setInterval(() => {
    flushing = flushing.then(flush);
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
    },
  };
}
