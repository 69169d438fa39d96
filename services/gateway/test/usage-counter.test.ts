import { expect } from "chai";
import { createUsageCounter, type DailyUsageBatch } from "../src/quota/usage-counter.ts";

describe("usage counter", () => {
  const silentLog = { warn: () => undefined } as never;
  const justBeforeMidnight = (): number => Date.UTC(2026, 0, 1, 23, 59, 59);
  const entryOf = ({ hash, date, number, counts }: DailyUsageBatch) => [hash, date, number, [...counts]];

  it("retains counts whose write failed, and writes them once", async () => {
    const written: unknown[] = [];
    let isUnavailable = true;
    const write = async (batch: DailyUsageBatch): Promise<void> => {
      if (isUnavailable) throw new Error("unavailable");
      written.push(entryOf(batch));
    };
    const first = createUsageCounter(write, silentLog, justBeforeMidnight);
    first.count("k", "GET /x", 200);
    first.count("k", "GET /x", 204);
    first.count("k", "GET /x", 429);
    await first.stop();
    expect(written).to.deep.equal([]);
    isUnavailable = false;
    await first.stop();
    const counts = [
      ["GET /x 2xx", 2],
      ["GET /x 4xx", 1],
    ];
    expect(written).to.deep.equal([["k", "2026-01-01", 1, counts]]);
    await first.stop();
    expect(written).to.have.length(1);
  });

  it("repeats a batch whose reply was lost unchanged, and writes later counts as another batch after it", async () => {
    const writes: unknown[] = [];
    let isReplyLost = true;
    const counter = createUsageCounter(
      async (batch) => {
        writes.push(entryOf(batch));
        if (isReplyLost) throw new Error("Command timed out");
      },
      silentLog,
      justBeforeMidnight,
    );
    counter.count("k", "GET /x", 200);
    await counter.stop();
    counter.count("k", "GET /x", 200);
    counter.count("other", "GET /x", 200);
    await counter.stop();
    isReplyLost = false;
    await counter.stop();
    const day = "2026-01-01";
    const one = [["GET /x 2xx", 1]];
    expect(writes).to.deep.equal([
      ["k", day, 1, one],
      ["k", day, 1, one],
      ["other", day, 2, one],
      ["k", day, 1, one],
      ["other", day, 2, one],
      ["k", day, 3, one],
    ]);
  });
});
