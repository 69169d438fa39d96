import type { PropertyCreate } from "@plat/contracts";

/** Listings of the benchmark: deterministic per seed, with a skewed distribution over cities (a few large, many small). */
const stems = [
  "Ash",
  "Brook",
  "Cedar",
  "Elm",
  "Fair",
  "Glen",
  "Haven",
  "Lake",
  "Maple",
  "Oak",
  "Pine",
  "River",
  "Stone",
];
const endings = [
  "bury",
  "dale",
  "field",
  "ford",
  "grove",
  "ham",
  "mont",
  "port",
  "ridge",
  "side",
  "ton",
  "view",
  "wood",
];
const regions = ["Arden", "Borland", "Calder", "Dunmore", "Eastmark", "Fenwick", "Galen", "Holm", "Isen", "Jarrow"];
const kinds = [
  { type: "Apartment", category: "Residential" },
  { type: "House", category: "Residential" },
  { type: "Townhouse", category: "Residential" },
  { type: "Villa", category: "Residential" },
  { type: "Office", category: "Commercial" },
  { type: "Retail", category: "Commercial" },
  { type: "Land", category: "Land" },
] as const;
const features = ["balcony", "parking", "pool", "garden", "elevator", "fireplace", "terrace", "gym", "storage"];

const cities = stems.flatMap((stem) => endings.map((ending) => stem + ending));
/** The city with the most listings. */
export const largestCity = cities[0] ?? "";
const communitiesPerCity = 6;
const day = 86_400_000;
const newest = Date.parse("2026-05-01T00:00:00.000Z");

/** Mulberry32: pseudo-random numbers in [0, 1), deterministic per seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Generates `count` listings as a client sends them, about 1 KB each. */
export function* makeListings(count: number, seed = 1): Generator<PropertyCreate> {
  const random = randomOf(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const integer = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
  for (let index = 0; index < count; index++) {
    // Squared, so that the first cities get the most listings.
    const at = Math.floor(random() ** 2 * cities.length);
    const city = cities[at] ?? largestCity;
    const { type, category } = pick(kinds);
    const isHome = category === "Residential";
    const bedrooms = isHome ? integer(1, 6) : null;
    const community = `${city} ${String.fromCodePoint(65 + integer(0, communitiesPerCity - 1))}`;
    yield {
      externalId: `bench-${seed}-${index}`,
      title: `${pick(["Bright", "Quiet", "Modern", "Sunny"])} ${type.toLowerCase()} in ${community}`,
      description:
        `A ${type.toLowerCase()} close to shops, schools and public transport in ${community}, ${city}. `.repeat(3),
      propertyType: type,
      propertyCategory: category,
      listingType: random() < 0.7 ? "sale" : "rent",
      status: random() < 0.9 ? "active" : pick(["pending", "sold", "inactive"] as const),
      price: integer(80, 900) * 1_000,
      currency: "USD",
      bedrooms,
      bathrooms: bedrooms === null ? null : integer(1, bedrooms),
      area: integer(40, 400),
      areaUnit: "sqm",
      yearBuilt: integer(1950, 2025),
      features: [...new Set(Array.from({ length: integer(1, 5) }, () => pick(features)))],
      address: {
        street: `${integer(1, 200)} ${pick(stems)} Street`,
        city,
        community,
        region: regions[at % regions.length] ?? null,
        postalCode: String(10_000 + at),
        country: "US",
      },
      location: { lat: 30 + (at % 13) + random() / 10, lon: -100 + Math.floor(at / 13) + random() / 10 },
      media: [0, 1, 2].map((number) => ({
        url: `https://images.example/${seed}/${index}/${number}.jpg`,
        kind: "image" as const,
        caption: null,
      })),
      publishedAt: new Date(newest - integer(0, 365 * 24 * 60) * 60_000 - (index % 60) * 1_000 - day).toISOString(),
    };
  }
}
