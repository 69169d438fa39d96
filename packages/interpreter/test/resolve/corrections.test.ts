import { expect } from "chai";
import { correctionsOf } from "../../src/resolve/corrections.ts";
import { mentioned } from "./resolving.ts";

const corrected = (text: string): string[] =>
  correctionsOf(...mentioned(text)).corrections.map(({ from, to }) => `${from} → ${to}`);

describe("correctionsOf", () => {
  const cases: [text: string, corrections: string[]][] = [
    ["aparment in Leeds", ["aparment → apartment"]],
    ["hause with balcny", ["hause → house", "balcny → balcony"]],
    ["house in Sacramneto", ["Sacramneto → Sacramento"]],
    ["house in San Franciscco", ["San Franciscco → San Francisco"]],
    ["house wihtout pool", ["wihtout → without"]],
    ["house in Leeds", []],
  ];
  for (const [text, expected] of cases)
    it(`${text} › ${expected.length === 0 ? "none" : expected.join(", ")}`, () => {
      expect(corrected(text)).to.deep.equal(expected);
    });

  it("a corrected word that nothing uses › is unknown, as it was written", () => {
    const [query, mentions] = mentioned("hause, zorbly wihtn zorbly");
    const { corrections, mentions: after } = correctionsOf(query, mentions);
    expect(corrections).to.deep.equal([{ from: "hause", to: "house" }]);
    expect(after.map(({ from, to }) => [from, to])).to.deep.equal(mentions.map(({ from, to }) => [from, to]));
    expect(after.filter(({ dimension }) => dimension === "unresolved")).to.have.length(3);
  });
});
