import type { ApiKey } from "../domain/key.ts";
import type { CredentialCache, UsageStore } from "../domain/ports.ts";
import { toDayUsage, type UsageReport } from "../domain/usage.ts";
import { flushDays } from "../jobs/usage-flush.ts";

/** Reports the requests of a key on each of the last `days` days (UTC, including today) that had any, newest first. */
export type ReportUsage = (key: ApiKey, days: number) => Promise<UsageReport>;

export interface UsageDependencies {
  cache: CredentialCache;
  usage: UsageStore;
  now: () => number;
}

const dayMs = 86_400_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Creates the report; it flushes the counts of the key first, so that it includes the latest requests. */
export function usageReport({ cache, usage, now }: UsageDependencies): ReportUsage {
  return async (key, days) => {
    await flushDays({ cache, usage }, await cache.unflushedDays(key.hash));
    const from = dateOf(now() - (days - 1) * dayMs);
    const [found, totals] = await Promise.all([usage.findDays(key.hash, from), cache.usageTotals([key.hash])]);
    return {
      keyId: key.id,
      total: Math.max(key.usageCount, totals.get(key.hash)?.count ?? 0),
      data: found.map(({ date, counts }) => toDayUsage(date, counts)),
    };
  };
}
