import type { ApiKey } from "../domain/key.ts";
import type { Ledger, UsedDay } from "../store/credential-cache.ts";
import type { KeyStore } from "../store/key-store.ts";
import type { UsageStore } from "../store/usage-store.ts";

export interface DayUsage {
  /** UTC, `2026-05-01`. */
  date: string;
  total: number;
  endpoints: { endpoint: string; statusClass: string; count: number }[];
}
export interface UsageView {
  keyId: string;
  total: number;
  data: DayUsage[];
}
export type UsageReport = (key: ApiKey, days: number) => Promise<UsageView>;

const dayMs = 86_400_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Counts as the store of record has them, by endpoint and status class, the most used first. */
export function dayUsage(date: string, counts: ReadonlyMap<string, number>): DayUsage {
  const endpoints = [...counts].map(([name, count]) => {
    const split = name.lastIndexOf(" ");
    return { endpoint: name.slice(0, split), statusClass: name.slice(split + 1), count };
  });
  return {
    date,
    total: endpoints.reduce((sum, { count }) => sum + count, 0),
    endpoints: endpoints.toSorted(
      (a, b) => b.count - a.count || (a.endpoint + a.statusClass < b.endpoint + b.statusClass ? -1 : 1),
    ),
  };
}

export interface UsageDeps {
  ledger: Ledger;
  keys: KeyStore;
  usage: UsageStore;
  now: () => number;
}

export interface FlushDeps {
  ledger: Pick<Ledger, "used" | "totals" | "settleTotals" | "usedDays" | "dayCounts" | "settleDays">;
  keys: Pick<KeyStore, "raiseTotals">;
  usage: Pick<UsageStore, "raiseDays">;
}

/** Keys and days of one go: however many wait after an outage, each call must be answered in time. */
const atOnce = 200;

function* parts<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce);
}

/** Brings what Redis has counted into the store of record. Repeating it, at once or on several machines, does no harm. */
export async function flushUsage({ ledger, keys, usage }: FlushDeps): Promise<void> {
  for (const hashes of parts(await ledger.used())) {
    const totals = [...(await ledger.totals(hashes)).values()];
    await keys.raiseTotals(totals);
    await ledger.settleTotals(totals);
  }
  for (const days of parts(await ledger.usedDays())) await bringDays({ ledger, usage }, days);
}

async function bringDays({ ledger, usage }: Pick<FlushDeps, "ledger" | "usage">, days: UsedDay[]): Promise<void> {
  const counts = await ledger.dayCounts(days);
  await usage.raiseDays(counts);
  await ledger.settleDays(counts);
}

/** Requests of a key on each of the last `days` days (UTC, today included) that had any, newest first. */
export function usageReport(deps: UsageDeps): UsageReport {
  return async (key, days) => {
    await bringDays(deps, await deps.ledger.usedDays(key.hash));
    const from = dateOf(deps.now() - (days - 1) * dayMs);
    const [found, totals] = await Promise.all([deps.usage.days(key.hash, from), deps.ledger.totals([key.hash])]);
    return {
      keyId: key.id,
      total: Math.max(key.usageCount, totals.get(key.hash)?.count ?? 0),
      data: found.map(({ date, counts }) => dayUsage(date, counts)),
    };
  };
}
