import { expect } from "chai";
import { applyNegation } from "../../src/scope/negation.ts";
import { conflicts, polarities, ranges, scope } from "./scoping.ts";

describe("applyNegation", () => {
  const excluded: [text: string, mentions: [words: string, dimension: string, polarity: string][]][] = [
    [
      "flat without a pool or garage",
      [
        ["flat", "propertyType", "wanted"],
        ["without a pool", "feature", "unwanted"],
        ["garage", "feature", "unwanted"],
      ],
    ],
    [
      "no pool, garage or garden",
      [
        ["no pool", "feature", "unwanted"],
        ["garage", "feature", "unwanted"],
        ["garden", "feature", "unwanted"],
      ],
    ],
    [
      "no pool, garage",
      [
        ["no pool", "feature", "unwanted"],
        ["garage", "feature", "wanted"],
      ],
    ],
    [
      "neither a flat nor a studio",
      [
        ["neither a flat", "propertyType", "unwanted"],
        ["studio", "propertyType", "unwanted"],
      ],
    ],
    ["anything but a flat", [["anything but a flat", "propertyType", "unwanted"]]],
    ["-pool", [["-pool", "feature", "unwanted"]]],
    ["not Sacramento", [["not Sacramento", "place", "unwanted"]]],
    ["no terraced houses", [["no terraced houses", "unresolved", "unwanted"]]],
    ["not 3 bedrooms", [["not 3 bedrooms", "unresolved", "unwanted"]]],
    ["no zorbly", [["no zorbly", "unresolved", "unwanted"]]],
    ["no flats under 300k", [["no flats under 300k", "unresolved", "unwanted"]]],
    ["don't need a garden", [["don't need a garden", "unresolved", "unwanted"]]],
    ["no garden or lift needed", [["no garden or lift needed", "unresolved", "unwanted"]]],
    ["with pool or without", [["pool or without", "unresolved", "unwanted"]]],
    ["can't live without a garden", [["can't live without a garden", "unresolved", "wanted"]]],
    [
      "I don't want a house with a pool",
      [
        ["don't want a house", "propertyType", "wanted"],
        ["pool", "feature", "unwanted"],
      ],
    ],
    [
      "house no, flat",
      [
        ["house", "propertyType", "wanted"],
        ["no", "unresolved", "unwanted"],
        ["flat", "propertyType", "wanted"],
      ],
    ],
  ];
  for (const [text, expected] of excluded)
    it(`${text} › ${expected.map(([words, , polarity]) => `${words}: ${polarity}`).join(", ")}`, () => {
      expect(polarities(applyNegation, text)).to.deep.equal(expected);
    });

  const limits: [text: string, ranges: [words: string, range: object][]][] = [
    ["nothing over 300k", [["nothing over 300k", { max: 300_000 }]]],
    ["can't go above 300k", [["can't go above 300k", { max: 300_000 }]]],
    ["I don't want a house over 300k", [["over 300k", { max: 300_000 }]]],
    ["not ground floor", [["not ground floor", { min: 1 }]]],
    [
      "nothing over 300k or under 3 beds",
      [
        ["nothing over 300k", { max: 300_000 }],
        ["under 3 beds", { min: 3 }],
      ],
    ],
  ];
  for (const [text, expected] of limits)
    it(`${text} › the opposite limit`, () => {
      expect(ranges(applyNegation, text)).to.deep.equal(expected);
    });

  it("a negated listing type or status › is the other one", () => {
    const values = (text: string): unknown[] => scope(applyNegation, text).mentions.map(({ value }) => value);
    expect(values("not for rent")).to.deep.equal(["sale"]);
    expect(values("not sold")).to.deep.equal(["active"]);
  });

  it("a negated quotation › is reported with a conflict", () => {
    expect(conflicts(applyNegation, 'no "sea view"')).to.deep.equal([['no "sea view"', "text"]]);
  });

  it("a query without negation › has the same mentions", () => {
    const { query, mentions } = scope(applyNegation, "3 bed house in Leeds with a pool");
    expect(mentions.map(({ from, to }) => query.slice(from, to)).join(" ")).to.equal(query.text);
    expect(mentions.every(({ polarity }) => polarity === "wanted")).to.equal(true);
  });
});
