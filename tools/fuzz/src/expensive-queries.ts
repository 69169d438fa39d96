/** Filters that accept a list of names. */
export const lists = [
  "propertyTypes",
  "excludePropertyTypes",
  "propertyCategories",
  "features",
  "excludeFeatures",
  "cities",
  "communities",
  "regions",
  "postalCodes",
  "excludeCities",
  "excludeCommunities",
  "excludeRegions",
] as const;
const facets = [
  "propertyType",
  "propertyCategory",
  "city",
  "community",
  "region",
  "status",
  "bedrooms",
  "features",
  "price",
];
/** The maximum number of names in a filter. */
export const fiftyNames = (stem: string): string[] => Array.from({ length: 50 }, (_, index) => `${stem} ${index}`);

type Point = [number, number];
/** A star-shaped ring of `points` points around latitude 0, longitude 0. */
function star(points: number, size: number): Point[] {
  const open = Array.from({ length: points - 1 }, (_, index): Point => {
    const angle = (index / (points - 1)) * 2 * Math.PI;
    const reach = index % 2 === 0 ? size : size * 0.6;
    return [Math.cos(angle) * reach, Math.sin(angle) * reach * 0.5];
  });
  return [...open, open[0] ?? [0, 0]];
}
const hole = (index: number): Point[] => star(500, 3).map(([lon, lat]): Point => [lon - 54 + index * 12, lat]);

const all = {
  limit: 100,
  facets,
  map: { precision: 22 },
  includeBranding: true,
  includeAdCount: true,
  includeAdCreatives: true,
} as const;

/** The most expensive searches within the limits, by what makes them expensive. */
export const expensiveQueries: Readonly<Record<string, object>> = {
  "all options combined": { ...all, text: "quiet house close to shops schools station" },
  "full lists": {
    ...all,
    filters: Object.fromEntries(
      lists.filter((list) => list.startsWith("exclude")).map((list) => [list, fiftyNames(list)]),
    ),
  },
  "a polygon of 5,000 points": {
    ...all,
    geo: {
      polygon: {
        type: "Polygon",
        coordinates: [star(500, 175), ...Array.from({ length: 9 }, (_, index) => hole(index))],
      },
    },
  },
  "the whole earth by distance": {
    ...all,
    geo: { radius: { lat: 38.5, lon: -121, distance: 20_000, unit: "km" } },
    sort: [{ field: "distance" }, { field: "pricePerArea", order: "desc" }],
  },
  "512 characters of text": { ...all, text: "quiet house close shops schools station ".repeat(13).slice(0, 512) },
  "512 characters of plain language": {
    ...all,
    query:
      `house in Sacramento with garden pool garage balcony near Valencia under 900k ${"close to shops and schools ".repeat(20)}`.slice(
        0,
        512,
      ),
  },
  "many ranges": {
    ...all,
    filters: Object.fromEntries(
      ["bedrooms", "bathrooms", "area", "price", "yearBuilt"].map((name) => [name, { min: 0, max: 100_000_000 }]),
    ),
    sort: ["price", "bedrooms", "area", "yearBuilt", "pricePerArea"].map((field) => ({ field })),
  },
};
