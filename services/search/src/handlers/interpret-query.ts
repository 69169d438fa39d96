import { AppError, type Interpretation, type SearchFilters } from "@plat/contracts";
import {
  interpret,
  interpretFollowUp,
  type InterpretedQuery,
  type NearPlace,
  type Vocabulary,
} from "@plat/interpreter";
import type { OwnNames } from "../domain/organization-names.ts";
import type { ListingIndex } from "../domain/query.ts";
import type { Interpreted } from "../domain/search-criteria.ts";
import type { ListingNames } from "../elasticsearch/listing-names.ts";
import { locatePlace, placeFields } from "./locate-place.ts";

/** The names that queries are interpreted with. */
export interface QueryNames {
  /** Names of all active listings. */
  shared: () => Promise<ListingNames>;
  /** Names of all active listings and of the organization's listings in any status. */
  ofOrganization: (organizationId: string, ownNames: OwnNames) => Promise<Vocabulary>;
}

export interface QueryContext {
  /** Interpretation of the query that this one continues. */
  previous: Interpretation | undefined;
  names: QueryNames;
  /** To locate places. */
  listings: ListingIndex;
  /** Reference of relative times, in milliseconds since 1970. */
  now: number;
  organizationId: string;
  /** Whether the search is restricted to listings of the organization. */
  ownOnly: boolean;
  /** The statuses that the request states in addition to the query. */
  statuses: SearchFilters["status"];
}

/** Interprets a query in plain language. @throws AppError `not_a_property_query` */
export async function interpretQuery(query: string, context: QueryContext): Promise<Interpreted> {
  const read = await readQuery(query, context);
  if ("notAPropertyQuery" in read)
    throw new AppError(
      "not_a_property_query",
      "Nothing in the query was recognized. Name a place, a property type or a price, for example.",
    );
  const { near, boostTerms, ...rest } = read;
  const { previous } = context;
  const sameCentre = previous !== undefined && rest.geo === previous.geo ? previous.centre : undefined;
  if (near === undefined) return { interpretation: toInterpretation(rest, sameCentre), boostTerms };
  const { organizationId, ownOnly, listings } = context;
  const statuses = searchedStatuses(read, context);
  const located = await locatePlace(near.place, { kind: "caller", organizationId, ownOnly, statuses }, listings);
  if (located === undefined)
    return { interpretation: toInterpretation(replaceNearWithPlaceFilter(rest, near)), boostTerms };
  const { distance, unit } = near;
  const { centre, region } = located;
  const geo = { radius: { lat: centre.lat, lon: centre.lon, distance, unit } };
  const conflicts = [...rest.conflicts, ...ambiguityConflicts(near, region)];
  return { interpretation: toInterpretation({ ...rest, geo, conflicts }, centre), boostTerms };
}

type Read = ReturnType<typeof interpret>;

const searchedStatuses = (read: Read, { statuses }: QueryContext): NonNullable<SearchFilters["status"]> =>
  statuses ?? ("notAPropertyQuery" in read ? undefined : read.filters.status) ?? ["active"];

/**
 * Interprets a query with the names of the listings that the search may return: those of the organization's listings in
 * any status count for a search of own listings, and for one of other statuses than active, which are only its own.
 */
async function readQuery(query: string, context: QueryContext): Promise<Read> {
  const { names, organizationId, ownOnly } = context;
  const readWith = (vocabulary: Vocabulary): Read => readQueryWith(vocabulary, query, context);
  if (ownOnly) return readWith(await names.ofOrganization(organizationId, "first"));
  const read = readWith((await names.shared()).vocabulary);
  const statuses = searchedStatuses(read, context);
  if (statuses.every((status) => status === "active")) return read;
  return readWith(await names.ofOrganization(organizationId, statuses.includes("active") ? "equal" : "first"));
}

function readQueryWith(vocabulary: Vocabulary, query: string, { now, previous }: QueryContext): Read {
  const reference = new Date(now);
  return previous === undefined
    ? interpret(query, vocabulary, reference)
    : interpretFollowUp(query, previous, vocabulary, reference);
}

/** Converts to the members of the API's response. */
function toInterpretation(
  read: Omit<InterpretedQuery, "near" | "boostTerms"> & Pick<Interpretation, "intent">,
  centre?: Interpretation["centre"],
): Interpretation {
  const { filters, geo, text, sort, limit, spans, corrections, unresolved, conflicts, summary, intent } = read;
  return {
    filters,
    ...(geo === undefined ? {} : { geo }),
    ...(centre === undefined ? {} : { centre }),
    ...(text === undefined ? {} : { text }),
    ...(sort === undefined ? {} : { sort }),
    ...(limit === undefined ? {} : { limit }),
    spans: spans.map(({ start, end, text: words, field, rule }) => ({ start, end, text: words, field, rule })),
    corrections,
    unresolved,
    conflicts,
    summary,
    ...(intent === undefined ? {} : { intent }),
  };
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
