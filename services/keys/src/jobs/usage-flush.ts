import type { CredentialCache, KeyStore, UsageStore, UsedDay } from "../domain/ports.ts";

export interface FlushDependencies {
  cache: Pick<
    CredentialCache,
    "unflushedKeys" | "usageTotals" | "markTotalsFlushed" | "unflushedDays" | "dayCounts" | "markDaysFlushed"
  >;
  keys: Pick<KeyStore, "raiseTotals">;
  usage: Pick<UsageStore, "raiseDays">;
}

/** Bounds the work per call, so that each one meets its timeout however many counts have accumulated in an outage. */
const batchSize = 200;

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize);
}

/**
 * Copies usage counts from Redis to MongoDB. Counts are absolute and only ever raised, so that repeated and concurrent
 * runs are harmless.
 */
export async function flushUsage({ cache, keys, usage }: FlushDependencies): Promise<void> {
  for (const hashes of inBatches(await cache.unflushedKeys())) {
    const totals = [...(await cache.usageTotals(hashes)).values()];
    await keys.raiseTotals(totals);
    await cache.markTotalsFlushed(totals);
  }
  for (const days of inBatches(await cache.unflushedDays())) await flushDays({ cache, usage }, days);
}

/** Copies the counts of these days from Redis to MongoDB. */
export async function flushDays(
  { cache, usage }: Pick<FlushDependencies, "cache" | "usage">,
  days: UsedDay[],
): Promise<void> {
  const counts = await cache.dayCounts(days);
  await usage.raiseDays(counts);
  await cache.markDaysFlushed(counts);
}
