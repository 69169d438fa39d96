import { expect } from "chai";
import { propertyType } from "../../src/readers/property-type.ts";
import { sortBy, sortFirst, superlative } from "../../src/readers/sort.ts";
import { valuesOf } from "./reading.ts";

const RULES = [sortBy, superlative, sortFirst, propertyType];

const sortsOf = (text: string): unknown[] =>
  valuesOf(RULES, text).flatMap(([, dimension, value]) => (dimension === "sort" ? [value] : []));

describe("sort reader", () => {
  const cases: [text: string, field: string, order: string, explicit: boolean][] = [
    ["cheapest", "price", "asc", false],
    ["newest first", "publishedAt", "desc", true],
    ["sort by price descending", "price", "desc", true],
    ["sorted by price, high to low", "price", "desc", true],
    ["order by date", "publishedAt", "desc", true],
    ["ordered by the size", "area", "asc", true],
    ["biggest land", "lotArea", "desc", false],
    ["biggest plots of land", "lotArea", "desc", false],
    ["smallest", "area", "asc", false],
    ["Wohnungen, teuerste zuerst", "price", "desc", true],
  ];
  for (const [text, field, order, explicit] of cases)
    it(`${text} › ${field} ${order}`, () => {
      expect(sortsOf(text)).to.deep.equal([{ field, order, explicit }]);
    });

  it("the biggest plots › are of the property type land", () => {
    const read = valuesOf(RULES, "biggest plots of land").map(([words, dimension]) => [words, dimension]);
    expect(read).to.deep.equal([
      ["biggest", "sort"],
      ["plots of land", "propertyType"],
    ]);
  });

  it("first, apart from its superlative › makes the order explicit", () => {
    expect(sortsOf("cheapest flats first")).to.deep.equal([
      { field: "price", order: "asc", explicit: false },
      { field: "price", order: "asc", explicit: true },
    ]);
  });

  it("first of a floor › is no order", () => {
    expect(sortsOf("cheapest flats first floor")).to.deep.equal([{ field: "price", order: "asc", explicit: false }]);
  });
});
