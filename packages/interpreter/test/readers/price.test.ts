import { expect } from "chai";
import { labelledPrice, price, priceAfterPeriod, wordAfterPrice } from "../../src/readers/price.ts";
import { readWith, valuesOf } from "./reading.ts";

const RULES = [wordAfterPrice, labelledPrice, price, priceAfterPeriod];

/** Range, currency and period of the first price. */
function priceOf(text: string): unknown {
  const one = readWith(RULES, text).find((m) => m.dimension === "price");
  if (one?.dimension !== "price") return undefined;
  const { range, currency, period } = one.value;
  return { ...range, ...(currency ? { currency } : {}), ...(period ? { period } : {}) };
}

describe("price reader", () => {
  const cases: [text: string, price: object | undefined][] = [
    ["under 320k", { max: 320_000 }],
    ["£1.4m max", { max: 1_400_000, currency: "GBP" }],
    ["max 1.250m", { max: 1_250_000 }],
    ["half a million max", { max: 500_000 }],
    ["below 2 crore", { max: 20_000_000, currency: "INR" }],
    ["between 300 and 450k", { min: 300_000, max: 450_000 }],
    ["from 900k to 1.2m", { min: 900_000, max: 1_200_000 }],
    ["around 200k", { min: 180_000, max: 220_000 }],
    ["min 200 max 300k", { min: 200_000 }],
    ["£800 per week max", { max: 800, currency: "GBP", period: "week" }],
    ["monthly under 7000", { max: 7000, period: "month" }],
    ["Wohnung 550 T€", { max: 550_000, currency: "EUR" }],
    ["Wohnung 550 TEUR", { max: 550_000, currency: "EUR" }],
    ["max price of 300k", { max: 300_000 }],
    ["two hundred and fifty thousand max", { max: 250_000 }],
    ["250000", { max: 250_000 }],
    ["250", undefined],
    ["under 0m", undefined],
    ["3 bed", undefined],
    ["under 30 days", undefined],
  ];
  for (const [text, expected] of cases)
    it(`${text} › ${expected === undefined ? "is no price" : JSON.stringify(expected)}`, () => {
      expect(priceOf(text)).to.deep.equal(expected);
    });

  it("a small amount › is a price after a label", () => {
    expect(priceOf("budget: 90")).to.deep.equal({ max: 90 });
  });

  it("a label for rent › is the listing type, with its rent period", () => {
    expect(valuesOf(RULES, "monthly rent under 1000")).to.deep.equal([
      ["monthly rent", "listingType", "rent"],
      [
        "under 1000",
        "price",
        {
          range: { max: 1000 },
          comparison: "lt",
          opposite: { min: 1000 },
          strict: true,
          usual: "limit",
          period: "month",
        },
      ],
    ]);
  });

  it("a German word for rent after the price › is the listing type", () => {
    const read = valuesOf(RULES, "Wohnung 900 bis 1.200 Euro Miete").map(([words, dimension]) => [words, dimension]);
    expect(read).to.deep.equal([
      ["900 bis 1.200 Euro", "price"],
      ["Miete", "listingType"],
    ]);
  });

  it("a rent with or without heating › also reports the word for it", () => {
    const [one] = readWith(RULES, "800 Euro warm Wohnung");
    expect(one?.alsoUnresolved).to.deep.equal([[2, 3]]);
  });

  it("a price per area › is reported, not read", () => {
    expect(valuesOf(RULES, "under $200 per sqft").map(([words, dimension]) => [words, dimension])).to.deep.equal([
      ["under $200 per sqft", "unresolved"],
    ]);
  });

  it("a number that may be a year › is reported, unless the query is about rent", () => {
    expect(readWith(RULES, "house from 1990").map(({ dimension }) => dimension)).to.deep.equal(["unresolved"]);
    expect(priceOf("for rent from 1990")).to.deep.equal({ min: 1990 });
  });

  it("only a comparison before its number that excludes it › is strict", () => {
    const strictness = (text: string): unknown => {
      const [one] = readWith(RULES, text);
      return one?.dimension === "price" ? one.value.strict : undefined;
    };
    expect(strictness("over 300k")).to.equal(true);
    expect(strictness("at least 300k")).to.equal(false);
    expect(strictness("300k or more")).to.equal(false);
    expect(strictness("300k")).to.equal(undefined);
  });
});
