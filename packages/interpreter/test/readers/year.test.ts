import { expect } from "chai";
import { is, type Mention } from "../../src/model.ts";
import { dateTiers } from "../../src/readers/date.ts";
import { yearTiers } from "../../src/readers/year.ts";
import { anythingElse } from "../../src/readers/wording.ts";
import { rangesOf, readWith, valuesOf } from "./reading.ts";

const RULES = [...dateTiers.flat(), ...yearTiers.flat(), anythingElse];

describe("year reader", () => {
  const cases: [text: string, range?: object][] = [
    ["built after 2015", { min: 2016 }],
    ["pre-1930", { max: 1929 }],
    ["since 1990 or later", { min: 1990 }],
    ["2018 or newer", { min: 2018 }],
    ["2018 onwards", { min: 2018 }],
    ["from the 1990s", { min: 1990, max: 1999 }],
    ["built in the 1900s", { min: 1900, max: 1999 }],
    ["between 1990 and 2005", { min: 1990, max: 2005 }],
    ["year built: 2005-2010", { min: 2005, max: 2010 }],
    ["built in the year 2010", { min: 2010, max: 2010 }],
    ["ab Baujahr 2010", { min: 2010 }],
    ["construida antes del año 2000", { max: 1999 }],
    ["construite après 1990", { min: 1991 }],
    ["older than 50 years", { max: 1976 }],
    ["no older than 10 years", { min: 2016 }],
    ["built in the last 5 years", { min: 2021 }],
    ["at least 10 years old", { max: 2016 }],
    ["5 to 10 years old", { min: 2016, max: 2021 }],
    ["from 1990"],
    ["2026"],
    ["1990 euros"],
  ];
  for (const [text, range] of cases)
    it(`${text} › ${JSON.stringify(range) ?? "no year"}`, () =>
      expect(rangesOf(RULES, text)).to.deep.equal(range ? [["yearBuilt", range]] : []));

  it("a comparison › has an opposite", () => {
    for (const [text, opposite] of [
      ["built before 1950", { min: 1950 }],
      ["older than 50 years", { min: 1977 }],
      ["over 50 years old", { min: 1976 }],
    ] as const) {
      const found = readWith(RULES, text).find((one): one is Mention<"yearBuilt"> => is(one, "yearBuilt"));
      expect(found?.value, text).to.deep.include({ opposite, strict: true, usual: "either" });
    }
    const plain = readWith(RULES, "built in 1990").find((one): one is Mention<"yearBuilt"> => is(one, "yearBuilt"));
    expect(plain?.value).not.to.have.property("opposite");
  });

  it("a number that cannot be a year, a lease and a year of publication › are reported", () => {
    for (const [text, words] of [
      ["built after 40000", "built after 40000"],
      ["Baujahr 30000", "Baujahr 30000"],
      ["bail de 3 ans", "de 3 ans"],
      ["published in Leeds after 2015", "after 2015"],
    ] as const)
      expect(
        valuesOf(RULES, text).map(([read]) => read),
        text,
      ).to.include(words);
    expect(rangesOf(RULES, "published in Leeds after 2015")).to.deep.equal([]);
  });
});
