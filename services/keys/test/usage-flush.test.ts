import { expect } from "chai";
import { type FlushDeps, flushUsage } from "../src/jobs/usage-flush.ts";

/** Fakes that note how much they are asked for at once, and what was settled. */
function waitingFor(keys: number, days: number, raise: () => void = () => undefined) {
  const sizes: number[] = [];
  const settled: string[] = [];
  const seen = <T>(all: T[]): T[] => {
    sizes.push(all.length);
    return all;
  };
  const named = (count: number): string[] => Array.from({ length: count }, (_, at) => `2026-01-01:${at}`);
  const deps: FlushDeps = {
    ledger: {
      used: async () => named(keys),
      totals: async (hashes) => new Map(seen(hashes).map((hash) => [hash, { hash, count: 1, lastUsedAt: null }])),
      settleTotals: async (totals) => void settled.push(...seen(totals).map(({ hash }) => hash)),
      usedDays: async () => named(days),
      dayCounts: async (list) =>
        seen(list).map((day) => ({ hash: day, date: "", epoch: "e", total: 1, counts: new Map([["GET /x 2xx", 1]]) })),
      settleDays: async (list) => void settled.push(...seen(list).map(({ hash }) => hash)),
    },
    keys: {
      raiseTotals: async (totals) => {
        seen(totals);
        raise();
      },
    },
    usage: { raiseDays: async (list) => void seen(list) },
  };
  return { deps, sizes, settled };
}

describe("counts that wait for the store of record", () => {
  it("are all brought there, a few hundred at a time, however many wait after an outage", async () => {
    const { deps, sizes, settled } = waitingFor(1_250, 730);
    await flushUsage(deps);
    expect(Math.max(...sizes)).to.be.at.most(500);
    expect(settled).to.have.length(1_250 + 730);
  });

  it("need not be brought again as far as they were, when the store goes away in between", async () => {
    let calls = 0;
    const { deps, settled } = waitingFor(1_250, 0, () => {
      if (++calls === 3) throw new Error("away");
    });
    const failure: unknown = await flushUsage(deps).catch((error: unknown) => error);
    expect(failure).to.have.property("message", "away");
    expect(settled).to.have.length.within(1, 1_000);
  });
});
