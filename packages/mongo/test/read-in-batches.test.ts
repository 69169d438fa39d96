import { AppError } from "@plat/contracts";
import { expect } from "chai";
import { readInBatches } from "../src/index.ts";

describe("readInBatches", () => {
  const fakeCursor = (count: number, failAt = Number.POSITIVE_INFINITY) => {
    const state = { read: 0, closed: 0 };
    return {
      state,
      async next() {
        if (state.read === failAt) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
        return state.read < count ? state.read++ : null;
      },
      async close() {
        state.closed++;
        throw new Error("close failed");
      },
    };
  };
  const readAll = async (cursor: ReturnType<typeof fakeCursor>): Promise<number[][]> => {
    const batches: number[][] = [];
    for await (const batch of readInBatches(cursor, 3)) batches.push(batch);
    return batches;
  };

  it("returns all documents in order, in batches of at most the given size", async () => {
    for (const count of [0, 1, 3, 7]) {
      const cursor = fakeCursor(count);
      const batches = await readAll(cursor);
      expect(batches.flat(), String(count)).to.deep.equal(Array.from({ length: count }, (_, index) => index));
      expect(batches.map(({ length }) => length).every((length) => length >= 1 && length <= 3)).to.equal(true);
      expect(cursor.state.closed).to.equal(1);
    }
  });

  it("reads no further than the consumer, and closes the cursor", async () => {
    const cursor = fakeCursor(9);
    for await (const batch of readInBatches(cursor, 3)) if (batch.includes(4)) break;
    expect(cursor.state).to.deep.equal({ read: 6, closed: 1 });
  });

  it("throws unavailable if the connection breaks while reading", async () => {
    const cursor = fakeCursor(9, 4);
    const error: unknown = await readAll(cursor).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(AppError).with.property("code", "unavailable");
    expect(cursor.state.closed).to.equal(1);
  });
});
