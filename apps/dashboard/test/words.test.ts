import type { Aggregations, Property } from "@plat/client";
import { expect } from "chai";
import { formatAgo, formatDate, formatLength, formatMoment, formatPrice, plural } from "../src/format.ts";
import { marketCsv, rowsOf } from "../src/pages/market-rows.ts";
import { creationOf, patchOf, textOf, propertyFields } from "../src/property/fields.ts";
import { filterText } from "../src/search/filter-labels.ts";
import { completions, namesOf } from "../src/search/completions.ts";

const market = {
  byCity: {
    Valencia: { total: 5, byType: { House: 2, Flat: 3 } },
    "São Paulo": { total: 9, byType: { Flat: 9 } },
    constructor: { total: 1, byType: { House: 1 } },
  },
  byRegion: {},
  byPropertyType: { House: 3, Flat: 12 },
  byPropertyCategory: { Residential: 15 },
  availableCities: ["constructor", "São Paulo", "Valencia"],
  availableRegions: [],
  availablePropertyTypes: ["Flat", "House"],
  availablePropertyCategories: ["Residential"],
  totalProperties: 15,
} satisfies Aggregations;

const listing: Property = {
  id: "1",
  organizationId: "2",
  agentId: null,
  externalId: null,
  title: "House",
  description: "Line\nline",
  propertyType: "House",
  propertyCategory: "Residential",
  listingType: "sale",
  status: "active",
  price: 1.5,
  currency: "EUR",
  pricePeriod: null,
  bedrooms: 3,
  bathrooms: null,
  area: null,
  lotArea: null,
  areaUnit: "sqm",
  yearBuilt: null,
  floor: null,
  features: ["pool", "garage"],
  address: { street: null, unit: null, city: "Leiden", community: null, region: null, postalCode: null, country: null },
  location: { lat: 1, lon: 2 },
  media: [{ url: "https://a.example/1.jpg", kind: "floorplan", caption: "Plan" }],
  publishedAt: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  statusChangedAt: "2026-01-01T00:00:00.000Z",
  priceChangedAt: "2026-01-01T00:00:00.000Z",
  version: 1,
};
const texts = (changes: Record<string, string> = {}): Map<string, string> =>
  new Map(propertyFields.map((field) => [field.path, changes[field.path] ?? textOf(listing, field)]));

describe("what the page says and sends", () => {
  it("offers names that begin with the last words before the caret, without regard to accents", () => {
    const names = namesOf(market);
    const offered = (text: string) => completions(text, text.length, names);
    expect(offered("2 bed in val").names.map(({ value }) => value)).to.deep.equal(["Valencia"]);
    expect(offered("flat in sao pa")).to.deep.include({ start: 8 });
    expect(offered("flat in sao pa").names[0]?.value).to.equal("São Paulo");
    expect(offered("2 bed in x").names).to.deep.equal([]);
  });

  it("shows a market with the most first, and exports it with a column for each type", () => {
    expect(rowsOf(market, "city").map(({ name }) => name)).to.deep.equal(["São Paulo", "Valencia", "constructor"]);
    expect(marketCsv(market, "city").split("\r\n")).to.deep.equal([
      "city,listings,Flat,House",
      "São Paulo,9,9,0",
      "Valencia,5,3,2",
      "constructor,1,0,1",
      "",
    ]);
    expect(marketCsv(market, "type")).to.equal("type,listings\r\nFlat,12\r\nHouse,3\r\n");
  });

  it("counts nothing where a place has none of a type, whatever the type is called", () => {
    const odd: Aggregations = {
      ...market,
      byCity: { Leiden: { total: 1, byType: { House: 1 } } },
      availablePropertyTypes: ["House", "constructor"],
    };
    expect(marketCsv(odd, "city")).to.equal("city,listings,House,constructor\r\nLeiden,1,1,0\r\n");
  });

  it("sends only what was changed, and clears what was emptied", () => {
    expect(patchOf(listing, texts())).to.deep.equal({});
    expect(
      patchOf(
        listing,
        texts({
          price: "2",
          bedrooms: "",
          features: "pool",
          "address.city": "",
          "location.lat": "",
          "location.lon": "",
        }),
      ),
    ).to.deep.equal({
      price: 2,
      bedrooms: null,
      features: ["pool"],
      address: { city: null },
      location: null,
    });
    const media = patchOf(listing, texts({ media: "https://a.example/1.jpg\nhttps://a.example/2.jpg" })).media;
    expect(media).to.deep.equal([listing.media[0], { url: "https://a.example/2.jpg", kind: "image" }]);
  });

  it("creates with what was filled in, and with the required fields in any case", () => {
    expect(
      creationOf(
        new Map([
          ["title", "x"],
          ["price", "10"],
          ["bedrooms", "  "],
        ]),
      ),
    ).to.deep.equal({
      title: "x",
      propertyType: "",
      propertyCategory: "",
      price: 10,
    });
  });

  it("words prices, ranges, numbers and times", () => {
    expect(formatPrice({ price: null, currency: null, pricePeriod: null })).to.equal("Price on request");
    expect(formatPrice({ price: 1200, currency: null, pricePeriod: "month" })).to.match(/^1.?200 a month$/);
    expect(formatPrice({ price: 1200, currency: "€", pricePeriod: null })).to.match(/^1.?200 €$/);
    expect(filterText("price", { max: 1200, currency: "E" })).to.match(/^up to 1.?200 E$/);
    expect(filterText("bedrooms", { min: 2, max: 2 })).to.equal("2");
    expect(filterText("yearBuilt", { min: 1990 })).to.equal("from 1990");
    expect(filterText("features", ["sea_view", "pool"])).to.equal("sea view, pool");
    expect([plural(1, "listing"), plural(2, "city", "cities")]).to.deep.equal(["1 listing", "2 cities"]);
    const now = Date.parse("2026-05-01T12:00:00Z");
    expect(formatAgo("2026-05-01T11:57:00Z", now)).to.match(/3/);
    expect(formatMoment("2026-05-01T11:57:00Z")).to.match(/(UTC|GMT|[A-Z]{3,4})/);
    expect(formatDate("2026-05-01T00:00:00.000Z")).to.include("1").and.to.include("2026");
    expect([10, 60, 600, 3600, 2543, 3660].map(formatLength)).to.deep.equal([
      "10 s",
      "1 min",
      "10 min",
      "1 h",
      "42 min 23 s",
      "1 h 1 min",
    ]);
  });
});
