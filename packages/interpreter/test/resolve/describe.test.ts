import { expect } from "chai";
import type { Filters } from "../../src/model.ts";
import { describe as describeResult } from "../../src/resolve/describe.ts";
import { frozen } from "../frozen.ts";

type Result = Parameters<typeof describeResult>[0];
const empty: Result = { filters: {}, spans: [], corrections: [], unresolved: [], conflicts: [] };
const summary = (rest: Partial<Result>, ...notes: string[]): string =>
  describeResult(frozen({ ...empty, ...rest }), notes);

describe("describe", () => {
  const cases: [filters: Filters, text: string][] = [
    [{}, "Any property."],
    [{ propertyTypes: ["apartment", "tiny_house"] }, "Apartment or tiny house."],
    [{ status: ["sold", "pending"], propertyTypes: ["house"] }, "Sold or pending: house."],
    [{ listingType: "rent", excludePropertyTypes: ["studio"] }, "Any property, no studio, for rent."],
    [{ communities: ["Soho"], cities: ["London", "York"] }, "Any property, in Soho, London or York."],
    [{ excludeCities: ["Leeds"] }, "Any property, not in Leeds."],
    [{ bedrooms: { min: 1, max: 1 }, bathrooms: { min: 2 } }, "Any property, 1 bedroom, at least 2 bathrooms."],
    [{ price: { max: 1_250_000, currency: "EUR" } }, "Any property, price up to 1,250,000 EUR."],
    [{ price: { min: 900, max: 1200, period: "month" } }, "Any property, price 900 to 1,200 per month."],
    [{ area: { min: 92.903, unit: "sqm" } }, "Any property, at least 92.9 sqm."],
    [{ lotArea: { max: 2, unit: "acre" as "sqm" } }, "Any property, land of up to 2 acre."],
    [{ yearBuilt: { min: 1990 }, floor: { max: 3 } }, "Any property, built at least 1990, floor up to 3."],
    [
      { features: ["sea_view", "lift"], anyFeatures: [["garden", "terrace"]], excludeFeatures: ["pool"] },
      "Any property, with sea view and lift, with garden or terrace, without pool.",
    ],
    [{ publishedAfter: "2026-11-01T00:00:00.000Z" }, "Any property, listed since 2026-11-01."],
  ];
  for (const [filters, text] of cases)
    it(`${JSON.stringify(filters)} › ${text}`, () => {
      expect(summary({ filters })).to.equal(text);
    });

  it("a distance › names the place with its city and region, or the coordinates", () => {
    const place = { name: "Soho", level: "community" as const, city: "London", region: "England" };
    expect(summary({ near: { place, distance: 5, unit: "km" } })).to.equal(
      "Any property, within 5 km of Soho, London, England.",
    );
    const geo = { radius: { lat: 38.58, lon: -121.49, distance: 2, unit: "mi" as const } };
    expect(summary({ geo })).to.equal("Any property, within 2 mi of 38.58, -121.49.");
  });

  it("text, sort order and limit › come last", () => {
    const sort: Result["sort"] = [
      { field: "price", order: "asc" },
      { field: "area", order: "desc" },
    ];
    expect(summary({ text: "mill", sort, limit: 5 })).to.equal(
      'Any property, mentioning "mill", sorted by price ascending, then area descending, first 5.',
    );
  });

  it("notes and unresolved words › are further sentences", () => {
    expect(summary({ unresolved: ["cozy", "zorbly"] }, "prices are per month")).to.equal(
      "Any property. Prices are per month. Not used: cozy, zorbly.",
    );
  });
});
