import { expect } from "chai";
import { fee, feeAfterAmount } from "../../src/readers/fee.ts";
import { labelledPrice, price } from "../../src/readers/price.ts";
import { signedAmount } from "../../src/readers/signed.ts";
import { rooms } from "../../src/readers/rooms.ts";
import { valuesOf } from "./reading.ts";

const RULES = [fee, signedAmount([[rooms], [price]]), labelledPrice, rooms, feeAfterAmount, price];

const wordsOf = (text: string): [string, string][] =>
  valuesOf(RULES, text).map(([words, dimension]) => [words, dimension]);

describe("fee reader", () => {
  for (const text of [
    "HOA under $500",
    "deposit is 30k",
    "I earn 50k a year",
    "taxes under 5000",
    "10k deposit",
    "30k as a deposit",
    "20 % down payment",
    "Kaution von 2000 Euro",
  ])
    it(`${text} › is reported, not read as a price`, () => {
      const read = wordsOf(text);
      expect(read.map(([, dimension]) => dimension)).to.deep.equal(["unresolved"]);
      expect(text.endsWith(read[0]?.[0] ?? "?")).to.equal(true);
    });

  it("a price before a fee with its own amount › remains a price", () => {
    expect(wordsOf("300k deposit 30k")).to.deep.equal([
      ["300k", "price"],
      ["deposit 30k", "unresolved"],
    ]);
  });
});

describe("reader of signed amounts", () => {
  for (const text of ["-3 bed", "under -300k", "between -2 and 4 beds", "-5"])
    it(`${text} › is reported as one phrase`, () => {
      expect(wordsOf(text)).to.deep.equal([[text, "unresolved"]]);
    });

  it("a dash between numbers › forms a range", () => {
    expect(wordsOf("200k-300k")).to.deep.equal([["200k-300k", "price"]]);
  });
});
