import type { PropertyCreate } from "@plat/contracts";

/** Deterministic sample listings of a few cities, types and prices, so that searches match some but not all. */
const cities = [
  { city: "Elk Grove", region: "CA", lat: 38.41, lon: -121.37 },
  { city: "Sacramento", region: "CA", lat: 38.58, lon: -121.49 },
  { city: "Valencia", region: "VC", lat: 39.47, lon: -0.38 },
  { city: "Suva", region: "Rewa", lat: -18.12, lon: 178.45 },
] as const;
const kinds = [
  { propertyType: "House", propertyCategory: "Residential" },
  { propertyType: "Apartment", propertyCategory: "Residential" },
  { propertyType: "Office", propertyCategory: "Commercial" },
] as const;
const features = ["pool", "garage", "garden", "balcony", "sea view"] as const;
const newest = Date.parse("2026-05-01T00:00:00.000Z");

const at = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;

/** @returns `count` listings as a client sends them */
export const sampleListings = (count: number): PropertyCreate[] =>
  Array.from({ length: count }, (_, index) => {
    const { city, region, lat, lon } = at(cities, index);
    const kind = at(kinds, Math.floor(index / 4));
    return {
      ...kind,
      externalId: `sample-${index}`,
      title: `${kind.propertyType} ${index} in ${city}`,
      description: `A quiet ${kind.propertyType.toLowerCase()} close to shops, schools and the station of ${city}.`,
      listingType: index % 3 === 0 ? "rent" : "sale",
      price: 80_000 + (index % 50) * 9_000,
      currency: "USD",
      bedrooms: 1 + (index % 5),
      bathrooms: 1 + (index % 3),
      area: 40 + (index % 200),
      areaUnit: "sqm",
      yearBuilt: 1950 + (index % 75),
      features: [at(features, index), at(features, Math.floor(index / 5) + 1)],
      address: { street: `${index} Main Street`, city, region, community: `${city} ${index % 4}` },
      location: { lat: lat + (index % 40) / 1_000, lon: lon + (index % 37) / 1_000 },
      publishedAt: new Date(newest - index * 3_600_000).toISOString(),
    };
  });
