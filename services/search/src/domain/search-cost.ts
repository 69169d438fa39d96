import type { SearchRequest } from "@plat/contracts";

/** Units of all that an organization may have under way in one process: many usual searches, or one of the dearest. */
export const unitsAtOnce = 16;
/** Leaves no room for a second one, but some for usual searches beside it. */
export const dearest = 12;
/** From this on a search asks the engine its questions one after another, to leave others something of it. */
export const dearFrom = 7;

/**
 * About what a search costs the engine: 1 is a usual one. What makes it dear: facets, a map, words that are looked for
 * and marked, long lists, and rings of many points.
 */
export function searchCost({ query, text, facets, map, filters, geo, limit }: SearchRequest): number {
  const words = [query, text].reduce((sum, part) => sum + (part?.trim().split(/\s+/u).length ?? 0), 0);
  const named = Object.values(filters ?? {}).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0);
  const rings = geo !== undefined && "polygon" in geo ? geo.polygon.coordinates : [];
  const points = rings.reduce((sum, ring) => sum + ring.length, 0);
  const cost =
    1 +
    (facets?.length ?? 0) / 3 +
    (map === undefined ? 0 : 2) +
    Math.max(0, words - 8) / 8 +
    named / 50 +
    points / 500 +
    ((limit ?? 0) > 50 ? 1 : 0);
  return Math.min(Math.floor(cost), dearest);
}
