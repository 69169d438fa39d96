import type { SearchRequest } from "@plat/contracts";

/** Total cost of the searches that an organization may run concurrently per process: 16 typical ones, or one expensive. */
export const tenantCapacity = 16;
/** Maximum cost of a search: two of them exceed the capacity, but one leaves some for typical searches. */
export const maxCost = 12;
/** From this cost on, the queries of a search run one after another, to leave capacity for other searches. */
export const expensiveThreshold = 7;

/**
 * Estimates the cost of a search for Elasticsearch; a typical one costs 1. Facets, a map, words to match and highlight,
 * long lists and polygons with many points are expensive.
 */
export function searchCost({ query, text, facets, map, filters, geo, limit }: SearchRequest): number {
  const words = [query, text].reduce((sum, part) => sum + (part?.trim().split(/\s+/u).length ?? 0), 0);
  const listValues = Object.values(filters ?? {}).reduce(
    (sum, value) => sum + (Array.isArray(value) ? value.flat().length : 0),
    0,
  );
  const rings = geo !== undefined && "polygon" in geo ? geo.polygon.coordinates : [];
  const points = rings.reduce((sum, ring) => sum + ring.length, 0);
  const cost =
    1 +
    (facets?.length ?? 0) / 3 +
    (map === undefined ? 0 : 2) +
    Math.max(0, words - 8) / 8 +
    listValues / 50 +
    points / 500 +
    ((limit ?? 0) > 50 ? 1 : 0);
  return Math.min(Math.floor(cost), maxCost);
}
