import { expect } from "chai";
import { tickBatcher } from "../src/index.ts";

describe("tickBatcher", () => {
  it("passes on all items of a tick in order, once, at the end of the tick", async () => {
    const batches: number[][] = [];
    const batcher = tickBatcher<number>((items) => void batches.push([...items]));
    batcher.add(1);
    await Promise.resolve().then(() => batcher.add(2));
    expect(batches, "no batch before the end of the tick").to.deep.equal([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches).to.deep.equal([[1, 2]]);
    batcher.add(3);
    batcher.flush();
    batcher.flush();
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches).to.deep.equal([[1, 2], [3]]);
  });

  it("passes on a full batch before the tick ends, and the rest at its end", async () => {
    const batches: number[][] = [];
    const batcher = tickBatcher<number>((items) => void batches.push([...items]), 2);
    for (const item of [1, 2, 3, 4, 5]) batcher.add(item);
    expect(batches).to.deep.equal([
      [1, 2],
      [3, 4],
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches.at(-1)).to.deep.equal([5]);
  });
});
