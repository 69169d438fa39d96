import type { PropertyStatus } from "@plat/contracts";
import { type Counts, type ListingCounts, type PlaceCounts, placesMax } from "../domain/aggregations-json.ts";
import type { Audience, Clause, ListingIndex } from "../domain/query.ts";
import { ElasticsearchError } from "./client.ts";
import { type Combination, readCombinations } from "./combinations.ts";

/** One request counts up to this many names per kind; if there are more, composite aggregations page through them. */
const namesMax = 2000;

export interface CountScope {
  status: PropertyStatus;
  /** Default: the listings of every organization. */
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
interface NestedAggregations {
  cities: Terms<PlaceBucket>;
  regions: Terms<PlaceBucket>;
  types: Terms;
  categories: Terms;
}

/** Buckets in descending order of their counts, ties in code point order. */
const terms = (field: string, size: number): Clause => ({ terms: { field, size, shard_size: namesMax * 5 } });
const byType = { types: terms("propertyType", namesMax) };
const nested = {
  cities: { ...terms("city", placesMax + 1), aggs: byType },
  regions: { ...terms("region", placesMax + 1), aggs: byType },
  types: terms("propertyType", namesMax),
  categories: terms("propertyCategory", namesMax),
};

/** Counts listings by place, type and category. The counts are exact for any number of shards. */
export async function countListings(listings: ListingIndex, scope: CountScope): Promise<ListingCounts> {
  const audience: Audience = {
    kind: "counts",
    statuses: [scope.status],
    ...(scope.organizationId === undefined ? {} : { organizationId: scope.organizationId }),
  };
  try {
    const { total, aggregations } = await listings.search<NestedAggregations>({ audience, size: 0, aggs: nested });
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
  return countListingsByPages(listings, audience);
}

const readCounts = ({ buckets }: Terms): Counts => new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
const readPlaces = ({ buckets }: Terms<PlaceBucket>): PlaceCounts =>
  new Map(buckets.map(({ key, doc_count, types }) => [key, { total: doc_count, byType: readCounts(types) }]));

/** Counts with composite aggregations: slower, but exact for any number of names. */
export async function countListingsByPages(listings: ListingIndex, audience: Audience): Promise<ListingCounts> {
  const all = async (fields: readonly [string, ...string[]]): Promise<Combination[]> =>
    (await Array.fromAsync(readCombinations(listings, audience, fields))).flat();
  const [cities, regions, types, categories] = await Promise.all([
    all(["city", "propertyType"]),
    all(["region", "propertyType"]),
    all(["propertyType"]),
    all(["propertyCategory"]),
  ]);
  const { total } = await listings.search({ audience, size: 0 });
  return {
    total,
    cities: groupPlaces(cities),
    regions: groupPlaces(regions),
    types: toCounts(types),
    categories: toCounts(categories),
  };
}

const toCounts = (found: readonly Combination[]): Counts =>
  new Map(found.map(({ values: [name], count }) => [name ?? "", count]));

function groupPlaces(found: readonly Combination[]): PlaceCounts {
  const places: PlaceCounts = new Map();
  for (const { values, count } of found) {
    const [name, type] = values;
    const place = places.get(name ?? "") ?? { total: 0, byType: new Map() };
    place.total += count;
    place.byType.set(type ?? "", count);
    places.set(name ?? "", place);
  }
  return places;
}
