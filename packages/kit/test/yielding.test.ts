import { expect } from "chai";
import { runYielding } from "../src/index.ts";

describe("runYielding", () => {
  it("runs other tasks of the event loop between the steps", async () => {
    let hasOtherRun = false;
    setImmediate(() => {
      hasOtherRun = true;
    });
    const steps = function* (): Generator<void, number> {
      for (let step = 0; step < 1e8; step++) {
        if (hasOtherRun) return step;
        yield;
      }
      throw new Error("no other task has run");
    };
    expect(await runYielding(steps())).to.be.greaterThan(0);
  });
});
