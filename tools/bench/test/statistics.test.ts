import { expect } from "chai";
import { median, ratioOf, spreadOf } from "../src/statistics.ts";

describe("statistics", () => {
  it("median is the middle value, or the mean of two middle values", () => {
    expect(median([5, 1, 3])).to.equal(3);
    expect(median([4, 1, 3, 2])).to.equal(2.5);
    expect(median([])).to.be.NaN;
    expect(spreadOf([2, 9, 4])).to.deep.equal({ median: 4, min: 2, max: 9 });
  });

  it("ratioOf divides values of the same round", () => {
    expect(ratioOf([10, 30, 20], [5, 10, 20])).to.deep.equal({ median: 2, min: 1, max: 3 });
  });
});
