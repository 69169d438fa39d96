import { expect } from "chai";
import { correctSpelling } from "../../src/text/correct-spelling.ts";
import { detectLanguages } from "../../src/text/detect-languages.ts";
import { TaggedQuery } from "../../src/text/tagged-query.ts";
import { tokenize } from "../../src/text/tokenize.ts";
import { NOW } from "../corpus.ts";
import { frozen } from "../frozen.ts";
import { vocabulary } from "../helpers.ts";

function tagUncorrected(text: string): TaggedQuery {
  const tokens = frozen(tokenize(text));
  return new TaggedQuery(text, tokens, detectLanguages(tokens), vocabulary, NOW);
}

const corrected = (text: string): string[] =>
  correctSpelling(tagUncorrected(text)).flatMap(({ correctedFrom, norm }) =>
    correctedFrom === undefined ? [] : `${correctedFrom} → ${norm}`,
  );

describe("correctSpelling", () => {
  const cases: [text: string, corrections: string[], reason: string][] = [
    ["aparment with balconny", ["aparment → apartment", "balconny → balcony"], "an edit distance of one"],
    ["flta in Leeds", ["flta → flat"], "two letters swapped in a short word"],
    ["hauss", ["hauss → haus"], "a doubled letter in a short word"],
    ["house with grge", ["grge → garage"], "no vowels"],
    ["house in Sacramneto", ["sacramneto → sacramento"], "a name of the listings"],
    ["San Franciscco house", ["franciscco → francisco"], "a word that completes a name"],
    ["house with franciscco", [], "a word of a name without the rest of the name"],
    ["cheap walkable house in London", [], "ordinary words and well-known places"],
    ["zorbly house", [], "no similar word"],
    ["bed 3000", [], "numbers and short words"],
  ];
  for (const [text, expected, reason] of cases)
    it(`${text} › ${expected.length === 0 ? "unchanged" : expected.join(", ")}: ${reason}`, () => {
      expect(corrected(text)).to.deep.equal(expected);
    });

  it("tokens › are new where corrected, and the others are the same", () => {
    const query = tagUncorrected("aparment in Leeds");
    const tokens = correctSpelling(query);
    expect(tokens.map((token, i) => token === query.tokens[i])).to.deep.equal([false, true, true]);
    expect(tokens[0]).to.deep.equal({ ...query.tokens[0], norm: "apartment", correctedFrom: "aparment" });
    expect(query.norm(0)).to.equal("aparment");
  });
});
