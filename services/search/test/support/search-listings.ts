import type { Property } from "@plat/contracts";
import { buildProperty, type Overrides } from "./property.ts";
import { organizationA, organizationB, type SearchFixture, startSearchFixture } from "./search-fixture.ts";

/** Listings by title, each for one aspect of the search. */
const listings: Record<string, Overrides> = {
  condo: { propertyType: "Condo", price: 200_000, bedrooms: 1, area: 50, features: ["sea_view"] },
  flat: {
    propertyType: "Flat",
    price: 150_000.5,
    bedrooms: 2,
    area: 1000,
    areaUnit: "sqft",
    features: ["Sea views", "Pool"],
  },
  studio: { propertyType: "Studio", price: null, bedrooms: 0, area: null, yearBuilt: null },
  family: { propertyType: "Single Family", price: 400_000, bedrooms: 4, area: 200, currency: "EUR", publishedAt: null },
  zurich: { address: { city: "Zürich", region: "Zurich", community: "Höngg" }, location: { lat: 47.37, lon: 8.54 } },
  winterthur: { address: { city: "Winterthur", region: "Zurich" }, location: { lat: 47.5, lon: 8.72 } },
  fijiWest: { address: { city: "Suva" }, location: { lat: -18, lon: 178.5 } },
  fijiEast: { address: { city: "Taveuni" }, location: { lat: -17, lon: -179.9 } },
  weekly: { listingType: "rent", price: 300, pricePeriod: "week", propertyType: "Apartment" },
  monthly: { listingType: "rent", price: 1300, pricePeriod: "month", propertyType: "Apartment" },
  monthlyMore: { listingType: "rent", price: 1301, pricePeriod: "month", propertyType: "Apartment" },
  unsaid: { listingType: "rent", price: 10, pricePeriod: null, propertyType: "Apartment" },
  water: { description: "A café with <b>views</b> of the lake_shore & woods", features: ["Boat house"] },
  sold: { status: "sold", price: 1 },
  foreignSold: { status: "sold", price: 1, organizationId: organizationB },
  foreign: { organizationId: organizationB, price: 9_000_000 },
};

/** A fixture with these listings, and their ids by name and vice versa. */
export interface ListingsFixture {
  fixture: SearchFixture;
  ids: Map<string, string>;
  nameOf: Map<string, string>;
}

/** Starts a fixture with the listings above. */
export async function startListingsFixture(): Promise<ListingsFixture> {
  const fixture = await startSearchFixture();
  const ids = new Map<string, string>();
  const nameOf = new Map<string, string>();
  const documents = Object.entries(listings).map(([name, overrides]) => {
    const property: Property = buildProperty({ organizationId: organizationA, title: `t ${name}`, ...overrides });
    ids.set(name, property.id);
    nameOf.set(property.id, name);
    return fixture.listings.put(property);
  });
  await fixture.load(documents);
  return { fixture, ids, nameOf };
}
