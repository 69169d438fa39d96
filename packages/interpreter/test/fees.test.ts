import { expect } from "chai";
import { observed } from "./corpus.ts";
import { vocabulary } from "./helpers.ts";

const house = { propertyTypes: ["house"] };
const flat = { propertyTypes: ["apartment"] };

function hold(rows: readonly (readonly [query: string, expected: object])[]): void {
  for (const [query, expected] of rows) expect(observed(query, vocabulary), query).to.deep.equal(expected);
}

describe("money that is not the price", () => {
  it("deposits, income, taxes and bank payments are reported, and are neither price nor feature", () => {
    const leeds = { ...house, cities: ["Leeds"], price: { max: 250_000 } };
    hold([
      ["house in Leeds up to 250k, deposit 30k", { ...leeds, unresolved: ["deposit 30k"] }],
      ["my deposit is 30k, house in Leeds up to 250k", { ...leeds, unresolved: ["deposit is 30k"] }],
      ["house in Leeds up to 250k with 10k deposit", { ...leeds, unresolved: ["10k deposit"] }],
      ["house in Leeds up to 250k, 10% deposit", { ...leeds, unresolved: ["10% deposit"] }],
      ["house in Leeds 250k deposit 30k", { ...leeds, unresolved: ["deposit 30k"] }],
      ["house in Leeds up to 250k, 30k as a deposit", { ...leeds, unresolved: ["30k as a deposit"] }],
      ["I earn 50k a year and want a flat", { ...flat, unresolved: ["earn 50k a year"] }],
      ["flat in Leeds, salary 50k", { ...flat, cities: ["Leeds"], unresolved: ["salary 50k"] }],
      ["house taxes under 5000 Denver", { ...house, cities: ["Denver"], unresolved: ["taxes under 5000"] }],
      [
        "monthly payment under 2000 house Denver",
        { ...house, cities: ["Denver"], unresolved: ["monthly payment under 2000"] },
      ],
      ["house in Denver, HOA under $500", { ...house, cities: ["Denver"], unresolved: ["HOA under $500"] }],
      [
        "Haus in Berlin, Eigenkapital 50.000 €",
        { ...house, cities: ["Berlin"], unresolved: ["Eigenkapital 50.000 €"] },
      ],
      ["maison à Lyon, apport 30000 €", { ...house, cities: ["Lyon"], unresolved: ["apport 30000 €"] }],
    ]);
  });

  it("a price next to it remains a price", () => {
    hold([
      ["flat in Leeds 900 pcm", { ...flat, cities: ["Leeds"], price: { max: 900, period: "month" } }],
      ["budget 300k house in Leeds", { ...house, cities: ["Leeds"], price: { max: 300_000 } }],
    ]);
  });
});
