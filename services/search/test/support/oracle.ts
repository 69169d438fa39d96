import type { Property, PropertyStatus } from "@plat/contracts";

/** Expected responses, computed from all listings without code of the service. */

type Counts = Record<string, number>;
type Places = Record<string, { total: number; byType: Counts }>;

const collator = new Intl.Collator("en");
/** Compares by code point. */
function codePointOrder(a: string, b: string): number {
  const left = Array.from(a, (c) => c.codePointAt(0) ?? 0);
  const right = Array.from(b, (c) => c.codePointAt(0) ?? 0);
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
const sorted = (names: Iterable<string>): string[] =>
  [...names].toSorted((a, b) => collator.compare(a, b) || codePointOrder(a, b));

/** Objects as entries, so that a name such as `__proto__` is compared like any other. */
export interface Expected {
  byCity: [string, { total: number; byType: [string, number][] }][];
  byRegion: [string, { total: number; byType: [string, number][] }][];
  byPropertyType: [string, number][];
  byPropertyCategory: [string, number][];
  availableCities: string[];
  availableRegions: string[];
  availablePropertyTypes: string[];
  availablePropertyCategories: string[];
  totalProperties: number;
}

export function expectedAggregations(
  all: readonly Property[],
  status: PropertyStatus,
  organizationId?: string,
): Expected {
  const chosen = all.filter(
    (each) => each.status === status && (organizationId === undefined || each.organizationId === organizationId),
  );
  const count = (names: (string | null)[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  };
  const entries = (counts: Map<string, number>): [string, number][] =>
    sorted(counts.keys()).map((name) => [name, counts.get(name) ?? 0]);
  const places = (of: (property: Property) => string | null): Expected["byCity"] =>
    entries(count(chosen.map(of))).map(([name, total]) => [
      name,
      { total, byType: entries(count(chosen.filter((each) => of(each) === name).map((each) => each.propertyType))) },
    ]);
  const byCity = places((each) => each.address.city);
  const byRegion = places((each) => each.address.region);
  const byPropertyType = entries(count(chosen.map((each) => each.propertyType)));
  const byPropertyCategory = entries(count(chosen.map((each) => each.propertyCategory)));
  const names = (list: [string, unknown][]): string[] => list.map(([name]) => name);
  return {
    byCity,
    byRegion,
    byPropertyType,
    byPropertyCategory,
    availableCities: names(byCity),
    availableRegions: names(byRegion),
    availablePropertyTypes: names(byPropertyType),
    availablePropertyCategories: names(byPropertyCategory),
    totalProperties: chosen.length,
  };
}

/** Converts a response to `Expected`. `JSON.parse` preserves a member `__proto__`. */
export function asEntries(text: string): Expected {
  const response = JSON.parse(text) as Record<string, never> & { totalProperties: number };
  const places = (map: Places): Expected["byCity"] =>
    Object.entries(map).map(([name, { total, byType }]) => [name, { total, byType: inOrder(Object.entries(byType)) }]);
  const inOrder = <V>(list: [string, V][]): [string, V][] => {
    const order = new Map(sorted(list.map(([name]) => name)).map((name, at) => [name, at]));
    return list.toSorted(([a], [b]) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  };
  return {
    ...(response as unknown as Expected),
    byCity: inOrder(places(response["byCity"] ?? {})),
    byRegion: inOrder(places(response["byRegion"] ?? {})),
    byPropertyType: inOrder(Object.entries((response["byPropertyType"] ?? {}) as Counts)),
    byPropertyCategory: inOrder(Object.entries((response["byPropertyCategory"] ?? {}) as Counts)),
  };
}

/** Prices in ten-thousandths, so that a quarter is exact. */
const exactly = (price: number): bigint => BigInt(Math.round(price * 10_000));

export function expectedSimilar(
  all: readonly Property[],
  reference: Property,
  caller: string,
  options: { match: "all" | "any"; limit: number; ownOnly: boolean },
): { id: string; matchedOn: string[] }[] {
  const found: { property: Property; matchedOn: string[] }[] = [];
  for (const candidate of all) {
    if (candidate.id === reference.id || candidate.status !== "active") continue;
    if (options.ownOnly && candidate.organizationId !== caller) continue;
    if (candidate.propertyType !== reference.propertyType || candidate.propertyCategory !== reference.propertyCategory)
      continue;
    const city = reference.address.city !== null && candidate.address.city === reference.address.city;
    const community =
      reference.address.community !== null && candidate.address.community === reference.address.community;
    const bedrooms =
      reference.bedrooms !== null &&
      candidate.bedrooms !== null &&
      Math.abs(candidate.bedrooms - reference.bedrooms) <= 1;
    const price =
      reference.price !== null &&
      candidate.price !== null &&
      (reference.currency === null || candidate.currency === null || reference.currency === candidate.currency) &&
      exactly(candidate.price) * 4n >= exactly(reference.price) * 3n &&
      exactly(candidate.price) * 4n <= exactly(reference.price) * 5n;
    const placeless = reference.address.city === null && reference.address.community === null;
    const matches =
      options.match === "any"
        ? city || community || bedrooms || price
        : (city || community || placeless) &&
          (bedrooms || reference.bedrooms === null) &&
          (price || reference.price === null);
    if (!matches) continue;
    const held = { city, community, bedrooms, price };
    found.push({
      property: candidate,
      matchedOn: Object.entries(held).flatMap(([name, holds]) => (holds ? [name] : [])),
    });
  }
  return found
    .toSorted(({ property: a }, { property: b }) => {
      if (a.publishedAt !== b.publishedAt) {
        if (a.publishedAt === null) return 1;
        if (b.publishedAt === null) return -1;
        return a.publishedAt < b.publishedAt ? 1 : -1;
      }
      return a.id < b.id ? -1 : 1;
    })
    .slice(0, options.limit)
    .map(({ property, matchedOn }) => ({ id: property.id, matchedOn }));
}
