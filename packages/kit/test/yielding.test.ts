import { expect } from "chai";
import { runYielding } from "../src/index.ts";

describe("long work in slices", () => {
  it("lets others go on in between", async () => {
    let isHeard = false;
    setImmediate(() => {
      isHeard = true;
    });
    const steps = function* (): Generator<void, number> {
      for (let step = 0; step < 1e8; step++) {
        if (isHeard) return step;
        yield;
      }
      throw new Error("nobody else was heard");
    };
    expect(await runYielding(steps())).to.be.greaterThan(0);
  });
});
