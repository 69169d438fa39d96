import { expect } from "chai";
import { warmUp } from "../src/warm-up.ts";

/** Returns the costs one by one, then repeats the last one. */
const costing = (...costs: number[]) => {
  let turn = 0;
  return () => Promise.resolve(costs[Math.min(turn++, costs.length - 1)]);
};

describe("warmUp", () => {
  it("continues while the cost decreases, and for two more turns", async () => {
    expect(await warmUp(new Map([["a", costing(100, 80, 60, 50)]]), 20)).to.deep.equal(new Map([["a", 6]]));
  });

  it("ignores a single turn with a higher cost", async () => {
    expect((await warmUp(new Map([["a", costing(100, 120, 60, 60)]]), 20)).get("a")).to.equal(5);
  });

  it("stops at the maximum number of turns if the cost always decreases", async () => {
    const costs = Array.from({ length: 50 }, (_, turn) => 1_000 * 0.9 ** turn);
    expect((await warmUp(new Map([["a", costing(...costs)]]), 7)).get("a")).to.equal(7);
  });

  it("alternates between frameworks, and excludes one that fails", async () => {
    const order: string[] = [];
    const turn = (name: string, cost: number | undefined) => () => {
      order.push(name);
      return Promise.resolve(cost);
    };
    const warmUpTurns = new Map([
      ["a", turn("a", 10)],
      ["b", turn("b", undefined)],
      ["c", turn("c", 10)],
    ]);
    const turnCount = await warmUp(warmUpTurns, 20);
    expect(order.join("")).to.equal("abcacac");
    expect([...turnCount]).to.deep.equal([
      ["a", 3],
      ["c", 3],
    ]);
  });
});
