import { expect } from "chai";
import { markAlternatives, markBranches, newBuildOrAge, widenTypeOrBedrooms } from "../../src/scope/alternatives.ts";
import { conflicts, polarities, ranges, scope } from "./scoping.ts";

function words(pass: typeof markAlternatives, text: string, member: "alternative" | "branch"): string[] {
  const { query, mentions } = scope(pass, text);
  return mentions.flatMap((one) => (one[member] === undefined ? [] : query.slice(one.from, one.to)));
}

describe("markAlternatives", () => {
  const cases: [text: string, alternatives: string[]][] = [
    ["flat or house", ["house"]],
    ["pool or garage", ["garage"]],
    ["2 bed flat or 3 bed house", ["3 bed"]],
    ["flat and house", []],
    ["flat, house", []],
    ["flat or no house", []],
    ["flat or with a pool", []],
  ];
  for (const [text, expected] of cases)
    it(`${text} › ${expected.length === 0 ? "no alternative" : expected.join(", ")}`, () => {
      expect(words(markAlternatives, text, "alternative")).to.deep.equal(expected);
    });
});

describe("markBranches", () => {
  it("wishes of each alternative › those of the second one are marked", () => {
    const text = "2 bed flat under 300k or 3 bed house under 400k";
    expect(words(markBranches, text, "branch")).to.deep.equal(["3 bed", "house", "under 400k"]);
  });

  it("a branch › ends at punctuation", () => {
    const text = "2 bed flat under 300k or 3 bed house under 400k, with a pool";
    expect(polarities(markBranches, text).at(-1)).to.deep.equal(["pool", "feature", "wanted"]);
  });

  it("features of only one alternative › are reported with a conflict", () => {
    const text = "2 bed flat with pool or 3 bed house with garden";
    expect(conflicts(markBranches, text)).to.deep.equal([
      ["pool", "features"],
      ["garden", "features"],
    ]);
  });

  it("types with common wishes › are no branches", () => {
    expect(words(markBranches, "flat or house under 300k", "branch")).to.deep.equal([]);
  });
});

describe("newBuildOrAge", () => {
  it("new or at most some years old › is the year", () => {
    expect(ranges(newBuildOrAge, "new build or less than 10 years old")).to.deep.equal([
      ["new build or less than 10 years old", { min: 2016 }],
    ]);
  });
});

describe("widenTypeOrBedrooms", () => {
  const cases: [text: string, ranges: [words: string, range: object][], conflict: string[]][] = [
    ["studio or 3 bed", [["3 bed", { max: 3 }]], ["3 bed"]],
    ["3 bed apartment or studio", [["3 bed", { max: 3 }]], ["studio"]],
    ["apartment or 3 bed house", [], ["3 bed"]],
    ["2 bed or house", [], ["house"]],
    ["studio or 1 bed flat", [["1 bed", { max: 1 }]], []],
    ["2 bed house", [["2 bed", { min: 2, max: 2 }]], []],
  ];
  for (const [text, expected, conflict] of cases)
    it(`${text} › ${expected.length === 0 ? "no limit" : JSON.stringify(expected[0]?.[1])}`, () => {
      expect(ranges(widenTypeOrBedrooms, text)).to.deep.equal(expected);
      expect(conflicts(widenTypeOrBedrooms, text)).to.deep.equal(conflict.map((each) => [each, "bedrooms"]));
    });
});
