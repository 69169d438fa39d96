import type { PropertyStatus } from "@plat/contracts";
import { alphabetically, byCodePoint } from "../domain/collation.ts";
import { type Combination, combinations } from "./combinations.ts";
import { ElasticsearchError } from "./client.ts";
import type { Audience, Clause, Listings } from "./listing-index.ts";
import { atOnce, sortSteps } from "../domain/yielding-sort.ts";

/** At most so many cities and so many regions are answered. */
const placesMax = 1000;
/** So many names of a kind are counted in one request; of more, page after page. */
const namesMax = 2000;

export interface CountScope {
  status: PropertyStatus;
  /** Left out: every organization's. */
  organizationId?: string;
}

interface TermBucket {
  key: string;
  doc_count: number;
}
interface Terms<B extends TermBucket = TermBucket> {
  doc_count_error_upper_bound: number;
  sum_other_doc_count: number;
  buckets: B[];
}
interface PlaceBucket extends TermBucket {
  types: Terms & { buckets: (TermBucket & { doc_count_error_upper_bound?: number })[] };
}
interface Counted {
  cities: Terms<PlaceBucket>;
  regions: Terms<PlaceBucket>;
  types: Terms;
  categories: Terms;
}

export type Counts = Map<string, number>;
export interface Place {
  total: number;
  byType: Counts;
}
export type Places = Map<string, Place>;
export interface Tally {
  total: number;
  cities: Places;
  regions: Places;
  types: Counts;
  categories: Counts;
}

/** Most listings first, then by code point. */
const terms = (field: string, size: number): Clause => ({ terms: { field, size, shard_size: namesMax * 5 } });
const byType = { types: terms("propertyType", namesMax) };
const nested = {
  cities: { ...terms("city", placesMax + 1), aggs: byType },
  regions: { ...terms("region", placesMax + 1), aggs: byType },
  types: terms("propertyType", namesMax),
  categories: terms("propertyCategory", namesMax),
};

/** Counts listings exactly, on any number of shards. */
export async function tally(listings: Listings, scope: CountScope): Promise<Tally> {
  const audience: Audience = {
    kind: "counts",
    statuses: [scope.status],
    ...(scope.organizationId === undefined ? {} : { organizationId: scope.organizationId }),
  };
  try {
    const { total, aggregations } = await listings.search<Counted>({ audience, size: 0, aggs: nested });
    const places = [aggregations.cities, aggregations.regions];
    const inner = places.flatMap((place) => place.buckets.map((bucket) => bucket.types));
    const complete = [aggregations.types, aggregations.categories, ...inner].every(
      (list) => list.sum_other_doc_count === 0 && list.doc_count_error_upper_bound === 0,
    );
    if (complete && places.every((place) => place.doc_count_error_upper_bound === 0)) {
      return {
        total,
        cities: readPlaces(aggregations.cities),
        regions: readPlaces(aggregations.regions),
        types: readCounts(aggregations.types),
        categories: readCounts(aggregations.categories),
      };
    }
  } catch (error) {
    if (!(error instanceof ElasticsearchError && /too_many_buckets/.test(error.type))) throw error;
  }
  return tallyByPages(listings, audience);
}

const readCounts = ({ buckets }: Terms): Counts => new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
const readPlaces = ({ buckets }: Terms<PlaceBucket>): Places =>
  new Map(buckets.map(({ key, doc_count, types }) => [key, { total: doc_count, byType: readCounts(types) }]));

/** Any number of names: slower, but without a limit, and exact by its nature. */
export async function tallyByPages(listings: Listings, audience: Audience): Promise<Tally> {
  const all = async (fields: readonly [string, ...string[]]): Promise<Combination[]> =>
    (await Array.fromAsync(combinations(listings, audience, fields))).flat();
  const [cities, regions, types, categories] = await Promise.all([
    all(["city", "propertyType"]),
    all(["region", "propertyType"]),
    all(["propertyType"]),
    all(["propertyCategory"]),
  ]);
  const { total } = await listings.search({ audience, size: 0 });
  return {
    total,
    cities: gatherPlaces(cities),
    regions: gatherPlaces(regions),
    types: count(types),
    categories: count(categories),
  };
}

const count = (found: readonly Combination[]): Counts =>
  new Map(found.map(({ values: [name], count: n }) => [name ?? "", n]));

function gatherPlaces(found: readonly Combination[]): Places {
  const places: Places = new Map();
  for (const { values, count: n } of found) {
    const [name, type] = values;
    const place = places.get(name ?? "") ?? { total: 0, byType: new Map() };
    place.total += n;
    place.byType.set(type ?? "", n);
    places.set(name ?? "", place);
  }
  return places;
}

/** An object as text, written member by member: no name is special in it, `__proto__` neither. */
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
const sortedKeys = (map: ReadonlyMap<string, unknown>) => sortSteps([...map.keys()], alphabetically);
function* sortedObject(counts: Counts): Generator<void, string> {
  return yield* object(yield* sortedKeys(counts), counts, String);
}
function* placeObject({ total, byType: types }: Place): Generator<void, string> {
  return `{"total":${total},"byType":${yield* sortedObject(types)}}`;
}

/** Those with most listings; of two with the same number the one that comes first by code point. */
function largest(places: Places): Places {
  if (places.size <= placesMax) return places;
  return new Map(
    [...places]
      .toSorted(([aName, a], [bName, b]) => b.total - a.total || byCodePoint(aName, bName))
      .slice(0, placesMax),
  );
}

/** The answer of GET /properties/aggregations as JSON. */
export const aggregationsJson = (counted: Tally): string => atOnce(aggregationsSteps(counted));

/** The same step by step: of types there may be any number, and to sort 60,000 takes seconds. */
export function* aggregationsSteps(counted: Tally): Generator<void, string> {
  const cities = largest(counted.cities);
  const regions = largest(counted.regions);
  const names = {
    cities: yield* sortedKeys(cities),
    regions: yield* sortedKeys(regions),
    types: yield* sortedKeys(counted.types),
    categories: yield* sortedKeys(counted.categories),
  };
  const members = [
    `"byCity":${yield* object(names.cities, cities, placeObject)}`,
    `"byRegion":${yield* object(names.regions, regions, placeObject)}`,
    `"byPropertyType":${yield* object(names.types, counted.types, String)}`,
    `"byPropertyCategory":${yield* object(names.categories, counted.categories, String)}`,
    `"availableCities":${JSON.stringify(names.cities)}`,
    `"availableRegions":${JSON.stringify(names.regions)}`,
    `"availablePropertyTypes":${JSON.stringify(names.types)}`,
    `"availablePropertyCategories":${JSON.stringify(names.categories)}`,
    `"totalProperties":${counted.total}`,
  ];
  const truncated = {
    ...(cities.size < counted.cities.size ? { cities: true } : {}),
    ...(regions.size < counted.regions.size ? { regions: true } : {}),
  };
  if (Object.keys(truncated).length > 0) members.push(`"truncated":${JSON.stringify(truncated)}`);
  return `{${members.join(",")}}`;
}
