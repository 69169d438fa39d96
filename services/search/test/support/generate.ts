import type { IndexDocument, Property } from "@plat/contracts";

/** Reproducible pseudo-random numbers from 0 to 1 (mulberry32). */
function randomness(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export class Dice {
  readonly #random: () => number;
  constructor(seed: number) {
    this.#random = randomness(seed);
  }
  chance(share: number): boolean {
    return this.#random() < share;
  }
  /** An integer from low to high, inclusive. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1));
  }
  pick<T>(from: readonly T[]): T {
    const chosen = from[Math.floor(this.#random() * from.length)];
    if (chosen === undefined) throw new Error("nothing to pick from");
    return chosen;
  }
  some<T>(from: readonly T[], max: number): T[] {
    const count = this.whole(1, max);
    return [...new Set(Array.from({ length: count }, () => this.pick(from)))];
  }
}

export const organizations = Array.from(
  { length: 40 },
  (_, at) => `00000000-0000-7000-8000-0000000001${at.toString(16).padStart(2, "0")}`,
);
const regions = ["California", "Île-de-France", "Bayern", "Queensland", "constructor", "Åland", "東京都"];
export const cities = [
  "Sacramento",
  "Elk Grove",
  "elk grove",
  "Paris",
  "München",
  "Muenchen",
  "__proto__",
  "constructor",
  "toString",
  "Zürich",
  "Zurich",
  "Saint-Denis",
  "Cafe\u0301ville",
  "Caféville",
  "大阪",
  "😀town",
  "New York",
  "new york",
  "St. John's",
  "O'Fallon",
  "Łódź",
  "Ålesund",
  ...Array.from({ length: 120 }, (_, at) => `Town ${at}`),
];
export const communities = [
  "Old Town",
  "Riverside",
  "Hilltop",
  "Harbour",
  "__proto__",
  ...Array.from({ length: 25 }, (_, at) => `Quarter ${at}`),
];
export const types = [
  "House",
  "Apartment",
  "Condo",
  "Villa",
  "Studio",
  "Land",
  "Residential",
  "Loft",
  "constructor",
  "Cafe\u0301",
  "Café",
  "house",
];
export const categories = ["Residential", "Commercial", "__proto__", "Land"];
export const features = [
  "Pool",
  "sea_view",
  "Sea views",
  "Garage",
  "garden",
  "Gym",
  "balcony",
  "Balconies",
  "Pets allowed",
  "lift",
];
const statuses = ["active", "active", "active", "active", "pending", "inactive", "sold", "rented"] as const;
const words = [
  "bright",
  "quiet",
  "spacious",
  "renovated",
  "family",
  "house",
  "houses",
  "lakeside",
  "modern",
  "charming",
  "garden",
  "café",
  "views",
  "downtown",
];
const prices = [100_000, 125_000, 75_000, 200_000.5, 250_000, 312_500, 187_500, 99_999.99, 0.1, 0.3, 1_234_567.89];
const start = Date.UTC(2025, 0, 1);

/** A listing with missing values and unusual names. Few different times, so that many are equal. */
function generateListing(dice: Dice, at: number): IndexDocument {
  const id = `${at.toString(16).padStart(8, "0")}-0000-7000-8000-${dice.whole(0, 0xffff).toString(16).padStart(12, "0")}`;
  const organizationId = dice.pick(organizations);
  const listingType = dice.chance(0.7) ? "sale" : "rent";
  const orNull = <T>(value: T, share = 0.12): T | null => (dice.chance(share) ? null : value);
  const publishedAt = orNull(new Date(start + dice.whole(0, 200) * 86_400_000).toISOString());
  const price = orNull(
    dice.chance(0.5) ? dice.pick(prices) : dice.whole(50_000, 900_000) / (dice.chance(0.3) ? 100 : 1),
  );
  const when = new Date(start + at * 1000).toISOString();
  const property: Property = {
    id,
    organizationId,
    agentId: null,
    externalId: null,
    title: `${dice.pick(words)} ${dice.pick(words)} ${dice.pick(words)}`,
    description: dice.chance(0.5) ? `${dice.some(words, 8).join(" ")}.` : "",
    propertyType: dice.pick(types),
    propertyCategory: dice.pick(categories),
    listingType,
    status: dice.pick(statuses),
    price,
    currency: orNull(dice.pick(["USD", "EUR"]), 0.3),
    pricePeriod: listingType === "rent" ? orNull(dice.pick(["month", "week", "year"] as const)) : null,
    bedrooms: orNull(dice.whole(0, 6)),
    bathrooms: orNull(dice.whole(1, 8) / 2),
    area: orNull(dice.whole(20, 400)),
    lotArea: orNull(dice.whole(100, 4000), 0.5),
    areaUnit: dice.pick(["sqm", "sqft"] as const),
    yearBuilt: orNull(dice.whole(1900, 2024)),
    floor: orNull(dice.whole(-1, 20), 0.6),
    features: dice.chance(0.2) ? [] : dice.some(features, 4),
    address: {
      street: orNull(`${dice.whole(1, 200)} Main Street`),
      unit: null,
      city: orNull(dice.pick(cities), 0.05),
      community: orNull(dice.pick(communities), 0.4),
      region: orNull(dice.pick(regions), 0.1),
      postalCode: orNull(`9${dice.whole(1000, 1040)}`),
      country: "US",
    },
    location: orNull({ lat: dice.whole(-8000, 8000) / 100, lon: dice.whole(-18_000, 18_000) / 100 }, 0.1),
    media: [],
    publishedAt,
    createdAt: when,
    updatedAt: when,
    statusChangedAt: when,
    priceChangedAt: when,
    version: 1,
  };
  return { id, version: 1, deleted: false, property, ads: [], changedAt: when };
}

export function generateListings(count: number, seed = 7): IndexDocument[] {
  const dice = new Dice(seed);
  return Array.from({ length: count }, (_, at) => generateListing(dice, at));
}
