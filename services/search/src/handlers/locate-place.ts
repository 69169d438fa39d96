import type { Interpretation } from "@plat/contracts";
import type { NearPlace } from "@plat/interpreter";
import { densestPart, type RawTiles, tileAggregation } from "../domain/densest-part.ts";
import { foldName } from "../domain/normalization.ts";
import type { Audience, Clause, ListingIndex } from "../domain/query.ts";

type Place = NearPlace["place"];

/** Index field and filter of each kind of place. */
export const placeFields = {
  city: { field: "cityFolded", filter: "cities" },
  community: { field: "communityFolded", filter: "communities" },
  region: { field: "regionFolded", filter: "regions" },
  postalCode: { field: "postalCodeFolded", filter: "postalCodes" },
} as const;

export interface LocatedPlace {
  centre: NonNullable<Interpretation["centre"]>;
  /** The region that was chosen for an ambiguous name. */
  region?: string;
}

/**
 * Locates a place by its active listings of every organization: the community of that name in the place, otherwise the
 * densest part of the place. If several regions have a place of this name, the one with the most listings is chosen.
 * Undefined if no listing there has a location.
 */
export async function locatePlace(place: Place, listings: ListingIndex): Promise<LocatedPlace | undefined> {
  const audience: Audience = { kind: "counts", statuses: ["active"] };
  const chosen = place.region === undefined ? await largestRegion(place, audience, listings) : undefined;
  const filter = placeFilter({ ...place, ...(chosen === undefined ? {} : { region: chosen }) });
  const { aggregations } = await listings.search<{ all: RawTiles; community: { tiles: RawTiles } }>({
    audience,
    filter,
    size: 0,
    aggs: {
      all: tileAggregation,
      community: { filter: placeClause("community", place.name), aggs: { tiles: tileAggregation } },
    },
  });
  const community = densestPart(aggregations.community.tiles);
  const at = community ?? densestPart(aggregations.all);
  if (at === undefined) return undefined;
  const kind = community === undefined ? place.level : "community";
  return { centre: { name: place.name, kind, ...at }, ...(chosen === undefined ? {} : { region: chosen }) };
}

const placeClause = (level: Place["level"], name: string): Clause => ({
  term: { [placeFields[level].field]: foldName(name) },
});
const hasLocation: Clause = { exists: { field: "location" } };

const placeFilter = ({ name, level, city, region }: Omit<Place, "among">): Clause[] => [
  hasLocation,
  placeClause(level, name),
  ...(city === undefined ? [] : [placeClause("city", city)]),
  ...(region === undefined ? [] : [placeClause("region", region)]),
];

/** The region with the most listings with a location, of those with a place of this name. */
async function largestRegion(place: Place, audience: Audience, listings: ListingIndex): Promise<string | undefined> {
  const { among = [] } = place;
  if (among.length === 0) return undefined;
  const { aggregations } = await listings.search<{ regions: { buckets: { key: string }[] } }>({
    audience,
    filter: placeFilter(place),
    size: 0,
    aggs: { regions: { terms: { field: placeFields.region.field, size: 100 } } },
  });
  const byName = new Map(among.map((region) => [foldName(region), region]));
  return aggregations.regions.buckets.flatMap(({ key }) => byName.get(key) ?? [])[0];
}
