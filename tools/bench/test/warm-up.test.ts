import { expect } from "chai";
import { warmUp } from "../src/warm-up.ts";

/** Costs in turn; the last one again and again. */
const costing = (...costs: number[]) => {
  let turn = 0;
  return () => Promise.resolve(costs[Math.min(turn++, costs.length - 1)]);
};

describe("warm-up", () => {
  it("goes on while answers grow cheaper, and two turns beyond", async () => {
    expect(await warmUp(new Map([["a", costing(100, 80, 60, 50)]]), 20)).to.deep.equal(new Map([["a", 6]]));
  });

  it("is not misled by one turn that was dearer", async () => {
    expect((await warmUp(new Map([["a", costing(100, 120, 60, 60)]]), 20)).get("a")).to.equal(5);
  });

  it("ends at the most turns for one that grows cheaper for ever", async () => {
    const costs = Array.from({ length: 50 }, (_, turn) => 1_000 * 0.9 ** turn);
    expect((await warmUp(new Map([["a", costing(...costs)]]), 7)).get("a")).to.equal(7);
  });

  it("lets contestants take turns, and ends for one that fails", async () => {
    const order: string[] = [];
    const turn = (name: string, cost: number | undefined) => () => {
      order.push(name);
      return Promise.resolve(cost);
    };
    const turns = new Map([
      ["a", turn("a", 10)],
      ["b", turn("b", undefined)],
      ["c", turn("c", 10)],
    ]);
    const had = await warmUp(turns, 20);
    expect(order.join("")).to.equal("abcacac");
    expect([...had]).to.deep.equal([
      ["a", 3],
      ["c", 3],
    ]);
  });
});
