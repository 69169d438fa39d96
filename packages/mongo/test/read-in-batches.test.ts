import { AppError } from "@plat/contracts";
import { expect } from "chai";
import { readInBatches } from "../src/index.ts";

describe("what a query finds, read in parts", () => {
  const cursorOf = (count: number, broken = Number.POSITIVE_INFINITY) => {
    const state = { read: 0, closed: 0 };
    return {
      state,
      async next() {
        if (state.read === broken) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
        return state.read < count ? state.read++ : null;
      },
      async close() {
        state.closed++;
        throw new Error("nobody hears this");
      },
    };
  };
  const partsOf = async (cursor: ReturnType<typeof cursorOf>): Promise<number[][]> => {
    const parts: number[][] = [];
    for await (const part of readInBatches(cursor, 3)) parts.push(part);
    return parts;
  };

  it("is all there, in its order, with no part larger than asked for", async () => {
    for (const count of [0, 1, 3, 7]) {
      const cursor = cursorOf(count);
      const parts = await partsOf(cursor);
      expect(parts.flat(), String(count)).to.deep.equal(Array.from({ length: count }, (_, at) => at));
      expect(parts.map(({ length }) => length).every((length) => length >= 1 && length <= 3)).to.equal(true);
      expect(cursor.state.closed).to.equal(1);
    }
  });

  it("is read only as far as somebody takes it", async () => {
    const cursor = cursorOf(9);
    for await (const part of readInBatches(cursor, 3)) if (part.includes(4)) break;
    expect(cursor.state).to.deep.equal({ read: 6, closed: 1 });
  });

  it("is unavailable, not shorter, when the store goes in the middle of it", async () => {
    const cursor = cursorOf(9, 4);
    const error: unknown = await partsOf(cursor).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(AppError).with.property("code", "unavailable");
    expect(cursor.state.closed).to.equal(1);
  });
});
