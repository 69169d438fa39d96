import type { Interpretation } from "@plat/client";
import { expect } from "chai";
import {
  addressOf,
  type Asked,
  boxOf,
  rangeToggled,
  readAsked,
  requestOf,
  toggled,
  withoutFilter,
  withoutSpans,
  withSuggestion,
} from "../src/search/search-state.ts";

const query = "2 bed flat in Valencia, under 400k with a terrace";
const spanOf = (text: string, field: string) => ({
  start: query.indexOf(text),
  end: query.indexOf(text) + text.length,
  text,
  field,
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
const asked: Asked = { query, filters: {}, order: "", box: undefined, isOwn: false };

describe("what is asked for", () => {
  it("survives the address bar, whatever it is", () => {
    const full: Asked = {
      query: "a & b = ü?",
      filters: { cities: ["L’Eliana"], price: { min: 1, currency: "EUR" } },
      order: "-price",
      box: [-0.5, 39.4, -0.3, 39.5],
      isOwn: true,
    };
    const address = Object.entries(addressOf(full)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    expect(readAsked(new URLSearchParams(new URLSearchParams(address).toString()))).to.deep.equal(full);
    expect(readAsked(new URLSearchParams("f=[1]&sort=nonsense&box=1,2"))).to.deep.equal({ ...asked, query: "" });
  });

  it("becomes the request that any program would send", () => {
    const request = requestOf(
      { ...asked, order: "pricePerArea", box: [1, 2, 3, 4], isOwn: true },
      { limit: 20, zoom: 7 },
    );
    expect(request).to.deep.include({
      query,
      geo: { bbox: [1, 2, 3, 4] },
      sort: [{ field: "pricePerArea", order: "asc" }],
      filterByOrganization: true,
      map: { precision: 7 },
    });
    expect(requestOf({ ...asked, query: " " }, { limit: 5 })).to.have.all.keys("limit", "facets", "includeBranding");
  });

  it("loses the words of a chip that is removed, and no others", () => {
    const remaining = (text: string): string => withoutSpans(query, [spanOf(text, "")]);
    expect(remaining("terrace")).to.equal("2 bed flat in Valencia, under 400k");
    expect(remaining("Valencia")).to.equal("2 bed flat, under 400k with a terrace");
    expect(withoutSpans("pool and terrace", [{ start: 0, end: 4 }])).to.equal("terrace");
    expect(remaining("2 bed")).to.equal("flat in Valencia, under 400k with a terrace");
  });

  it("searches all of the earth when the map shows it more than once, and over the date line", () => {
    expect(boxOf([-250, -95, 250, 95])).to.deep.equal([-180, -90, 180, 90]);
    expect(boxOf([170, -20, 190, 10])).to.deep.equal([170, -20, -170, 10]);
  });

  it("reads a shared query without the blanks around it, at which the service does not count", () => {
    expect(readAsked(new URLSearchParams("q=%202 bed ")).query).to.equal("2 bed");
  });

  it("adds a facet to what the words mean, and removes the words with the last value", () => {
    expect(toggled(asked, interpretation, "cities", "Leiden").filters).to.deep.equal({
      cities: ["Valencia", "Leiden"],
    });
    const without = toggled(asked, interpretation, "cities", "VALENCIA");
    expect([without.query.includes("Valencia"), without.filters]).to.deep.equal([false, {}]);
    expect(toggled(asked, interpretation, "features", "swimming_pool").filters).to.deep.equal({
      features: ["terrace", "swimming_pool"],
    });
  });

  it("sets a range over the words, keeps its currency, and takes it away when chosen again", () => {
    const euros = { ...asked, filters: { price: { max: 9, currency: "EUR" } } };
    const set = rangeToggled(euros, interpretation, "price", { min: 100, max: 200 });
    expect(set.filters.price).to.deep.include({ min: 100, max: 200, currency: "EUR" });
    expect(rangeToggled(set, interpretation, "price", { min: 100, max: 200 }).filters).to.deep.equal({});
    expect(rangeToggled(asked, interpretation, "bedrooms", { min: 2, max: 2 }).query).to.equal(
      "flat in Valencia, under 400k with a terrace",
    );
  });

  it("follows a suggestion: drops a filter, moves one end, or lifts it", () => {
    expect(withSuggestion(asked, interpretation, { filter: "price.max", to: 450_000 }).filters).to.deep.equal({
      price: { max: 450_000 },
    });
    expect(withSuggestion(asked, interpretation, { filter: "price.max" }).query).to.equal(
      "2 bed flat in Valencia, with a terrace",
    );
    expect(withSuggestion(asked, interpretation, { filter: "bedrooms.min" }).filters).to.deep.equal({
      bedrooms: { max: 2 },
    });
    expect(withoutFilter({ ...asked, box: [1, 2, 3, 4] }, "geo", interpretation).box).to.equal(undefined);
  });
});
