import type { SearchResult } from "@plat/contracts";
import { featureKey, type Period } from "../indexing/document.ts";
import { allButOne, clauseOf, type FacetName, type Part, priceScale } from "./filters.ts";
import type { Clause } from "../elasticsearch/listing-index.ts";

export type Facets = NonNullable<SearchResult["facets"]>;
type PriceBucket = NonNullable<Facets["price"]>[number];

const valuesMax = 100;
/** Counts stay exact on several shards for up to so many values a shard. */
const shardSize = 10_000;

const fields = {
  propertyType: "propertyType",
  propertyCategory: "propertyCategory",
  city: "city",
  community: "community",
  region: "region",
  status: "status",
  bedrooms: "bedrooms",
  features: "featureKeys",
} as const;

const terms = (field: string, size = valuesMax): Clause => ({ terms: { field, size, shard_size: shardSize } });

/** Steps that prices are sorted into, from 1 to 8 trillion; neighbours are joined until there are few. */
const priceSteps = Array.from({ length: 13 }, (_, power) =>
  [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].map((n) => n * 10 ** power),
).flat();
const priceBucketsMax = 20;

function inner(facet: FacetName, period: Period | undefined): Record<string, Clause> {
  if (facet === "price") {
    const { field, convert } = priceScale(period);
    const ends = priceSteps.map(convert);
    const ranges = [undefined, ...ends].map((from, at) => ({
      ...(from === undefined ? {} : { from }),
      ...(at < ends.length ? { to: ends[at] } : {}),
    }));
    return { values: { range: { field, ranges } } };
  }
  if (facet === "features") return { values: terms("featureKeys"), names: terms("features", 1000) };
  return { values: terms(fields[facet]) };
}

/**
 * One aggregation a facet: counts under all filters but the facet's own.
 * @param period that prices are shown by
 */
export function facetAggregations(
  facets: readonly FacetName[],
  parts: readonly Part[],
  period: Period | undefined,
): Record<string, Clause> {
  return Object.fromEntries(
    facets.map((facet) => [
      facet,
      { filter: clauseOf(parts.filter((part) => part.facet !== facet)), aggs: inner(facet, period) },
    ]),
  );
}

/** The listings that count in any of the facets; far less than everything. */
export function facetGround(facets: readonly FacetName[], parts: readonly Part[]): Clause[] {
  const own = facets.map((facet) => parts.filter((part) => part.facet === facet)).filter((each) => each.length > 0);
  const common = parts.filter(({ facet }) => facet === undefined || !facets.includes(facet));
  return [clauseOf(common), ...(own.length > 1 ? [allButOne(own)] : [])];
}

interface Bucket {
  key: string | number;
  doc_count: number;
}
export type RawFacets = Record<string, { values: { buckets: Bucket[] }; names?: { buckets: Bucket[] } }>;

export function readFacets(facets: readonly FacetName[], raw: RawFacets): Facets {
  const result: Record<string, unknown> = {};
  for (const facet of facets) {
    const found = raw[facet];
    if (found === undefined) continue;
    const { buckets } = found.values;
    if (facet === "price") result[facet] = priceBuckets(buckets);
    else if (facet === "features") result[facet] = featureValues(buckets, found.names?.buckets ?? []);
    else result[facet] = buckets.map(({ key, doc_count }) => ({ value: key, count: doc_count }));
  }
  return result;
}

/** Features counted without regard to how they are written, shown as most listings write them. */
function featureValues(keys: readonly Bucket[], names: readonly Bucket[]): { value: string; count: number }[] {
  const shown = new Map<string, string>();
  for (const { key } of names) {
    const name = String(key);
    if (!shown.has(featureKey(name))) shown.set(featureKey(name), name);
  }
  return keys.map(({ key, doc_count }) => ({ value: shown.get(String(key)) ?? String(key), count: doc_count }));
}

/** From the first to the last bucket with a listing, neighbours joined until there are few. */
function priceBuckets(buckets: readonly Bucket[]): PriceBucket[] {
  const first = buckets.findIndex(({ doc_count }) => doc_count > 0);
  const last = buckets.findLastIndex(({ doc_count }) => doc_count > 0);
  if (first === -1) return [];
  // All steps come back in their order, and are shown as they were before they were converted.
  let joined = buckets
    .map(({ doc_count }, at): PriceBucket => ({
      from: priceSteps[at - 1] ?? null,
      to: priceSteps[at] ?? null,
      count: doc_count,
    }))
    .slice(first, last + 1);
  while (joined.length > priceBucketsMax) {
    joined = joined.flatMap((bucket, at) => {
      const next = joined[at + 1];
      if (at % 2 === 1) return [];
      return [next === undefined ? bucket : { from: bucket.from, to: next.to, count: bucket.count + next.count }];
    });
  }
  return joined;
}
