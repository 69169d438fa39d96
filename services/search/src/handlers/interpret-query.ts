import { AppError, type Interpretation } from "@plat/contracts";
import { interpret, type InterpretedQuery, type NearPlace } from "@plat/interpreter";
import type { Point } from "../domain/geo.ts";
import { foldName } from "../domain/normalization.ts";
import type { Clause, ListingIndex } from "../domain/query.ts";
import type { Interpreted } from "../domain/search-criteria.ts";
import type { ListingNames } from "../elasticsearch/listing-names.ts";

/**
 * Interprets a query in plain language.
 * @param context `now`: reference of relative times, in milliseconds since 1970; `listings`: to locate places
 * @throws AppError `not_a_property_query`
 */
export async function interpretQuery(
  query: string,
  names: ListingNames,
  { now, listings }: { now: number; listings: ListingIndex },
): Promise<Interpreted> {
  const read = interpret(query, names.vocabulary, new Date(now));
  if ("notAPropertyQuery" in read)
    throw new AppError(
      "not_a_property_query",
      "The query does not describe a property. Name a place, a property type or a price, for example.",
    );
  const { near, boostTerms, ...rest } = read;
  if (near === undefined) return { interpretation: toInterpretation(rest), boostTerms };
  const centroid = await centroidOf(near, listings);
  if (centroid === undefined)
    return { interpretation: toInterpretation(replaceNearWithPlaceFilter(rest, near)), boostTerms };
  const { distance, unit } = near;
  const geo = { radius: { ...centroid.at, distance, unit } };
  const conflicts = [...rest.conflicts, ...ambiguityConflicts(near, centroid.region)];
  return { interpretation: toInterpretation({ ...rest, geo, conflicts }), boostTerms };
}

/** Converts to the members of the API's response. */
function toInterpretation(read: Omit<InterpretedQuery, "near" | "boostTerms">): Interpretation {
  const { filters, geo, text, sort, limit, spans, corrections, unresolved, conflicts, summary } = read;
  return {
    filters,
    ...(geo === undefined ? {} : { geo }),
    ...(text === undefined ? {} : { text }),
    ...(sort === undefined ? {} : { sort }),
    ...(limit === undefined ? {} : { limit }),
    spans: spans.map(({ start, end, text: words, field, rule }) => ({ start, end, text: words, field, rule })),
    corrections,
    unresolved,
    conflicts,
    summary,
  };
}

const placeFields = {
  city: { field: "cityFolded", filter: "cities" },
  community: { field: "communityFolded", filter: "communities" },
  region: { field: "regionFolded", filter: "regions" },
  postalCode: { field: "postalCodeFolded", filter: "postalCodes" },
} as const;

interface Centroid {
  at: Point;
  /** The region that was chosen for an ambiguous name. */
  region?: string;
}

interface CentroidAggregation {
  centroid: { location?: Point };
}

const placeClause = (level: keyof typeof placeFields, name: string): Clause => ({
  term: { [placeFields[level].field]: foldName(name) },
});

/**
 * The centroid of a place's active listings of every organization; undefined if none has a location. If several regions
 * have a place of this name, the one with the most listings is chosen: the centroid of all would be in none of them.
 */
async function centroidOf({ place }: NearPlace, listings: ListingIndex): Promise<Centroid | undefined> {
  const { name, level, city, region, among = [] } = place;
  const centroid = { geo_centroid: { field: "location" } };
  const hasLocation: Clause = { exists: { field: "location" } };
  const { aggregations } = await listings.search<
    CentroidAggregation & { regions?: { buckets: (CentroidAggregation & { key: string })[] } }
  >({
    audience: { kind: "counts", statuses: ["active"] },
    filter: [
      hasLocation,
      placeClause(level, name),
      ...(city === undefined ? [] : [placeClause("city", city)]),
      ...(region === undefined ? [] : [placeClause("region", region)]),
    ],
    size: 0,
    aggs: {
      centroid,
      ...(among.length === 0
        ? {}
        : { regions: { terms: { field: placeFields.region.field, size: 100 }, aggs: { centroid } } }),
    },
  });
  const largest = aggregations.regions?.buckets[0];
  const { location } = (largest ?? aggregations).centroid;
  if (location === undefined) return undefined;
  const chosen = largest && among.find((each) => foldName(each) === largest.key);
  return { at: { lat: location.lat, lon: location.lon }, ...(chosen === undefined ? {} : { region: chosen }) };
}

/** Reports which of several places with the same name was chosen. */
function ambiguityConflicts({ place }: NearPlace, region: string | undefined): InterpretedQuery["conflicts"] {
  const { name, among = [] } = place;
  if (among.length === 0) return [];
  const chosen = region === undefined ? "the one with most listings" : `the one in ${region}, which has most listings`;
  return [{ field: "geo", detail: `There is a ${name} in ${among.join(", ")}; taken as ${chosen}.` }];
}

/** Replaces "near" by a filter on the place's name, because no listing there has a location. */
function replaceNearWithPlaceFilter<R extends Pick<InterpretedQuery, "filters" | "conflicts">>(
  read: R,
  { place }: NearPlace,
): R {
  const { filter } = placeFields[place.level];
  const detail = `No active listing in ${place.name} has a location; only listings in ${place.name} are shown.`;
  const { filters } = read;
  const withName = (list: string[] | undefined, name: string | undefined): string[] => [
    ...(list ?? []),
    ...(name === undefined || list?.includes(name) ? [] : [name]),
  ];
  return {
    ...read,
    filters: {
      ...filters,
      ...(place.city === undefined ? {} : { cities: withName(filters.cities, place.city) }),
      ...(place.region === undefined ? {} : { regions: withName(filters.regions, place.region) }),
      [filter]: withName(filters[filter], place.name),
    },
    conflicts: [...read.conflicts, { field: "geo", detail }],
  };
}
