import { expect } from "chai";
import { batchLoader } from "../src/index.ts";

describe("batchLoader", () => {
  it("loads all keys of one tick with one call, and each key once", async () => {
    const calls: string[][] = [];
    const load = batchLoader<string>(async (keys) => {
      calls.push(keys);
      return new Map(keys.filter((key) => key !== "c").map((key) => [key, key.toUpperCase()]));
    });
    const values = await Promise.all(["a", "b", "a", "c"].map((key) => load(key)));
    expect(values).to.deep.equal(["A", "B", "A", undefined]);
    expect(calls).to.deep.equal([["a", "b", "c"]]);
    expect(await load("a")).to.equal("A");
    expect(calls).to.have.length(2);
  });

  it("splits a batch that exceeds maxBatch", async () => {
    const sizes: number[] = [];
    const load = batchLoader<number>(
      async (keys) => {
        sizes.push(keys.length);
        return new Map(keys.map((key) => [key, Number(key)]));
      },
      { maxBatch: 3 },
    );
    const values = await Promise.all(Array.from({ length: 8 }, (_, index) => load(String(index))));
    expect(values).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(sizes).to.deep.equal([3, 3, 2]);
  });

  it("loads remaining keys with another call, and never exceeds maxConcurrent calls", async () => {
    const calls: string[][] = [];
    let inFlight = 0;
    let maxInFlight = 0;
    const load = batchLoader<string>(
      async (keys) => {
        calls.push(keys);
        maxInFlight = Math.max(maxInFlight, ++inFlight);
        await new Promise((resolve) => setImmediate(resolve));
        inFlight--;
        return { found: new Map(keys.slice(0, 2).map((key) => [key, key])), remaining: keys.slice(2) };
      },
      { maxBatch: 3, maxConcurrent: 1 },
    );
    const keys = ["a", "b", "c", "d", "e", "f", "g"];
    expect(await Promise.all(keys.map((key) => load(key)))).to.deep.equal(keys);
    expect(calls).to.deep.equal([["a", "b", "c"], ["c"], ["d", "e", "f"], ["f"], ["g"]]);
    expect(maxInFlight).to.equal(1);
    expect(await load("h")).to.equal("h");
  });

  it("rejects all loads of a failed batch, and works again afterwards", async () => {
    let fails = true;
    const load = batchLoader<string>(async (keys) => {
      if (fails) throw new Error("unavailable");
      return new Map(keys.map((key) => [key, key]));
    });
    const results = await Promise.allSettled([load("a"), load("b")]);
    expect(results.map((result) => result.status)).to.deep.equal(["rejected", "rejected"]);
    fails = false;
    expect(await load("a")).to.equal("a");
  });
});
