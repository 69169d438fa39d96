import { expect } from "chai";
import { requireEqual } from "../src/same-response.ts";

describe("requireEqual", () => {
  it("compares values, not the order of members", () => {
    requireEqual([{ a: 1, b: [1, 2] }], [{ b: [1, 2], a: 1 }]);
    expect(() => requireEqual([{ a: 1 }], [{ a: 2 }])).to.throw('returns {"a":2}');
    expect(() => requireEqual([[1, 2]], [[2, 1]])).to.throw("returns [2,1]");
  });

  it("accepts values that only one side has", () => {
    requireEqual([], [1]);
    requireEqual([1], []);
  });
});
