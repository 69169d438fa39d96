import { expect } from "chai";
import { listUnresolved } from "../../src/resolve/unresolved.ts";
import { mentioned } from "./resolving.ts";

describe("listUnresolved", () => {
  const cases: [text: string, unresolved: string[], reason: string][] = [
    ["3 bed house in Leeds", [], "all words are used"],
    ["flat by the zorbly river", ["zorbly river"], "adjacent unknown words are one phrase"],
    ["quiet leafy street near the school", ["quiet leafy street", "school"], "adjectives belong to their noun"],
    ["cozy affordable flat", ["cozy", "affordable"], "adjectives without a noun are separate"],
    ["house for investors", ["for investors"], "a purpose includes its preposition"],
    ["terraced house", ["terraced"], "a part of a used phrase"],
    ["zorbly flat zorbly", ["zorbly"], "a repeated phrase is listed once"],
    ["ideally with a garden", ["garden"], "a preferred feature"],
  ];
  for (const [text, expected, reason] of cases)
    it(`${text} › ${JSON.stringify(expected)}: ${reason}`, () => {
      const { unresolved, boostTerms } = listUnresolved(...mentioned(text));
      expect(unresolved).to.deep.equal(expected);
      expect(boostTerms).to.deep.equal(expected);
    });

  it("unwanted phrases and protected wording › raise no listings", () => {
    expect(listUnresolved(...mentioned("no zorbly, blorp"))).to.deep.equal({
      unresolved: ["no zorbly", "blorp"],
      boostTerms: ["blorp"],
    });
    expect(listUnresolved(...mentioned("muslim area house"))).to.deep.equal({
      unresolved: ["muslim area"],
      boostTerms: [],
    });
  });
});
