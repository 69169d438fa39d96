import { expect } from "chai";
import { area, areaOfFeature, labelledArea, labelledLotArea } from "../../src/readers/area.ts";
import { feature } from "../../src/readers/feature.ts";
import { propertyType } from "../../src/readers/property-type.ts";
import { rangesOf, readWith, valuesOf } from "./reading.ts";

const RULES = [labelledLotArea, labelledArea, areaOfFeature, area, propertyType, feature];

describe("area reader", () => {
  const cases: [text: string, ...ranges: [dimension: string, range: object][]][] = [
    ["at least 85 sqm", ["area", { min: 85 }]],
    ["100 sqm", ["area", { min: 90, max: 110 }]],
    ["80-120 m²", ["area", { min: 80, max: 120 }]],
    ["min 80 max 120 sqm", ["area", { min: 80 }], ["area", { max: 120 }]],
    ["over 80 sqm but under 120", ["area", { min: 80 }], ["area", { max: 120 }]],
    ["living area: max 900 sq ft", ["area", { max: 900 }]],
    ["500 sqm plot house", ["lotArea", { min: 450, max: 550 }]],
    ["lot size at least 500 m2", ["lotArea", { min: 500 }]],
    ["over 2 hectares", ["lotArea", { min: 20_000 }]],
    ["1/4 acre", ["lotArea", { min: 910.54, max: 1112.89 }]],
    ["over 100 square yards", ["area", { min: 83.61 }]],
    ["80"],
  ];
  for (const [text, ...expected] of cases)
    it(`${text} › ${JSON.stringify(expected)}`, () => {
      expect(rangesOf(RULES, text)).to.deep.equal(expected);
    });

  it("the size of a feature › is reported, not read", () => {
    for (const text of ["house with terrace of 20 m2", "house with balcony > 10 sqm"])
      expect(rangesOf(RULES, text), text).to.deep.equal([]);
    expect(rangesOf(RULES, "house with terrace, 120 m2")).to.deep.equal([["area", { min: 108, max: 132 }]]);
  });

  it("a plot with its size › is the property type, unless there is another type", () => {
    expect(valuesOf(RULES, "plot of at least 1000 m2").map(([words, dimension]) => [words, dimension])).to.deep.equal([
      ["plot of", "propertyType"],
      ["at least 1000 m2", "lotArea"],
    ]);
    expect(rangesOf(RULES, "plot of at least 1000 m2 with house")).to.deep.equal([["lotArea", { min: 1000 }]]);
  });

  it("an area without a comparison and a unit that filters do not have › are noted", () => {
    const note = (text: string): unknown => readWith(RULES, text)[0]?.note;
    expect(note("2 acres")).to.equal("acres given in square metres. 2 acres taken as ±10 %");
    expect(note("over 2 acres")).to.equal("acres given in square metres");
    expect(note("over 80 sqm")).to.equal(undefined);
  });
});
