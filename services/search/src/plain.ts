import { AppError, type GeoFilter, type Interpretation, type SearchFilters, type SearchRequest } from "@plat/contracts";
import type { Point } from "./geo.ts";
import { type InterpretedQuery, interpret, type NearPlace } from "./interpret/index.ts";
import type { Clause, Listings } from "./query.ts";
import { foldName } from "./document.ts";
import type { SortKey } from "./sorting.ts";
import type { Names } from "./vocabulary.ts";

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
  const centre = await middleOf(near, listings);
  if (centre === undefined) return { interpretation: shape(insteadOfNear(rest, near)), mentions };
  const { distance, unit } = near;
  return { interpretation: shape({ ...rest, geo: { radius: { ...centre, distance, unit } } }), mentions };
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

/** The mean of a place's active listings, of every organization; undefined when none says where it is. */
async function middleOf({ place }: NearPlace, listings: Listings): Promise<Point | undefined> {
  const at: Clause = { term: { [placeFields[place.level].field]: foldName(place.name) } };
  const { aggregations } = await listings.search<{ centre: { location?: Point; count: number } }>({
    audience: { kind: "counts", statuses: ["active"] },
    filter: [at],
    size: 0,
    aggs: { centre: { geo_centroid: { field: "location" } } },
  });
  const { location } = aggregations.centre;
  return location === undefined ? undefined : { lat: location.lat, lon: location.lon };
}

/** A place that no listing with a location is in can only be meant by its name. */
function insteadOfNear<R extends Pick<InterpretedQuery, "filters" | "conflicts">>(read: R, { place }: NearPlace): R {
  const { filter } = placeFields[place.level];
  const message = `No active listing says where ${place.name} is, so only listings in it are shown.`;
  return {
    ...read,
    filters: { ...read.filters, [filter]: [...(read.filters[filter] ?? []), place.name] },
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

/** The page size that a request has when it names none. */
const defaultLimit = 20;

export function combine(request: SearchRequest, understood: Understood | undefined): Wanted {
  const parsed = understood?.interpretation;
  const limit = request.limit === defaultLimit && parsed?.limit !== undefined ? parsed.limit : request.limit;
  return {
    filters: { ...parsed?.filters, ...request.filters },
    geo: request.geo ?? parsed?.geo,
    text: request.text ?? parsed?.text,
    sort: request.sort ?? parsed?.sort,
    limit: Math.min(100, Math.max(1, limit)),
    mentions: understood?.mentions ?? [],
  };
}
