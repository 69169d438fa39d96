import type { PlaceLevel } from "./result.ts";
import type { Place, PlaceEntry } from "./vocabulary.ts";

/** A name on several levels is a city first, then a community, then a region. */
const PRECEDENCE: readonly PlaceLevel[] = ["city", "community", "region", "postalCode"];

export function preferred(place: Place): PlaceEntry {
  for (const level of PRECEDENCE) {
    const entry = place.levels.get(level);
    if (entry) return entry;
  }
  throw new Error("a place without a level");
}

/** Whether one place is in another, as far as the listings show. */
export function related(inner: PlaceEntry, outer: PlaceEntry): boolean {
  return (
    (outer.level === "city" && inner.cities.has(outer.name)) ||
    (outer.level === "region" && inner.regions.has(outer.name))
  );
}

export function unknownParents(a: PlaceEntry, b: PlaceEntry): boolean {
  const inner = rank(a) < rank(b) ? a : b;
  const outer = inner === a ? b : a;
  if (outer.level === "city") return inner.cities.size === 0;
  if (outer.level === "region") return inner.regions.size === 0;
  return true;
}

export function rank(entry: PlaceEntry): number {
  return ["postalCode", "community", "city", "region"].indexOf(entry.level);
}
