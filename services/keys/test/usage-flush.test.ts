import { expect } from "chai";
import { type FlushDependencies, flushUsage } from "../src/jobs/usage-flush.ts";

/** Fakes with this many unflushed keys and days; they record the size of each call and what was marked as flushed. */
function fakeStores(keyCount: number, dayCount: number, onRaise: () => void = () => undefined) {
  const batchSizes: number[] = [];
  const flushed: string[] = [];
  const recordSize = <T>(batch: T[]): T[] => {
    batchSizes.push(batch.length);
    return batch;
  };
  const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `2026-01-01:${at}`);
  const dependencies: FlushDependencies = {
    cache: {
      unflushedKeys: async () => names(keyCount),
      usageTotals: async (hashes) =>
        new Map(recordSize(hashes).map((hash) => [hash, { hash, count: 1, lastUsedAt: null }])),
      markTotalsFlushed: async (totals) => void flushed.push(...recordSize(totals).map(({ hash }) => hash)),
      unflushedDays: async () => names(dayCount),
      dayCounts: async (days) =>
        recordSize(days).map((day) => ({
          hash: day,
          date: "",
          epoch: "e",
          total: 1,
          counts: new Map([["GET /x 2xx", 1]]),
        })),
      markDaysFlushed: async (days) => void flushed.push(...recordSize(days).map(({ hash }) => hash)),
    },
    keys: {
      raiseTotals: async (totals) => {
        recordSize(totals);
        onRaise();
      },
    },
    usage: { raiseDays: async (days) => void recordSize(days) },
  };
  return { dependencies, batchSizes, flushed };
}

describe("usage flush", () => {
  it("flushes all counts in batches of at most 500, however many have accumulated", async () => {
    const { dependencies, batchSizes, flushed } = fakeStores(1_250, 730);
    await flushUsage(dependencies);
    expect(Math.max(...batchSizes)).to.be.at.most(500);
    expect(flushed).to.have.length(1_250 + 730);
  });

  it("marks the batches before a MongoDB failure as flushed, so that they are not flushed again", async () => {
    let calls = 0;
    const { dependencies, flushed } = fakeStores(1_250, 0, () => {
      if (++calls === 3) throw new Error("unavailable");
    });
    const failure: unknown = await flushUsage(dependencies).catch((error: unknown) => error);
    expect(failure).to.have.property("message", "unavailable");
    expect(flushed).to.have.length.within(1, 1_000);
  });
});
