import { expect } from "chai";
import type { SearchFixture } from "./support/search-fixture.ts";
import { startListingsFixture } from "./support/search-listings.ts";

describe("POST /properties/search: facets, clusters and zero-result suggestions", () => {
  let fixture: SearchFixture;
  before(async () => {
    ({ fixture } = await startListingsFixture());
  });
  after(() => fixture.stop());

  it("ignores a facet's own filter in its counts, including the default status", async () => {
    const { facets } = await fixture.search({
      filters: { propertyTypes: ["condo"], features: ["sea_view"] },
      facets: ["propertyType", "features", "status", "bedrooms", "city", "price"],
    });
    expect(facets?.propertyType).to.have.deep.members([
      { value: "Condo", count: 1 },
      { value: "Flat", count: 1 },
    ]);
    expect(facets?.features).to.deep.equal([
      { value: "Sea views", count: 2 },
      { value: "Pool", count: 1 },
    ]);
    expect(facets?.bedrooms).to.have.deep.members([
      { value: 1, count: 1 },
      { value: 2, count: 1 },
    ]);
    expect(facets?.price).to.deep.equal([
      { from: 150_000, to: 200_000, count: 1 },
      { from: 200_000, to: 250_000, count: 1 },
    ]);
    const all = await fixture.search({ facets: ["status", "features"] });
    expect(all.facets?.status).to.deep.equal([
      { value: "active", count: 14 },
      { value: "sold", count: 1 },
    ]);
    expect(all.facets?.features?.[0]?.count).to.equal(2);
  });

  it("counts the price facet by the requested currency and period, regardless of the range", async () => {
    const prices = async (price: object): Promise<object[] | undefined> =>
      (await fixture.search({ filters: { price, status: ["active"] }, facets: ["price"] })).facets?.price;
    const euros = [{ from: 400_000, to: 500_000, count: 1 }];
    expect(await prices({ max: 450_000, currency: "EUR" })).to.deep.equal(euros);
    expect(await prices({ max: 1, currency: "EUR" })).to.deep.equal(euros);
    expect(await prices({ currency: "EUR" })).to.deep.equal(euros);
    // 300 per week and 1300 per month are the same rent; 1301 per month is in the same bucket.
    expect(await prices({ max: 1, period: "month" })).to.deep.equal([{ from: 1000, to: 1500, count: 3 }]);
    expect(await prices({ min: 0, period: "week" })).to.deep.equal([{ from: 300, to: 400, count: 3 }]);
  });

  it("suggests another end of a price range within the same currency", async () => {
    const { suggestions } = await fixture.search({ filters: { price: { max: 1, currency: "EUR" } } });
    expect(suggestions).to.deep.equal([{ filter: "price.max", count: 1 }]);
  });

  it("suggests to drop the whole price filter if no listing has its currency or period", async () => {
    const suggested = async (price: object, more: object = {}): Promise<object[]> =>
      (await fixture.search({ filters: { price, ...more } })).suggestions ?? [];
    const total = async (filters: object): Promise<number> => (await fixture.search({ filters })).total.value;
    const all = await total({});
    for (const price of [
      { max: 300_000, currency: "JPY" },
      { min: 1, currency: "JPY" },
      { max: 300_000, min: 1, currency: "JPY" },
    ])
      expect(await suggested(price), JSON.stringify(price)).to.deep.equal([{ filter: "price", count: all }]);
    const sale = { listingType: "sale" };
    expect(await suggested({ max: 900, period: "month" }, sale)).to.deep.include({
      filter: "price",
      count: await total(sale),
    });
  });

  it("ignores groups of alternative features in the feature facet only", async () => {
    const { facets } = await fixture.search({
      filters: { anyFeatures: [["pool", "garden"]] },
      facets: ["features", "propertyType"],
    });
    expect(facets?.features).to.have.deep.members([
      { value: "Sea views", count: 2 },
      { value: "Pool", count: 1 },
      { value: "Boat house", count: 1 },
    ]);
    expect(facets?.propertyType).to.deep.equal([{ value: "Flat", count: 1 }]);
  });

  it("suggests to drop a single group of alternative features", async () => {
    const anyFeatures = [
      ["sea view", "garden"],
      ["pool", "boat house"],
      ["helipad", "moat"],
    ];
    const { suggestions } = await fixture.search({ filters: { anyFeatures } });
    expect(suggestions).to.deep.equal([{ filter: "anyFeatures.2", count: 1 }]);
    const kept = await fixture.search({ filters: { anyFeatures: anyFeatures.slice(0, 2) } });
    expect(kept.total.value).to.equal(1);
  });

  it("returns map clusters with counts and bounding boxes", async () => {
    const { clusters } = await fixture.search({ map: { precision: 5 }, filters: { regions: ["Zurich"] } });
    expect(clusters?.type).to.equal("FeatureCollection");
    expect(clusters?.features).to.have.length(1);
    const [cluster] = clusters?.features ?? [];
    expect(cluster?.properties.count).to.equal(2);
    const [west = 0, south = 0, east = 0, north = 0] = cluster?.properties.bbox ?? [];
    expect([west, south, east, north].map((degree) => Math.round(degree * 100) / 100)).to.deep.equal([
      8.54, 47.37, 8.72, 47.5,
    ]);
    expect(cluster?.geometry.coordinates[0]).to.be.within(8.62, 8.64);
  });

  it("returns zero-result suggestions whose counts are correct", async () => {
    const filters = { cities: ["Zürich"], price: { max: 100_000 }, area: { min: 2000, unit: "sqft" as const } };
    const { suggestions = [] } = await fixture.search({ filters: { ...filters, area: undefined } });
    expect(suggestions).to.deep.include({ filter: "price.max", count: 1 });
    const found = await fixture.search({
      filters: { propertyTypes: ["flat"], area: { min: 2000, unit: "sqft" }, listingType: "sale" },
    });
    expect(found.total.value).to.equal(0);
    const move = found.suggestions?.find(({ filter, to }) => filter === "area.min" && to !== undefined);
    expect(move).to.deep.equal({ filter: "area.min", count: 1, to: 1000 });
    const moved = await fixture.search({
      filters: { propertyTypes: ["flat"], area: { min: Number(move?.to), unit: "sqft" }, listingType: "sale" },
    });
    expect(moved.total.value).to.equal(move?.count);
  });
});
