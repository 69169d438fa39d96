import { expect } from "chai";
import { is, type Measure, type Mention } from "../../src/model.ts";
import { floorTiers } from "../../src/readers/floor.ts";
import { propertyType } from "../../src/readers/property-type.ts";
import { functionWord } from "../../src/readers/wording.ts";
import { rangesOf, readWith, valuesOf } from "./reading.ts";

const RULES = [...floorTiers.flat(), propertyType, functionWord];

const measureIn = (text: string): Measure | undefined =>
  readWith(RULES, text).find((one): one is Mention<"floor"> => is(one, "floor"))?.value;

describe("floor reader", () => {
  const cases: [text: string, range?: object][] = [
    ["ground floor", { min: 0, max: 0 }],
    ["ground or first floor", { min: 0, max: 1 }],
    ["3rd floor", { min: 3, max: 3 }],
    ["2nd to 4th floor", { min: 2, max: 4 }],
    ["floor 3", { min: 3, max: 3 }],
    ["20th floor or above", { min: 20 }],
    ["above the 10th floor", { min: 11 }],
    ["below 3rd floor", { max: 2 }],
    ["basement flat", { min: -1, max: -1 }],
    ["Wohnung im 3. Stock", { min: 3, max: 3 }],
    ["Wohnung ab dem 3. Stock", { min: 3 }],
    ["piso que no sea un bajo", { min: 0, max: 0 }],
    ["piso, un tercero con ascensor", { min: 3, max: 3 }],
    ["appartement au 3ème étage", { min: 3, max: 3 }],
    ["3rd"],
    ["top floor 300000"],
  ];
  for (const [text, range] of cases)
    it(`${text} › ${JSON.stringify(range) ?? "no floor"}`, () =>
      expect(rangesOf(RULES, text)).to.deep.equal(range ? [["floor", range]] : []));

  it("the negation › is a range if a comparison leads or the floors are the lowest", () => {
    expect(measureIn("above the 3rd floor")).to.deep.include({ opposite: { max: 3 }, strict: true, usual: "either" });
    expect(measureIn("ground floor")?.opposite).to.deep.equal({ min: 1 });
    expect(measureIn("ground or first floor")?.opposite).to.deep.equal({ min: 2 });
    expect(measureIn("3rd floor")).not.to.have.property("opposite");
  });

  it("a floor that no building has › is reported", () => {
    for (const text of ["floor 3000", "3000th floor"])
      expect(valuesOf(RULES, text).map(([words, dimension]) => [words, dimension])).to.deep.equal([
        [text, "unresolved"],
      ]);
  });

  it("the type after a basement › is read on its own", () => {
    expect(valuesOf(RULES, "basement flat").map(([words]) => words)).to.deep.equal(["basement", "flat"]);
  });
});
