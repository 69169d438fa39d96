import { expect } from "chai";
import { randomFrom } from "../src/random.ts";

describe("random choices", () => {
  it("are reproducible by seed, per derived generator", () => {
    const choices = (seed: number): unknown[] => {
      const random = randomFrom(seed);
      const derive = random.derive("writer 1");
      return [random.next(), derive.between(3, 4), derive.pick(["a", "b", "c"]), derive.shuffled([1, 2, 3, 4, 5])];
    };
    expect(choices(7)).to.deep.equal(choices(7));
    expect(choices(7)).not.to.deep.equal(choices(8));
    expect(randomFrom(7).derive("a").next()).not.to.equal(randomFrom(7).derive("b").next());
  });
});
