import type { Interpretation } from "@plat/client";
import { expect } from "chai";
import type { Asked } from "../src/search/search-state.ts";
import { changed, listText, lists, readFilters } from "../src/search/filter-form.ts";

const query = "2 bed  flat in Washington, D.C. to rent, under 1200 a month";
const span = (text: string, field: string) => ({
  start: query.indexOf(text),
  end: query.indexOf(text) + text.length,
  text,
  field,
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
const asked: Asked = { query, filters: {}, order: "", box: undefined, isOwn: false };

/** The controls as the form fills them, some changed by a person. */
function read(changes: Record<string, string> = {}): Record<string, unknown> {
  const filled: Record<string, string> = {
    "bedrooms.min": "2",
    "bedrooms.max": "2",
    "price.max": "1200",
    "price.period": "month",
    listingType: "rent",
    ...Object.fromEntries(lists.map((root) => [root, listText(filters[root])])),
    ...changes,
  };
  return readFilters((name) => filled[name] ?? "", filters);
}

describe("the form of the filters", () => {
  it("changes nothing when nothing was changed: no rent period is lost, no name with a comma parted", () => {
    expect(changed(asked, interpretation, read())).to.deep.equal(asked);
  });

  it("sets by hand only what was changed", () => {
    expect(changed(asked, interpretation, read({ "price.max": "1500" })).filters).to.deep.equal({
      price: { max: 1500, period: "month" },
    });
    expect(changed(asked, interpretation, read({ cities: "Leiden, Delft" })).filters).to.deep.equal({
      cities: ["Leiden", "Delft"],
    });
  });

  it("takes away all that was emptied, with its words", () => {
    const emptied = { "bedrooms.min": "", "bedrooms.max": "", "price.max": "", "price.period": "", propertyTypes: "" };
    const next = changed(asked, interpretation, read(emptied));
    expect(next.query).to.equal("in Washington, D.C. to rent");
    expect(next.filters).to.deep.equal({});
  });
});
