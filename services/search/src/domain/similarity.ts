import type { PropertyStatus } from "@plat/contracts";
import { named } from "../indexing/document.ts";
import { scaledBounds, shiftedBounds, within } from "./decimal.ts";
import type { Clause, IndexQuery } from "../elasticsearch/listing-index.ts";

/** What counts of a listing when others like it are looked for. */
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

const priceShare = { low: 0.75, high: 1.25 };
const bedroomDistance = 1;

/** What is asked for of a listing to compare with. */
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

/** The parts of a property that are compared. */
export function comparable(property: Record<string, unknown>): Comparable {
  const address = property["address"] as { city: string | null; community: string | null };
  const { id, propertyType, propertyCategory, bedrooms, price, currency } = property as unknown as Comparable;
  const { city, community } = address;
  return {
    id,
    propertyType,
    propertyCategory,
    city: named(city),
    community: named(community),
    bedrooms,
    price,
    currency,
  };
}

/** Rules by what they compare, each of clauses that hold together; what the reference lacks has none. */
function rules(reference: Comparable): Clause[][] {
  const { city, community, bedrooms, price, currency } = reference;
  const places: Clause[] = [];
  if (city !== null) places.push({ term: { city } });
  if (community !== null) places.push({ term: { community } });
  const result: Clause[][] = [];
  if (places.length > 0) result.push([{ bool: { should: places, minimum_should_match: 1 } }]);
  if (bedrooms !== null) result.push([{ range: { bedrooms: shiftedBounds(bedrooms, bedroomDistance) } }]);
  if (price !== null) result.push(priceRule(price, currency));
  return result;
}

function priceRule(price: number, currency: string | null): Clause[] {
  const range = { range: { price: scaledBounds(price, priceShare.low, priceShare.high) } };
  if (currency === null) return [range];
  const sameOrNone = [{ term: { currency } }, { bool: { must_not: { exists: { field: "currency" } } } }];
  return [range, { bool: { should: sameOrNone, minimum_should_match: 1 } }];
}

const together = (clauses: Clause[]): Clause =>
  clauses.length === 1 && clauses[0] ? clauses[0] : { bool: { filter: clauses } };

/** Listings like this one, newest first; undefined when nothing can be like it. */
export function similarQuery(reference: Comparable, options: SimilarOptions): IndexQuery | undefined {
  const compared = rules(reference);
  if (options.match === "any" && compared.length === 0) return undefined;
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
      // Side by side: Elasticsearch looks at nested clauses for more listings than it must.
      ...(options.match === "all"
        ? compared.flat()
        : [{ bool: { should: compared.map(together), minimum_should_match: 1 } }]),
    ],
    exclude: [{ term: { id: reference.id } }],
    size: options.limit,
    uncounted: true,
    quick: true,
    withAds: options.withAds,
    sort: [{ publishedAt: { order: "desc", missing: "_last" } }, { id: { order: "asc" } }],
  };
}

/** Tells which rules hold between a listing and others. */
export function matcher(reference: Comparable): (candidate: Comparable) => MatchedOn[] {
  const { city, community, bedrooms, price, currency } = reference;
  const near = bedrooms === null ? undefined : shiftedBounds(bedrooms, bedroomDistance);
  const about = price === null ? undefined : scaledBounds(price, priceShare.low, priceShare.high);
  return (candidate) => {
    const held: MatchedOn[] = [];
    if (city !== null && candidate.city === city) held.push("city");
    if (community !== null && candidate.community === community) held.push("community");
    if (near !== undefined && candidate.bedrooms !== null && within(candidate.bedrooms, near)) held.push("bedrooms");
    const sameCurrency = currency === null || candidate.currency === null || currency === candidate.currency;
    if (about !== undefined && candidate.price !== null && sameCurrency && within(candidate.price, about))
      held.push("price");
    return held;
  };
}
