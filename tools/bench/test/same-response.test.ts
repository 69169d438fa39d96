import { expect } from "chai";
import { requireSame } from "../src/same-response.ts";

describe("comparing what contestants answer", () => {
  it("looks at values, not at the order of members", () => {
    requireSame([{ a: 1, b: [1, 2] }], [{ b: [1, 2], a: 1 }]);
    expect(() => requireSame([{ a: 1 }], [{ a: 2 }])).to.throw('answers {"a":2}');
    expect(() => requireSame([[1, 2]], [[2, 1]])).to.throw("answers [2,1]");
  });

  it("has nothing to say where only one answers", () => {
    requireSame([], [1]);
    requireSame([1], []);
  });
});
