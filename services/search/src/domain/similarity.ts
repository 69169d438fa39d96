import type { PropertyStatus } from "@plat/contracts";
import { nonBlank } from "./normalization.ts";
import { scaledBounds, shiftedBounds, isWithin } from "./decimal.ts";
import type { Clause, IndexQuery } from "./query.ts";

/** The fields of a listing that determine similarity. */
export interface Comparable {
  id: string;
  propertyType: string;
  propertyCategory: string;
  city: string | null;
  community: string | null;
  bedrooms: number | null;
  price: number | null;
  currency: string | null;
}

export interface SimilarOptions {
  organizationId: string;
  ownOnly: boolean;
  status: PropertyStatus;
  match: "all" | "any";
  limit: number;
  withAds: boolean;
}

export type MatchedOn = "city" | "community" | "bedrooms" | "price";

const priceTolerance = { low: 0.75, high: 1.25 };
const bedroomTolerance = 1;

/** The fields of the API's property that are compared. */
export const comparedFields = [
  "id",
  "propertyType",
  "propertyCategory",
  "address.city",
  "address.community",
  "bedrooms",
  "price",
  "currency",
] as const;

/** Selects the compared fields of a property. */
export function toComparable(property: Record<string, unknown>): Comparable {
  const address = property["address"] as { city: string | null; community: string | null };
  const { id, propertyType, propertyCategory, bedrooms, price, currency } =
    property as Partial<Comparable> as Comparable;
  const { city, community } = address;
  return {
    id,
    propertyType,
    propertyCategory,
    city: nonBlank(city),
    community: nonBlank(community),
    bedrooms,
    price,
    currency,
  };
}

/** The clauses of each similarity rule. Rules for fields without a value in the reference are omitted. */
function ruleClauses(reference: Comparable): Clause[][] {
  const { city, community, bedrooms, price, currency } = reference;
  const places: Clause[] = [];
  if (city !== null) places.push({ term: { city } });
  if (community !== null) places.push({ term: { community } });
  const result: Clause[][] = [];
  if (places.length > 0) result.push([{ bool: { should: places, minimum_should_match: 1 } }]);
  if (bedrooms !== null) result.push([{ range: { bedrooms: shiftedBounds(bedrooms, bedroomTolerance) } }]);
  if (price !== null) result.push(priceRule(price, currency));
  return result;
}

function priceRule(price: number, currency: string | null): Clause[] {
  const range = { range: { price: scaledBounds(price, priceTolerance.low, priceTolerance.high) } };
  if (currency === null) return [range];
  const sameOrNone = [{ term: { currency } }, { bool: { must_not: { exists: { field: "currency" } } } }];
  return [range, { bool: { should: sameOrNone, minimum_should_match: 1 } }];
}

const allOf = (clauses: Clause[]): Clause =>
  clauses.length === 1 && clauses[0] ? clauses[0] : { bool: { filter: clauses } };

/** The query for similar listings, newest first; undefined if no listing can match. */
export function similarQuery(reference: Comparable, options: SimilarOptions): IndexQuery | undefined {
  const rules = ruleClauses(reference);
  if (options.match === "any" && rules.length === 0) return undefined;
  const { organizationId, status } = options;
  return {
    audience: {
      kind: "caller",
      organizationId,
      ownOnly: options.ownOnly || status !== "active",
      statuses: [status],
    },
    filter: [
      { term: { propertyType: reference.propertyType } },
      { term: { propertyCategory: reference.propertyCategory } },
      // Not nested: Elasticsearch would evaluate nested clauses for more listings than necessary.
      ...(options.match === "all" ? rules.flat() : [{ bool: { should: rules.map(allOf), minimum_should_match: 1 } }]),
    ],
    exclude: [{ term: { id: reference.id } }],
    size: options.limit,
    skipTotal: true,
    batchable: true,
    withAds: options.withAds,
    sort: [{ publishedAt: { order: "desc", missing: "_last" } }, { id: { order: "asc" } }],
  };
}

/** Returns a function that determines which rules a candidate matches. */
export function createMatcher(reference: Comparable): (candidate: Comparable) => MatchedOn[] {
  const { city, community, bedrooms, price, currency } = reference;
  const bedroomBounds = bedrooms === null ? undefined : shiftedBounds(bedrooms, bedroomTolerance);
  const priceBounds = price === null ? undefined : scaledBounds(price, priceTolerance.low, priceTolerance.high);
  return (candidate) => {
    const matched: MatchedOn[] = [];
    if (city !== null && candidate.city === city) matched.push("city");
    if (community !== null && candidate.community === community) matched.push("community");
    if (bedroomBounds !== undefined && candidate.bedrooms !== null && isWithin(candidate.bedrooms, bedroomBounds))
      matched.push("bedrooms");
    const sameCurrency = currency === null || candidate.currency === null || currency === candidate.currency;
    if (priceBounds !== undefined && candidate.price !== null && sameCurrency && isWithin(candidate.price, priceBounds))
      matched.push("price");
    return matched;
  };
}
