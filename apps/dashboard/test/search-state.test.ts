import type { Interpretation } from "@plat/client";
import { expect } from "chai";
import {
  searchStateToQuery,
  type SearchState,
  normalizeBox,
  toggleRange,
  parseSearchState,
  toSearchRequest,
  toggleValue,
  clearFilter,
  removeSpans,
  applySuggestion,
} from "../src/search/search-state.ts";

const query = "2 bed flat in Valencia, under 400k with a terrace";
const spanOf = (text: string, field: string) => ({
  start: query.indexOf(text),
  end: query.indexOf(text) + text.length,
  text,
  field,
  rule: "",
});
const interpretation: Interpretation = {
  filters: {
    bedrooms: { min: 2, max: 2 },
    propertyTypes: ["apartment"],
    cities: ["Valencia"],
    price: { max: 400_000 },
    features: ["terrace"],
  },
  spans: [
    spanOf("2 bed", "bedrooms"),
    spanOf("flat", "propertyTypes"),
    spanOf("Valencia", "cities"),
    spanOf("under 400k", "price"),
    spanOf("terrace", "features"),
  ],
  corrections: [],
  unresolved: [],
  conflicts: [],
  summary: "",
};
const state: SearchState = { query, filters: {}, sort: "", box: undefined, ownOnly: false };

describe("search state", () => {
  it("round-trips through the URL and ignores invalid members", () => {
    const full: SearchState = {
      query: "a & b = ü?",
      filters: { cities: ["L’Eliana"], price: { min: 1, currency: "EUR" } },
      sort: "-price",
      box: [-0.5, 39.4, -0.3, 39.5],
      ownOnly: true,
    };
    const address = Object.entries(searchStateToQuery(full)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    expect(parseSearchState(new URLSearchParams(new URLSearchParams(address).toString()))).to.deep.equal(full);
    expect(parseSearchState(new URLSearchParams("f=[1]&sort=nonsense&box=1,2"))).to.deep.equal({ ...state, query: "" });
  });

  it("converts to an API request", () => {
    const request = toSearchRequest(
      { ...state, sort: "pricePerArea", box: [1, 2, 3, 4], ownOnly: true },
      { limit: 20, zoom: 7 },
    );
    expect(request).to.deep.include({
      query,
      geo: { bbox: [1, 2, 3, 4] },
      sort: [{ field: "pricePerArea", order: "asc" }],
      filterByOrganization: true,
      map: { precision: 7 },
    });
    expect(toSearchRequest({ ...state, query: " " }, { limit: 5 })).to.have.all.keys(
      "limit",
      "facets",
      "includeBranding",
    );
  });

  it("removeSpans removes the words of a span with their connectives, and no other words", () => {
    const remaining = (text: string): string => removeSpans(query, [spanOf(text, "")]);
    expect(remaining("terrace")).to.equal("2 bed flat in Valencia, under 400k");
    expect(remaining("Valencia")).to.equal("2 bed flat, under 400k with a terrace");
    expect(removeSpans("pool and terrace", [{ start: 0, end: 4 }])).to.equal("terrace");
    expect(remaining("2 bed")).to.equal("flat in Valencia, under 400k with a terrace");
  });

  it("normalizeBox covers the whole earth for a wider map and supports the antimeridian", () => {
    expect(normalizeBox([-250, -95, 250, 95])).to.deep.equal([-180, -90, 180, 90]);
    expect(normalizeBox([170, -20, 190, 10])).to.deep.equal([170, -20, -170, 10]);
  });

  it("trims the query, because span offsets of the API refer to the trimmed query", () => {
    expect(parseSearchState(new URLSearchParams("q=%202 bed ")).query).to.equal("2 bed");
  });

  it("toggleValue adds a value to the interpreted filter and removes its words with the last value", () => {
    expect(toggleValue(state, interpretation, "cities", "Leiden").filters).to.deep.equal({
      cities: ["Valencia", "Leiden"],
    });
    const without = toggleValue(state, interpretation, "cities", "VALENCIA");
    expect([without.query.includes("Valencia"), without.filters]).to.deep.equal([false, {}]);
    expect(toggleValue(state, interpretation, "features", "swimming_pool").filters).to.deep.equal({
      features: ["terrace", "swimming_pool"],
    });
  });

  it("toggleRange overrides the interpreted range, retains the currency and clears a selected range", () => {
    const euros = { ...state, filters: { price: { max: 9, currency: "EUR" } } };
    const set = toggleRange(euros, interpretation, "price", { min: 100, max: 200 });
    expect(set.filters.price).to.deep.include({ min: 100, max: 200, currency: "EUR" });
    expect(toggleRange(set, interpretation, "price", { min: 100, max: 200 }).filters).to.deep.equal({});
    expect(toggleRange(state, interpretation, "bedrooms", { min: 2, max: 2 }).query).to.equal(
      "flat in Valencia, under 400k with a terrace",
    );
  });

  it("applySuggestion clears a filter, changes one bound or removes it", () => {
    expect(applySuggestion(state, interpretation, { filter: "price.max", to: 450_000 }).filters).to.deep.equal({
      price: { max: 450_000 },
    });
    expect(applySuggestion(state, interpretation, { filter: "price.max" }).query).to.equal(
      "2 bed flat in Valencia, with a terrace",
    );
    expect(applySuggestion(state, interpretation, { filter: "bedrooms.min" }).filters).to.deep.equal({
      bedrooms: { max: 2 },
    });
    const groups = { ...state, filters: { anyFeatures: [["pool", "garden"], ["lift"]] } };
    const dropped = applySuggestion(groups, interpretation, { filter: "anyFeatures.0" });
    expect(dropped.filters).to.deep.equal({ anyFeatures: [["lift"]] });
    expect(applySuggestion(dropped, interpretation, { filter: "anyFeatures.0" }).filters).to.deep.equal({});
    expect(clearFilter({ ...state, box: [1, 2, 3, 4] }, "geo", interpretation).box).to.equal(undefined);
  });
});
