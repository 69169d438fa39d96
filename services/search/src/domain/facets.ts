import type { SearchResult } from "@plat/contracts";
import { featureKey, type Period } from "./normalization.ts";
import { failsAtMostOne, toClause, type FacetName, type FilterPart, priceScale } from "./filters.ts";
import type { Clause } from "./query.ts";

export type Facets = NonNullable<SearchResult["facets"]>;
type PriceBucket = NonNullable<Facets["price"]>[number];

const valuesMax = 100;
/** Values per shard: up to this number, counts are exact on several shards. */
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

/** Bounds of the price buckets, from 1 to 8 trillion; adjacent buckets are merged until few remain. */
const priceBounds = Array.from({ length: 13 }, (_, power) =>
  [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].map((n) => n * 10 ** power),
).flat();
const priceBucketsMax = 20;

function inner(facet: FacetName, period: Period | undefined): Record<string, Clause> {
  if (facet === "price") {
    const { field, toFieldUnit } = priceScale(period);
    const ends = priceBounds.map(toFieldUnit);
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
 * One aggregation per facet, which applies all filters except the facet's own.
 * @param period period of the prices
 */
export function facetAggregations(
  facets: readonly FacetName[],
  parts: readonly FilterPart[],
  period: Period | undefined,
): Record<string, Clause> {
  return Object.fromEntries(
    facets.map((facet) => [
      facet,
      { filter: toClause(parts.filter((part) => part.facet !== facet)), aggs: inner(facet, period) },
    ]),
  );
}

/** Restricts the query to listings that count in at least one facet. */
export function facetFilter(facets: readonly FacetName[], parts: readonly FilterPart[]): Clause[] {
  const groups = facets.map((facet) => parts.filter((part) => part.facet === facet)).filter((each) => each.length > 0);
  const common = parts.filter(({ facet }) => facet === undefined || !facets.includes(facet));
  return [toClause(common), ...(groups.length > 1 ? [failsAtMostOne(groups)] : [])];
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

/** Counts of features regardless of spelling, with the most frequent spelling of each. */
function featureValues(keys: readonly Bucket[], names: readonly Bucket[]): { value: string; count: number }[] {
  const shown = new Map<string, string>();
  for (const { key } of names) {
    const name = String(key);
    if (!shown.has(featureKey(name))) shown.set(featureKey(name), name);
  }
  return keys.map(({ key, doc_count }) => ({ value: shown.get(String(key)) ?? String(key), count: doc_count }));
}

/** The buckets from the first to the last one with a listing; adjacent buckets are merged until few remain. */
function priceBuckets(buckets: readonly Bucket[]): PriceBucket[] {
  const first = buckets.findIndex(({ doc_count }) => doc_count > 0);
  const last = buckets.findLastIndex(({ doc_count }) => doc_count > 0);
  if (first === -1) return [];
  // Elasticsearch returns all buckets in order, so that their unconverted bounds are known by position.
  let merged = buckets
    .map(({ doc_count }, at): PriceBucket => ({
      from: priceBounds[at - 1] ?? null,
      to: priceBounds[at] ?? null,
      count: doc_count,
    }))
    .slice(first, last + 1);
  while (merged.length > priceBucketsMax) {
    merged = merged.flatMap((bucket, at) => {
      const next = merged[at + 1];
      if (at % 2 === 1) return [];
      return [next === undefined ? bucket : { from: bucket.from, to: next.to, count: bucket.count + next.count }];
    });
  }
  return merged;
}
