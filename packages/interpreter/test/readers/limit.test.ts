import { expect } from "chai";
import { labelledLimit, limit } from "../../src/readers/limit.ts";
import { valuesOf } from "./reading.ts";

describe("limit reader", () => {
  const cases: [text: string, words: string | undefined, limit?: number][] = [
    ["top 10 flats", "top 10", 10],
    ["first 20 results", "first 20 results", 20],
    ["max 20 results", "max 20 results", 20],
    ["20 results", "20 results", 20],
    ["five cheapest flats", "five", 5],
    ["show me 20 houses", "20", 20],
    ["top 200000 houses", "top 200000", 200_000],
    ["max 20", undefined],
    ["20 houses", undefined],
    ["top 300000", undefined],
    ["top 3 bedrooms", undefined],
    ["first 2 miles", undefined],
    ["top 10+", undefined],
  ];
  for (const [text, words, value] of cases)
    it(`${text} › ${words === undefined ? "is no limit" : value}`, () => {
      const expected = words === undefined ? [] : [[words, "limit", value]];
      expect(valuesOf([labelledLimit, limit], text)).to.deep.equal(expected);
    });
});
