import { expect } from "chai";
import { areaOfLand, exclusiveFeatures, letHomes } from "../../src/scope/consistency.ts";
import { conflicts, polarities } from "./scoping.ts";

type Pass = typeof areaOfLand;
const dimensions = (pass: Pass, text: string): string[] =>
  polarities(pass, text).map(([words, dimension]) => `${words}: ${dimension}`);

describe("areaOfLand", () => {
  const cases: [text: string, dimension: string][] = [
    ["land, 2000 sqm", "lotArea"],
    ["farm, 2000 sqm", "lotArea"],
    ["house, 2000 sqm", "area"],
    ["house or land, 2000 sqm", "area"],
    ["no land, 2000 sqm", "area"],
  ];
  for (const [text, dimension] of cases)
    it(`${text} › ${dimension}`, () => {
      expect(dimensions(areaOfLand, text)).to.include(`2000 sqm: ${dimension}`);
    });
});

describe("letHomes", () => {
  it("rented, for sale › has a tenant", () => {
    expect(dimensions(letHomes, "rented flat for sale")).to.include("rented: feature");
  });

  it("rented › is the status", () => {
    expect(dimensions(letHomes, "rented flat")).to.include("rented: status");
  });
});

describe("exclusiveFeatures", () => {
  it("features that no listing has both › are reported with one conflict", () => {
    const text = "furnished or unfurnished flat";
    expect(dimensions(exclusiveFeatures, text)).to.include.members([
      "furnished: unresolved",
      "unfurnished: unresolved",
    ]);
    expect(conflicts(exclusiveFeatures, text)).to.deep.equal([["furnished", "features"]]);
  });

  it("one of them, or one of them unwanted › is a feature", () => {
    expect(dimensions(exclusiveFeatures, "freehold flat")).to.include("freehold: feature");
    expect(dimensions(exclusiveFeatures, "furnished, no unfurnished")).to.include("furnished: feature");
  });
});
