import { alphabetically, byCodePoint } from "./collation.ts";
import { runSync, sortYielding } from "./yielding-sort.ts";

/** Maximum number of cities and of regions in a response. */
export const placesMax = 1000;

/** Number of listings by name. */
export type Counts = Map<string, number>;
interface PlaceCount {
  total: number;
  byType: Counts;
}
export type PlaceCounts = Map<string, PlaceCount>;
export interface ListingCounts {
  total: number;
  cities: PlaceCounts;
  regions: PlaceCounts;
  types: Counts;
  categories: Counts;
}

/**
 * Serializes an object member by member, so that every name is safe, including `__proto__`. Yields before each member.
 */
function* object<V>(
  names: readonly string[],
  map: ReadonlyMap<string, V>,
  write: (value: V) => string | Generator<void, string>,
): Generator<void, string> {
  const members: string[] = [];
  for (const name of names) {
    yield;
    const value = write(map.get(name) as V);
    members.push(`${JSON.stringify(name)}:${typeof value === "string" ? value : yield* value}`);
  }
  return `{${members.join(",")}}`;
}
const sortedKeys = (map: ReadonlyMap<string, unknown>) => sortYielding([...map.keys()], alphabetically);
function* sortedObject(counts: Counts): Generator<void, string> {
  return yield* object(yield* sortedKeys(counts), counts, String);
}
function* placeObject({ total, byType: types }: PlaceCount): Generator<void, string> {
  return `{"total":${total},"byType":${yield* sortedObject(types)}}`;
}

/** The places with the most listings; ties are resolved by code point order. */
function topPlaces(places: PlaceCounts): PlaceCounts {
  if (places.size <= placesMax) return places;
  return new Map(
    [...places]
      .toSorted(([aName, a], [bName, b]) => b.total - a.total || byCodePoint(aName, bName))
      .slice(0, placesMax),
  );
}

/** The response body of GET /properties/aggregations as JSON. */
export const aggregationsJson = (counts: ListingCounts): string => runSync(aggregationsJsonSteps(counts));

/** The same as a generator that yields regularly: the number of types is unlimited, and sorting 60,000 takes seconds. */
export function* aggregationsJsonSteps(counts: ListingCounts): Generator<void, string> {
  const cities = topPlaces(counts.cities);
  const regions = topPlaces(counts.regions);
  const names = {
    cities: yield* sortedKeys(cities),
    regions: yield* sortedKeys(regions),
    types: yield* sortedKeys(counts.types),
    categories: yield* sortedKeys(counts.categories),
  };
  const members = [
    `"byCity":${yield* object(names.cities, cities, placeObject)}`,
    `"byRegion":${yield* object(names.regions, regions, placeObject)}`,
    `"byPropertyType":${yield* object(names.types, counts.types, String)}`,
    `"byPropertyCategory":${yield* object(names.categories, counts.categories, String)}`,
    `"availableCities":${JSON.stringify(names.cities)}`,
    `"availableRegions":${JSON.stringify(names.regions)}`,
    `"availablePropertyTypes":${JSON.stringify(names.types)}`,
    `"availablePropertyCategories":${JSON.stringify(names.categories)}`,
    `"totalProperties":${counts.total}`,
  ];
  const truncated = {
    ...(cities.size < counts.cities.size ? { cities: true } : {}),
    ...(regions.size < counts.regions.size ? { regions: true } : {}),
  };
  if (Object.keys(truncated).length > 0) members.push(`"truncated":${JSON.stringify(truncated)}`);
  return `{${members.join(",")}}`;
}
