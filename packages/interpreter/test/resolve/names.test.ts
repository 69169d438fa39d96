import { expect } from "chai";
import { mention, type Filters, type Mention, type Polarity } from "../../src/model.ts";
import {
  reduceFeatures,
  reduceListingType,
  reduceNames,
  reduceStatus,
  reduceText,
  withoutContradictions,
} from "../../src/resolve/names.ts";
import type { Reducer } from "../../src/resolve/reducer.ts";
import { frozen } from "../frozen.ts";
import { tagged } from "../readers/reading.ts";

const query = tagged("for sale or to rent");
const reduceAll = (reducer: Reducer, ...mentions: Mention[]): ReturnType<Reducer> => reducer(query, frozen(mentions));
const type = (name: string, polarity: Polarity = "wanted"): Mention =>
  mention("propertyType", 0, 1, { name, narrower: false }, { polarity });
const feature = (name: string, rest: { polarity?: Polarity; alternative?: boolean } = {}): Mention =>
  mention("feature", 0, 1, { name }, rest);

describe("reduceNames", () => {
  it("types and categories › filter by each name once; unwanted types exclude", () => {
    const category = mention("propertyCategory", 0, 1, { name: "Commercial" });
    const mentions = [type("flat"), type("house"), type("flat"), type("studio", "unwanted"), category, category];
    expect(reduceAll(reduceNames, ...mentions).filters).to.deep.equal({
      propertyTypes: ["flat", "house"],
      excludePropertyTypes: ["studio"],
      propertyCategories: ["Commercial"],
    });
  });

  it("no names › contribute no filters", () => {
    expect(reduceAll(reduceNames, feature("pool")).filters).to.deep.equal({});
  });
});

describe("reduceFeatures", () => {
  it("features › are required; unwanted ones are excluded, preferred ones neither", () => {
    const { filters } = reduceAll(
      reduceFeatures,
      feature("pool"),
      feature("lift", { polarity: "unwanted" }),
      feature("garden", { polarity: "preferred" }),
      feature("pool"),
    );
    expect(filters).to.deep.equal({ features: ["pool"], excludeFeatures: ["lift"] });
  });

  it("features joined by or › are a group of alternatives", () => {
    const { filters } = reduceAll(
      reduceFeatures,
      feature("pool"),
      feature("garden"),
      feature("terrace", { alternative: true }),
      feature("lift"),
      feature("lift", { alternative: true }),
    );
    expect(filters).to.deep.equal({ features: ["pool", "lift"], anyFeatures: [["garden", "terrace"]] });
  });
});

describe("reduceListingType", () => {
  const sale = mention("listingType", 0, 2, "sale");
  const rent = mention("listingType", 3, 5, "rent");

  it("one type › is the filter", () => {
    expect(reduceAll(reduceListingType, rent)).to.deep.equal({ filters: { listingType: "rent" } });
  });

  it("alternatives › are no filter", () => {
    expect(reduceAll(reduceListingType, sale, { ...rent, alternative: true })).to.deep.equal({});
  });

  it("a contradiction › keeps the first and is a conflict", () => {
    const { filters, conflicts } = reduceAll(reduceListingType, sale, rent);
    expect(filters).to.deep.equal({ listingType: "sale" });
    expect(conflicts).to.deep.equal([
      { field: "listingType", detail: 'for sale and to rent; kept sale, not "to rent"' },
    ]);
  });
});

describe("reduceStatus", () => {
  it("statuses › filter by each once; an unwanted one means active listings", () => {
    const sold = mention("status", 0, 1, "sold");
    const pending = mention("status", 1, 2, "pending");
    expect(reduceAll(reduceStatus, sold, pending, sold).filters).to.deep.equal({ status: ["sold", "pending"] });
    expect(reduceAll(reduceStatus, { ...sold, polarity: "unwanted" }).filters).to.deep.equal({ status: ["active"] });
    expect(reduceAll(reduceStatus)).to.deep.equal({});
  });
});

describe("reduceText", () => {
  it("quotations › are one text, without unwanted ones", () => {
    const quoted = (text: string, polarity: Polarity = "wanted"): Mention => mention("text", 0, 1, text, { polarity });
    expect(reduceAll(reduceText, quoted("sea view"), quoted("mill"), quoted("pool", "unwanted"))).to.deep.equal({
      text: "sea view mill",
    });
    expect(reduceAll(reduceText)).to.deep.equal({});
  });
});

describe("withoutContradictions", () => {
  const filters: Filters = frozen({ features: ["pool", "lift"], excludeFeatures: ["pool"], cities: ["Leeds"] });

  it("a name that is wanted and unwanted › keeps what is first in the query", () => {
    const wanted = withoutContradictions(filters, ["features", "excludeFeatures"]);
    expect(wanted.filters).to.deep.equal({ features: ["pool", "lift"], cities: ["Leeds"] });
    const unwanted = withoutContradictions(filters, ["excludeFeatures", "features"]);
    expect(unwanted.filters).to.deep.equal({ features: ["lift"], excludeFeatures: ["pool"], cities: ["Leeds"] });
    expect(unwanted.conflicts).to.deep.equal([
      { field: "features", detail: "pool is both wanted and unwanted; kept what came first: excludeFeatures" },
    ]);
  });

  it("no contradiction › the same filters", () => {
    const consistent: Filters = { features: ["lift"], excludeFeatures: ["pool"] };
    expect(withoutContradictions(consistent, [])).to.deep.equal({ filters: consistent, conflicts: [] });
  });
});
