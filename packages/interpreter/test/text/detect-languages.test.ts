import { expect } from "chai";
import { languages } from "../../src/languages/index.ts";
import { detectLanguages } from "../../src/text/detect-languages.ts";
import { splitCompounds } from "../../src/text/split-compounds.ts";
import { tokenize } from "../../src/text/tokenize.ts";
import { frozen } from "../frozen.ts";

function detected(text: string): string {
  const bits = detectLanguages(frozen(splitCompounds(frozen(tokenize(text)))));
  return languages.flatMap(({ code }, i) => ((bits & (1 << i)) === 0 ? [] : code)).join(" ");
}

describe("detectLanguages", () => {
  const cases: [text: string, codes: string, reason: string][] = [
    ["3 bed house", "en", "English counts always"],
    ["piso en Madrid", "en es", "a word of one language"],
    ["Wohnung in München", "en de", "a word of one language"],
    ["appartement à Nice", "en fr", "a word of one language"],
    ["apartamento em Lisboa", "en pt", "the language with most of the words"],
    ["appartamento a Roma", "en it", "a word of one language"],
    ["casa com piscina", "en pt", "the language with most of the words"],
    ["casa", "en es pt it", "a word of several languages"],
    ["flat in Berlin with Balkon", "en de", "words of two languages"],
    ["Mietwohnung", "en de", "the parts of a compound"],
    ["où", "en fr", "the spelling"],
    ["house in Nice", "en", "no names of places"],
  ];
  for (const [text, codes, reason] of cases)
    it(`${text} › ${codes}: ${reason}`, () => {
      expect(detected(text)).to.equal(codes);
    });
});

describe("splitCompounds", () => {
  it("a compound of known parts › is two tokens that share its place", () => {
    const parts = splitCompounds(frozen(tokenize("Mietwohnung")));
    expect(parts.map(({ norm, start, end, glued }) => [norm, start, end, glued])).to.deep.equal([
      ["miet", 0, 4, false],
      ["wohnung", 4, 11, true],
    ]);
  });

  it("other words › are the same tokens", () => {
    const tokens = frozen(tokenize("haus Mietvertrag 3"));
    splitCompounds(tokens).forEach((token, i) => expect(token).to.equal(tokens[i]));
  });
});
