import type { PlaceLevel } from "../model.ts";
import type { Place, PlaceEntry } from "../lexicon/vocabulary.ts";

/** A name on several levels is a city first, then a community, then a region. */
const PRECEDENCE: readonly PlaceLevel[] = ["city", "community", "region", "postalCode"];

/** From the smallest to the largest area. */
const BY_SIZE: readonly PlaceLevel[] = ["postalCode", "community", "city", "region"];

/** The entry that a name means if nothing else decides. */
export function preferred(place: Place): PlaceEntry {
  for (const level of PRECEDENCE) {
    const entry = place.levels.get(level);
    if (entry) return entry;
  }
  throw new Error("a place without a level");
}

/** Whether one place lies in another, as far as the listings show. */
export function liesIn(inner: PlaceEntry, outer: PlaceEntry): boolean {
  return (
    (outer.level === "city" && inner.cities.has(outer.name)) ||
    (outer.level === "region" && inner.regions.has(outer.name))
  );
}

/** Whether the listings show nothing about what the smaller of two places lies in, so that it may lie in the other. */
export function mayLieIn(a: PlaceEntry, b: PlaceEntry): boolean {
  const [inner, outer] = isLarger(b, a) ? [a, b] : [b, a];
  if (outer.level === "city") return inner.cities.size === 0;
  return outer.level !== "region" || inner.regions.size === 0;
}

/** Whether the level of a place is larger than that of another. */
export function isLarger(a: PlaceEntry, b: PlaceEntry): boolean {
  return BY_SIZE.indexOf(a.level) > BY_SIZE.indexOf(b.level);
}

/** Whether one of two places lies in the other, or may. */
export function isRelated(a: PlaceEntry, b: PlaceEntry): boolean {
  return liesIn(a, b) || liesIn(b, a);
}
