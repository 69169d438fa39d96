import {
  AppError,
  defaultPageSize,
  type GeoFilter,
  type Interpretation,
  type SearchFilters,
  type SearchRequest,
} from "@plat/contracts";
import type { Point } from "../domain/geo.ts";
import { type InterpretedQuery, interpret, type NearPlace } from "@plat/interpreter";
import type { Clause, Listings } from "../elasticsearch/listing-index.ts";
import { foldName } from "../indexing/document.ts";
import type { SortKey } from "../domain/sorting.ts";
import type { Names } from "../elasticsearch/listing-names.ts";

/** A query in plain language, understood. */
export interface Understood {
  interpretation: Interpretation;
  /** Words that only raise what mentions them. */
  mentions: string[];
}

/**
 * @param now that relative times count from; milliseconds since 1970
 * @throws AppError `not_a_property_query`
 */
export async function understand(
  query: string,
  names: Names,
  { now, listings }: { now: number; listings: Listings },
): Promise<Understood> {
  const read = interpret(query, names.vocabulary, new Date(now));
  if ("notAPropertyQuery" in read)
    throw new AppError(
      "not_a_property_query",
      "The query asks for no property. Name a place, a type, a price or the like.",
    );
  const { near, mentions, ...rest } = read;
  if (near === undefined) return { interpretation: shape(rest), mentions };
  const middle = await middleOf(near, listings);
  if (middle === undefined) return { interpretation: shape(insteadOfNear(rest, near)), mentions };
  const { distance, unit } = near;
  const geo = { radius: { ...middle.at, distance, unit } };
  const conflicts = [...rest.conflicts, ...severalPlaces(near, middle.region)];
  return { interpretation: shape({ ...rest, geo, conflicts }), mentions };
}

/** The members that an answer has. */
function shape(read: Omit<InterpretedQuery, "near" | "mentions">): Interpretation {
  const { filters, geo, text, sort, limit, spans, corrections, unresolved, conflicts, summary } = read;
  return {
    filters,
    ...(geo === undefined ? {} : { geo }),
    ...(text === undefined ? {} : { text }),
    ...(sort === undefined ? {} : { sort }),
    ...(limit === undefined ? {} : { limit }),
    spans: spans.map(({ start, end, text: words, field }) => ({ start, end, text: words, field })),
    corrections,
    unresolved,
    conflicts: conflicts.map(({ field, message }) => ({ field, detail: message })),
    summary,
  };
}

const placeFields = {
  city: { field: "cityFolded", filter: "cities" },
  community: { field: "communityFolded", filter: "communities" },
  region: { field: "regionFolded", filter: "regions" },
  postalCode: { field: "postalCodeFolded", filter: "postalCodes" },
} as const;

interface Middle {
  at: Point;
  /** Which of several regions it is in. */
  region?: string;
}

interface Centre {
  centre: { location?: Point };
}

const is = (level: keyof typeof placeFields, name: string): Clause => ({
  term: { [placeFields[level].field]: foldName(name) },
});

/**
 * The mean of a place's active listings, of every organization; undefined when none says where it is. Of places of one
 * name in several regions it is that with most listings: the mean of all would be at none of them.
 */
async function middleOf({ place }: NearPlace, listings: Listings): Promise<Middle | undefined> {
  const { name, level, city, region, among = [] } = place;
  const centre = { geo_centroid: { field: "location" } };
  const located: Clause = { exists: { field: "location" } };
  const { aggregations } = await listings.search<Centre & { regions?: { buckets: (Centre & { key: string })[] } }>({
    audience: { kind: "counts", statuses: ["active"] },
    filter: [
      located,
      is(level, name),
      ...(city === undefined ? [] : [is("city", city)]),
      ...(region === undefined ? [] : [is("region", region)]),
    ],
    size: 0,
    aggs: {
      centre,
      ...(among.length === 0
        ? {}
        : { regions: { terms: { field: placeFields.region.field, size: 100 }, aggs: { centre } } }),
    },
  });
  const most = aggregations.regions?.buckets[0];
  const { location } = (most ?? aggregations).centre;
  if (location === undefined) return undefined;
  const chosen = most && among.find((each) => foldName(each) === most.key);
  return { at: { lat: location.lat, lon: location.lon }, ...(chosen === undefined ? {} : { region: chosen }) };
}

/** Says which of several places of one name was taken. */
function severalPlaces({ place }: NearPlace, region: string | undefined): InterpretedQuery["conflicts"] {
  const { name, among = [] } = place;
  if (among.length === 0) return [];
  const taken = region === undefined ? "the one with most listings" : `the one in ${region}, which has most listings`;
  const message = `There is a ${name} in ${among.join(", ")}; taken as ${taken}.`;
  return [{ kind: "ambiguity", field: "geo", kept: region ?? null, dropped: null, message }];
}

/** A place that no listing with a location is in can only be meant by its name. */
function insteadOfNear<R extends Pick<InterpretedQuery, "filters" | "conflicts">>(read: R, { place }: NearPlace): R {
  const { filter } = placeFields[place.level];
  const message = `No active listing says where ${place.name} is, so only listings in it are shown.`;
  const { filters } = read;
  const also = (list: string[] | undefined, name: string | undefined): string[] => [
    ...(list ?? []),
    ...(name === undefined || list?.includes(name) ? [] : [name]),
  ];
  return {
    ...read,
    filters: {
      ...filters,
      ...(place.city === undefined ? {} : { cities: also(filters.cities, place.city) }),
      ...(place.region === undefined ? {} : { regions: also(filters.regions, place.region) }),
      [filter]: also(filters[filter], place.name),
    },
    conflicts: [
      ...read.conflicts,
      { kind: "inexpressible", field: "geo", kept: filter, dropped: "geo.radius", message },
    ],
  };
}

/** What a search goes by: what was said in so many filters wins, member by member, over what was understood. */
export interface Wanted {
  filters: SearchFilters;
  geo: GeoFilter | undefined;
  text: string | undefined;
  sort: readonly SortKey[] | undefined;
  limit: number;
  mentions: string[];
}

export function combine(request: SearchRequest, understood: Understood | undefined): Wanted {
  const parsed = understood?.interpretation;
  const limit = request.limit ?? parsed?.limit ?? defaultPageSize;
  return {
    filters: { ...parsed?.filters, ...request.filters },
    geo: request.geo ?? parsed?.geo,
    text: request.text ?? parsed?.text,
    sort: request.sort ?? parsed?.sort,
    limit: Math.min(100, Math.max(1, limit)),
    mentions: understood?.mentions ?? [],
  };
}
