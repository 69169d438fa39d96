import type { Interpretation } from "@plat/contracts";
import { searchContract } from "@plat/contracts";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { buildProperty, type Overrides } from "./property.ts";
import { organizationA, type SearchFixture, startSearchFixture } from "./search-fixture.ts";

const elkGrove = { city: "Elk Grove", region: "California", community: "Laguna" };
const portland = (region: string, lat: number, lon: number): Overrides => ({
  propertyType: "House",
  address: { city: "Portland", region },
  location: { lat, lon },
});
const listings: Record<string, Overrides> = {
  maine: portland("Maine", 43.66, -70.25),
  oregon: portland("Oregon", 45.5, -122.6),
  oregonToo: portland("Oregon", 45.52, -122.64),
  matching: {
    propertyType: "Single Family",
    bedrooms: 3,
    price: 290_000,
    features: ["Pool"],
    address: elkGrove,
    location: { lat: 38.4, lon: -121.4 },
  },
  expensive: {
    propertyType: "Single Family",
    bedrooms: 3,
    price: 310_000,
    features: ["Pool"],
    address: elkGrove,
    location: { lat: 38.42, lon: -121.36 },
  },
  condo: { propertyType: "Condo", bedrooms: 3, price: 200_000, features: ["Pool"], address: elkGrove },
  four: { propertyType: "House", bedrooms: 4, price: 250_000, features: ["swimming pool"], address: elkGrove },
  elsewhere: {
    propertyType: "House",
    bedrooms: 3,
    price: 250_000,
    features: ["pool"],
    location: { lat: 38.58, lon: -121.49 },
  },
  close: {
    propertyType: "House",
    bedrooms: 3,
    price: 250_000,
    address: { city: "Vineyard" },
    location: { lat: 38.43, lon: -121.37 },
  },
  boosted: {
    propertyType: "House",
    bedrooms: 3,
    price: 250_000,
    address: elkGrove,
    title: "Close to the flumdiddle",
  },
};

/** Houses in one city that differ in where they contain two words that are not names. */
const wordListings: Record<string, Overrides> = {
  plain: {},
  inDescription: { description: "Round the corner from Quibbleworth Snicket." },
  inStreet: { address: { street: "4 Quibbleworth Snicket" } },
  inTitle: { title: "House on Quibbleworth Snicket" },
  apart: { description: "A quibbleworth, and further on a snicket." },
};
for (const [name, { address, ...rest }] of Object.entries(wordListings))
  listings[name] = { ...rest, address: { city: "Dunmere", region: "Nevada", ...address } };

export interface PlainLanguageFixture {
  fixture: SearchFixture;
  nameOf: Map<string, string>;
  interpretationOf(query: string): Promise<Interpretation>;
  /** Removes a listing, and waits until neither searches nor names include it. */
  remove(id: string): Promise<void>;
}

/** Starts a fixture with the listings above, and waits until their names are known. */
export async function startPlainLanguageFixture(): Promise<PlainLanguageFixture> {
  const fixture = await startSearchFixture();
  const nameOf = new Map<string, string>();
  for (const [name, overrides] of Object.entries(listings)) {
    const { id } = fixture.listings.put(buildProperty({ organizationId: organizationA, title: name, ...overrides }));
    nameOf.set(id, name);
    // Awaited, because without a waiting client the names are read only at intervals of ten times the reading time.
    await fixture.listings.notify(id, { wait: true });
  }
  await eventually(async () => {
    const { data } = (await fixture.request(searchContract.suggest, { query: { q: "elk" } })) as {
      data: { count: number }[];
    };
    expect(data[0]?.count).to.equal(5);
  });
  return {
    fixture,
    nameOf,
    async interpretationOf(query) {
      const body = { query, interpretOnly: true };
      const { interpretation } = (await fixture.request(searchContract.search, { body })) as {
        interpretation: Interpretation;
      };
      return interpretation;
    },
    async remove(id) {
      fixture.listings.remove(id);
      const version = fixture.listings.documents.get(id)?.version;
      await fixture.listings.notify(id, { wait: true });
      await eventually(() => expect(fixture.listings.indexed.get(id)).to.equal(version));
    },
  };
}
