import { expect } from "chai";
import * as fc from "fast-check";
import { parseNumber, tokenize } from "../../src/text/tokenize.ts";

const norms = (text: string): string[] => tokenize(text).map(({ norm }) => norm);

describe("tokenize", () => {
  const cases: [text: string, norms: string[]][] = [
    ["3-bed semi-detached", ["3", "bed", "semi", "detached"]],
    ["300k-500k", ["300", "k", "-", "500", "k"]],
    ["3b-2b", ["3", "b", "2", "b"]],
    ["sq. ft. house.", ["sq", "ft", "house", "."]],
    ["l'appartement d'Arles", ["l", "appartement", "d", "arles"]],
    ["dell’Alentejo", ["dell", "alentejo"]],
    ["O'Brien", ["obrien"]],
    ["U.S.A. flat", ["usa", "flat"]],
    ["Münchner Straße", ["munchner", "strasse"]],
    ["≤ 3 – “sea view”…", ["<=", "3", "-", '"', "sea", "view", '"', "..."]],
    ["38.5816,-121.4944", ["38.5816", ",", "-", "121.4944"]],
    ["38.5816,121.4944", ["38.5816", ",", "121.4944"]],
    ["1 200 000 €", ["1 200 000", "€"]],
    ["", []],
  ];
  for (const [text, expected] of cases)
    it(`${text} › ${JSON.stringify(expected)}`, () => {
      expect(norms(text)).to.deep.equal(expected);
    });

  it("a token › has its kind, its place in the query, and whether it is glued and capitalized", () => {
    expect(
      tokenize("In €300k").map(({ start, end, kind, glued, capital }) => [start, end, kind, glued, capital]),
    ).to.deep.equal([
      [0, 2, "word", false, true],
      [3, 4, "symbol", false, false],
      [4, 7, "number", true, false],
      [7, 8, "word", true, false],
    ]);
  });

  it("decimal digits of other scripts › are numbers", () => {
    expect(tokenize("٣ १२").map(({ kind, value }) => [kind, value])).to.deep.equal([
      ["number", 3],
      ["number", 12],
    ]);
  });

  it("any text › tokens are in order, do not overlap, and are the text at their place", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        let end = 0;
        for (const token of tokenize(text)) {
          expect(token.start).to.be.at.least(end);
          expect(token.end).to.be.above(token.start);
          ({ end } = token);
        }
        expect(end).to.be.at.most(text.length);
      }),
    );
  });
});

describe("parseNumber", () => {
  const cases: [raw: string, value: number][] = [
    ["1,200", 1200],
    ["1.200", 1200],
    ["1.5", 1.5],
    ["1,5", 1.5],
    ["1.200,50", 1200.5],
    ["1,200.50", 1200.5],
    ["1'200", 1200],
    ["1 200", 1200],
    ["12,00,000", 1_200_000],
    ["0.125", 0.125],
  ];
  for (const [raw, value] of cases)
    it(`${raw} › ${value}`, () => {
      expect(parseNumber(raw)).to.equal(value);
    });
});
