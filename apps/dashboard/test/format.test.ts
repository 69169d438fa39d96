import { expect } from "chai";
import {
  formatRelativeTime,
  formatUtcDate,
  formatDuration,
  formatDateTime,
  formatPrice,
  pluralize,
} from "../src/format.ts";
import { formatFilterValue } from "../src/search/filter-labels.ts";

describe("format", () => {
  it("formats prices, ranges, counts, dates and durations", () => {
    expect(formatPrice({ price: null, currency: null, pricePeriod: null })).to.equal("Price on request");
    expect(formatPrice({ price: 1200, currency: null, pricePeriod: "month" })).to.match(/^1.?200 per month$/);
    expect(formatPrice({ price: 1200, currency: "€", pricePeriod: null })).to.match(/^1.?200 €$/);
    expect(formatFilterValue("price", { max: 1200, currency: "E" })).to.match(/^up to 1.?200 E$/);
    expect(formatFilterValue("bedrooms", { min: 2, max: 2 })).to.equal("2");
    expect(formatFilterValue("yearBuilt", { min: 1990 })).to.equal("from 1990");
    expect(formatFilterValue("features", ["sea_view", "pool"])).to.equal("sea view, pool");
    expect([pluralize(1, "listing"), pluralize(2, "city", "cities")]).to.deep.equal(["1 listing", "2 cities"]);
    const now = Date.parse("2026-05-01T12:00:00Z");
    expect(formatRelativeTime("2026-05-01T11:57:00Z", now)).to.match(/3/);
    expect(formatDateTime("2026-05-01T11:57:00Z")).to.match(/(UTC|GMT|[A-Z]{3,4})/);
    expect(formatUtcDate("2026-05-01T00:00:00.000Z")).to.include("1").and.to.include("2026");
    expect([10, 60, 600, 3600, 2543, 3660].map(formatDuration)).to.deep.equal([
      "10 s",
      "1 min",
      "10 min",
      "1 h",
      "42 min 23 s",
      "1 h 1 min",
    ]);
  });
});
