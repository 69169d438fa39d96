import { is, isContent, type Mention, type PlaceLevel } from "../model.ts";

const PLACE_FIELDS = {
  city: ["cities", "excludeCities"],
  community: ["communities", "excludeCommunities"],
  region: ["regions", "excludeRegions"],
  postalCode: ["postalCodes", "postalCodes"],
} as const satisfies Record<PlaceLevel, readonly [wanted: string, unwanted: string]>;

/** The member of the search request that a mention contributes to; undefined if it contributes nothing. */
export function fieldOf(one: Mention): string | undefined {
  if (!isContent(one) || one.polarity === "preferred") return undefined;
  const unwanted = one.polarity === "unwanted";
  if (is(one, "propertyType")) return unwanted ? "excludePropertyTypes" : "propertyTypes";
  if (is(one, "propertyCategory")) return "propertyCategories";
  if (is(one, "feature")) return unwanted ? "excludeFeatures" : "features";
  if (is(one, "place")) return PLACE_FIELDS[one.value.entry.level][unwanted ? 1 : 0];
  if (is(one, "near")) return one.value.at ? "geo" : "near";
  return is(one, "date") ? one.value.field : one.dimension;
}
