import type { Property } from "@plat/client";
import { expect } from "chai";
import { toPropertyCreate, toPropertyPatch, propertyFields, fieldText } from "../src/property/fields.ts";

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
  new Map(propertyFields.map((field) => [field.path, changes[field.path] ?? fieldText(listing, field)]));

describe("property fields", () => {
  it("patch contains only changed fields and clears emptied ones", () => {
    expect(toPropertyPatch(listing, texts())).to.deep.equal({});
    expect(
      toPropertyPatch(
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
    const media = toPropertyPatch(listing, texts({ media: "https://a.example/1.jpg\nhttps://a.example/2.jpg" })).media;
    expect(media).to.deep.equal([listing.media[0], { url: "https://a.example/2.jpg", kind: "image" }]);
  });

  it("create request contains the filled-in and all required fields", () => {
    expect(
      toPropertyCreate(
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
});
