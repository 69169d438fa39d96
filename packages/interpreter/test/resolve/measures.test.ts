import { expect } from "chai";
import { mention, type Measure, type MeasuredField, type Mention } from "../../src/model.ts";
import { reduceMeasures } from "../../src/resolve/measures.ts";
import { reduceLimit, reduceSort } from "../../src/resolve/ordering.ts";
import type { Contribution } from "../../src/resolve/reducer.ts";
import { tagged } from "../readers/reading.ts";

const query = tagged("");
const measure = (field: MeasuredField, value: Measure, rest: Partial<Mention<"price">> = {}): Mention =>
  mention(field, 0, 1, value, rest);
const type = (name: string): Mention => mention("propertyType", 0, 1, { name, narrower: false });
const reduce = (...mentions: Mention[]): Contribution => reduceMeasures(query, mentions);

describe("reduceMeasures", () => {
  it("two limits › narrow the range", () => {
    const { filters, conflicts } = reduce(
      measure("price", { range: { min: 100 } }),
      measure("price", { range: { max: 300 }, currency: "EUR", period: "month" }),
    );
    expect(filters).to.deep.equal({ price: { min: 100, max: 300, currency: "EUR", period: "month" } });
    expect(conflicts).to.deep.equal([]);
  });

  it("alternatives › widen the range", () => {
    const { filters } = reduce(
      measure("bedrooms", { range: { min: 2, max: 2 } }),
      measure("bedrooms", { range: { min: 4 } }, { alternative: true }),
    );
    expect(filters).to.deep.equal({ bedrooms: { min: 2 } });
  });

  it("a contradiction › is reported, and the first range remains", () => {
    const { filters, conflicts } = reduce(
      measure("price", { range: { min: 500 } }),
      measure("price", { range: { max: 300 } }),
    );
    expect(filters).to.deep.equal({ price: { min: 500 } });
    expect(conflicts).to.deep.equal([{ field: "price", detail: '"" contradicts what came first, which is used' }]);
  });

  it("two currencies › are reported, and the first remains", () => {
    const { filters, conflicts } = reduce(
      measure("price", { range: { min: 100 }, currency: "EUR" }),
      measure("price", { range: { max: 300 }, currency: "GBP" }),
    );
    expect(filters).to.deep.equal({ price: { min: 100, max: 300, currency: "EUR" } });
    expect(conflicts?.map(({ field }) => field)).to.deep.equal(["price.currency"]);
  });

  it("areas in two units › are combined in the first unit, rounded outwards", () => {
    const { filters } = reduce(
      measure("area", { range: { min: 80 }, unit: "sqm" }),
      measure("area", { range: { max: 2000 }, unit: "sqft" }),
    );
    expect(filters).to.deep.equal({ area: { min: 80, max: 185.81, unit: "sqm" } });
  });

  it("a branch › widens the first range of each field and narrows the next ones, reported once per branch", () => {
    const { filters, conflicts } = reduce(
      measure("bedrooms", { range: { min: 2, max: 2 } }),
      measure("price", { range: { max: 300 } }),
      measure("bedrooms", { range: { min: 3, max: 3 } }, { branch: 1 }),
      measure("price", { range: { max: 450 } }, { branch: 1 }),
      measure("price", { range: { min: 100 } }, { branch: 1 }),
    );
    expect(filters).to.deep.equal({ bedrooms: { min: 2, max: 3 }, price: { min: 100, max: 450 } });
    expect(conflicts).to.deep.equal([
      {
        field: "bedrooms",
        detail: "alternatives cannot each have limits of their own; searched as widely as holds them all",
      },
    ]);
  });

  it("unwanted and preferred measures › are not used", () => {
    const { filters } = reduce(measure("price", { range: { min: 1 } }, { polarity: "unwanted" }));
    expect(filters).to.deep.equal({});
  });

  it("one bedroom for a studio or another type › includes studios, which have no bedroom", () => {
    const one = measure("bedrooms", { range: { min: 1, max: 1 } });
    expect(reduce(type("studio"), type("apartment"), one).filters).to.deep.equal({ bedrooms: { max: 1 } });
    expect(reduce(type("apartment"), one).filters).to.deep.equal({ bedrooms: { min: 1, max: 1 } });
  });
});

describe("reduceSort", () => {
  const sort = (field: "price" | "area" | "distance", order: "asc" | "desc", explicit = false): Mention =>
    mention("sort", 0, 1, { field, order, explicit });

  it("explicit orders › come first", () => {
    expect(reduceSort(query, [sort("price", "asc"), sort("area", "desc", true)]).sort).to.deep.equal([
      { field: "area", order: "desc" },
      { field: "price", order: "asc" },
    ]);
  });

  it("opposite orders of a field › are reported, and the first remains", () => {
    const { sort: result, conflicts } = reduceSort(query, [sort("price", "asc"), sort("price", "desc")]);
    expect(result).to.deep.equal([{ field: "price", order: "asc" }]);
    expect(conflicts).to.deep.equal([{ field: "sort", detail: '"" contradicts what came first, which is used' }]);
  });

  it("the size of land › is its lot area", () => {
    expect(reduceSort(query, [sort("area", "desc"), type("land")]).sort).to.deep.equal([
      { field: "lotArea", order: "desc" },
    ]);
  });

  it("the distance without a place › is reported", () => {
    const { sort: result, conflicts } = reduceSort(query, [sort("distance", "asc")]);
    expect(result).to.equal(undefined);
    expect(conflicts?.map(({ field }) => field)).to.deep.equal(["sort"]);
  });
});

describe("reduceLimit", () => {
  const limit = (value: number): Mention => mention("limit", 0, 1, value);

  it("two limits › the first remains, the second is reported", () => {
    const { limit: result, conflicts } = reduceLimit(query, [limit(10), limit(20)]);
    expect(result).to.equal(10);
    expect(conflicts).to.deep.equal([{ field: "limit", detail: "two limits; kept the first" }]);
  });

  it("more than 100 results › 100, with a conflict", () => {
    const { limit: result, conflicts } = reduceLimit(query, [limit(500)]);
    expect(result).to.equal(100);
    expect(conflicts?.map(({ field }) => field)).to.deep.equal(["limit"]);
  });

  it("no limit › contributes nothing", () => {
    expect(reduceLimit(query, [])).to.deep.equal({});
  });
});
