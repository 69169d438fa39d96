import type { Interpretation } from "@plat/contracts";
import type { NearPlace } from "@plat/interpreter";
import { densestPart, type RawTiles, tileAggregation } from "../domain/densest-part.ts";
import { foldName } from "../domain/normalization.ts";
import type { Audience, Clause, ListingIndex } from "../domain/query.ts";

type Place = NearPlace["place"];
type CallerAudience = Extract<Audience, { kind: "caller" }>;

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

const everyActive: Audience = { kind: "counts", statuses: ["active"] };

/**
 * Locates a place by its active listings of every organization, or, if none of them has a location, by the listings that
 * the search may return: the community of that name in the place, otherwise the densest part of the place. Undefined if no
 * listing there has a location. If several regions have a place of this name, the one with the most listings that the
 * search may return is chosen.
 * @param audience the listings that the search may return
 */
export async function locatePlace(
  place: Place,
  audience: CallerAudience,
  listings: ListingIndex,
): Promise<LocatedPlace | undefined> {
  const { region = await largestRegion(place, audience, listings) } = place;
  const within = placeFilter({ ...place, ...(region === undefined ? {} : { region }) });
  const centre =
    (await centreOf(place, everyActive, within, listings)) ?? (await centreOf(place, audience, within, listings));
  const chosen = place.among?.find((each) => foldName(each) === region);
  return centre && { centre, ...(chosen === undefined ? {} : { region: chosen }) };
}

async function centreOf(
  { name, level }: Place,
  audience: Audience,
  filter: Clause[],
  listings: ListingIndex,
): Promise<LocatedPlace["centre"] | undefined> {
  const { aggregations } = await listings.search<{ all: RawTiles; community: { tiles: RawTiles } }>({
    audience,
    filter,
    size: 0,
    aggs: {
      all: tileAggregation,
      community: { filter: placeClause("community", name), aggs: { tiles: tileAggregation } },
    },
  });
  const community = densestPart(aggregations.community.tiles);
  if (community !== undefined) return { name, kind: "community", ...community };
  const all = densestPart(aggregations.all);
  return all && { name, kind: level, ...all };
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

/**
 * The folded name of the region with the most listings with a location, if the place is in several regions. A search of
 * own listings always has one: places of this name in other regions are not meant.
 */
async function largestRegion(
  place: Place,
  audience: CallerAudience,
  listings: ListingIndex,
): Promise<string | undefined> {
  const { among = [] } = place;
  if (among.length === 0 && !audience.ownOnly) return undefined;
  const { aggregations } = await listings.search<{ regions: { buckets: { key: string }[] } }>({
    audience,
    filter: placeFilter(place),
    size: 0,
    aggs: { regions: { terms: { field: placeFields.region.field, size: 100 } } },
  });
  const keys = aggregations.regions.buckets.map(({ key }) => key);
  return among.length === 0 ? keys[0] : keys.find((key) => among.some((region) => foldName(region) === key));
}
