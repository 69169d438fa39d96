import { expect } from "chai";
import { applyPreference } from "../../src/scope/preference.ts";
import { conflicts, polarities } from "./scoping.ts";

describe("applyPreference", () => {
  const cases: [text: string, mentions: [words: string, dimension: string, polarity: string][]][] = [
    ["ideally with a garden", [["garden", "feature", "preferred"]]],
    ["garage would be nice", [["garage", "feature", "preferred"]]],
    ["garden essential", [["garden", "feature", "wanted"]]],
    ["pool not needed", [["pool not needed", "unresolved", "unwanted"]]],
    ["pets not allowed", [["pets not allowed", "feature", "unwanted"]]],
    ["location doesn't matter", [["location doesn't matter", "unresolved", "unwanted"]]],
    ["price doesn't matter", [["price doesn't matter", "unresolved", "unwanted"]]],
    ["ideally 3 bed", [["3 bed", "bedrooms", "wanted"]]],
    [
      "ideally with a garden, garage",
      [
        ["garden", "feature", "preferred"],
        ["garage", "feature", "wanted"],
      ],
    ],
    [
      "garden ideally, garage",
      [
        ["garden", "feature", "preferred"],
        ["garage", "feature", "wanted"],
      ],
    ],
    [
      "ideally with a garden, but no pool",
      [
        ["garden", "feature", "preferred"],
        ["but no pool", "feature", "unwanted"],
      ],
    ],
  ];
  for (const [text, expected] of cases)
    it(`${text} › ${expected.map(([words, , polarity]) => `${words}: ${polarity}`).join(", ")}`, () => {
      expect(polarities(applyPreference, text)).to.deep.equal(expected);
    });

  it("a quotation that is not needed › is reported with a conflict", () => {
    expect(conflicts(applyPreference, '"sea view" not needed')).to.deep.equal([['"sea view" not needed', "text"]]);
  });
});
