import type { Interpretation } from "@plat/client";
import { expect } from "chai";
import type { SearchState } from "../src/search/search-state.ts";
import { applyFilterForm, groupsText, listText, listFilters, readFilters } from "../src/search/filter-form.ts";

const query = "2 bed  flat in Washington, D.C. to rent, under 1200 a month";
const span = (text: string, field: string) => ({
  start: query.indexOf(text),
  end: query.indexOf(text) + text.length,
  text,
  field,
  rule: "",
});
const filters: Interpretation["filters"] = {
  bedrooms: { min: 2, max: 2 },
  propertyTypes: ["apartment"],
  cities: ["Washington, D.C."],
  listingType: "rent",
  price: { max: 1200, period: "month" },
};
const interpretation: Interpretation = {
  filters,
  spans: [
    span("2 bed", "bedrooms"),
    span("flat", "propertyTypes"),
    span("Washington, D.C.", "cities"),
    span("to rent", "listingType"),
    span("under 1200 a month", "price"),
  ],
  corrections: [],
  unresolved: [],
  conflicts: [],
  summary: "",
};
const state: SearchState = { query, filters: {}, sort: "", box: undefined, ownOnly: false };

/** Reads the form as it is filled initially, with some controls changed. */
function read(changes: Record<string, string> = {}): Record<string, unknown> {
  const filled: Record<string, string> = {
    "bedrooms.min": "2",
    "bedrooms.max": "2",
    "price.max": "1200",
    "price.period": "month",
    listingType: "rent",
    ...Object.fromEntries(listFilters.map((filterName) => [filterName, listText(filters[filterName])])),
    ...changes,
  };
  return readFilters((name) => filled[name] ?? "", filters);
}

describe("filter form", () => {
  it("changes nothing if no control was changed: retains the rent period and a name with a comma", () => {
    expect(applyFilterForm(state, interpretation, read())).to.deep.equal(state);
  });

  it("sets only the changed filters", () => {
    expect(applyFilterForm(state, interpretation, read({ "price.max": "1500" })).filters).to.deep.equal({
      price: { max: 1500, period: "month" },
    });
    expect(applyFilterForm(state, interpretation, read({ cities: "Leiden, Delft" })).filters).to.deep.equal({
      cities: ["Leiden", "Delft"],
    });
  });

  it("reads groups of alternative features, and retains unchanged groups with their names", () => {
    expect(
      applyFilterForm(state, interpretation, read({ anyFeatures: "pool or  garden, lift ," })).filters,
    ).to.deep.equal({
      anyFeatures: [["pool", "garden"], ["lift"]],
    });
    const anyFeatures = [["double or triple glazing", "lift"]];
    const initial = readFilters((name) => (name === "anyFeatures" ? groupsText(anyFeatures) : ""), { anyFeatures });
    expect(initial["anyFeatures"]).to.equal(anyFeatures);
  });

  it("clears emptied filters and removes their words from the query", () => {
    const emptied = { "bedrooms.min": "", "bedrooms.max": "", "price.max": "", "price.period": "", propertyTypes: "" };
    const next = applyFilterForm(state, interpretation, read(emptied));
    expect(next.query).to.equal("in Washington, D.C. to rent");
    expect(next.filters).to.deep.equal({});
  });
});
