import { type AppError, invalid, type SearchFilters, type SearchRequest, type SearchResult } from "@plat/contracts";
import { clusterAggregations, type RawClusters, readClusters } from "./clusters.ts";
import { notACursor, pageCursor, readPageCursor } from "./cursor.ts";
import { ElasticsearchError } from "./engine.ts";
import { type BrandingOf, extrasOf, needsAds } from "./extras.ts";
import { type RawFacets, facetAggregations, facetGround, readFacets } from "./facets.ts";
import { fieldPicker } from "./fields.ts";
import { allButOne, compose, filterParts, type Part } from "./filters.ts";
import { centre, distanceMetres, geoPart, type Point } from "./geo.ts";
import { isPolygon } from "./polygon.ts";
import { combine, understand, type Wanted } from "./plain.ts";
import { type Counted, pageQuery, readMissing } from "./missing.ts";
import { type Audience, everyStatus, type Hit, type Listings } from "./query.ts";
import { dearFrom, searchCost } from "./search-cost.ts";
import { sortClauses } from "./sorting.ts";
import { readSuggestions, suggestionAggregations } from "./suggestions.ts";
import { oneByOne } from "./turns.ts";
import type { Names } from "./vocabulary.ts";
import { highlightRequest, readHighlights, relevance, textPart } from "./words.ts";

export interface SearchDependencies {
  listings: Listings;
  names: () => Promise<Names>;
  brandingOf: BrandingOf;
  /** Milliseconds since 1970 up to which every change is in what a search begun now sees. */
  indexedThrough: () => number;
  now: () => number;
}

type Element = SearchResult["data"][number];

/** What a request comes down to. */
interface Plan {
  wanted: Wanted;
  /** All but the status. */
  parts: Part[];
  statusPart: Part;
  statuses: NonNullable<SearchFilters["status"]>;
  words: string[];
  origin: Point | undefined;
}

function planOf(wanted: Wanted): Plan {
  const statuses = wanted.filters.status ?? ["active"];
  const parts = filterParts(wanted.filters);
  if (wanted.geo !== undefined && "polygon" in wanted.geo && !isPolygon(wanted.geo.polygon.coordinates))
    throw notAPolygon();
  if (wanted.geo !== undefined) parts.push(geoPart(wanted.geo));
  if (wanted.text !== undefined) parts.push(textPart(wanted.text));
  const statusPart: Part = { name: "status", filter: [{ terms: { status: statuses } }], exclude: [], facet: "status" };
  const words = [...(wanted.text === undefined ? [] : [wanted.text]), ...wanted.mentions];
  return { wanted, parts, statusPart, statuses, words, origin: centre(wanted.geo) };
}

/** Answers POST /properties/search for an organization. */
export async function search(
  request: SearchRequest,
  organizationId: string,
  dependencies: SearchDependencies,
): Promise<SearchResult | { interpretation: NonNullable<SearchResult["interpretation"]> }> {
  const cost = searchCost(request);
  const listings = cost < dearFrom ? dependencies.listings : askedInTurn(dependencies.listings);
  const pick = fieldPicker(request.fields, "body");
  if (request.interpretOnly && request.query === undefined)
    throw invalid([{ in: "body", pointer: "/query", detail: "is required with interpretOnly" }]);
  // Before the search, so that it is not promised more than the search saw.
  const through = dependencies.indexedThrough();
  const { query, filters, geo, text, sort, cursor, filterByOrganization: ownOnly } = request;
  const print = { organizationId, query, filters, geo, text, sort, ownOnly };
  const continued = cursor === undefined ? undefined : readPageCursor(cursor, print, query !== undefined);
  const understood =
    query === undefined
      ? undefined
      : (continued?.understood ??
        (await understand(query, await dependencies.names(), { now: dependencies.now(), listings })));
  if (request.interpretOnly && understood !== undefined) return { interpretation: understood.interpretation };
  const wanted = combine(request, understood);
  const plan = planOf(wanted);
  const audience: Audience = { kind: "caller", organizationId, ownOnly, statuses: plan.statuses };
  const [found, asides] = await Promise.all([
    listings.search<Record<string, Counted> | undefined>({
      audience,
      ...pageQuery(plan.parts),
      should: relevance(plan.words),
      size: wanted.limit + 1,
      sort: sortClauses(wanted.sort, {
        words: plan.words.length > 0,
        origin: plan.origin,
        byYear: wanted.filters.price?.period !== undefined,
      }),
      ...(continued === undefined ? {} : { searchAfter: continued.after }),
      quick: cost === 1 && plan.words.length === 0,
      withAds: needsAds(request),
      ...(plan.words.length === 0 ? {} : { trackScores: true, highlight: highlightRequest(plan.words) }),
    }),
    readAsides(request, plan, audience, listings),
  ]).catch((error: unknown) => {
    // All but the place to go on from is made here.
    if (continued !== undefined && isRefusal(error)) throw notACursor(error);
    throw wanted.geo !== undefined && "polygon" in wanted.geo && isRefusal(error) ? notAPolygon(error) : error;
  });
  // One more than the page has says whether there is a next one.
  const room = Math.min(wanted.limit, found.size - 1);
  const hits = found.hits.slice(0, room);
  const missing = readMissing(plan.parts, found.aggregations);
  const last = found.hits.length > room ? hits.at(-1)?.sort : undefined;
  const nextCursor = last === undefined ? null : pageCursor(last, print, understood);
  const extras = await extrasOf(hits, request, dependencies.brandingOf, dependencies.now());
  return {
    data: hits.map((hit, at) => ({ ...pick(hit.property), ...extras[at], ...beside(hit, plan) })),
    page: { limit: wanted.limit, nextCursor },
    total: { value: found.total, relation: "eq" },
    ...asides,
    ...(missing === undefined ? {} : { excludedForMissing: missing }),
    ...(understood === undefined ? {} : { interpretation: understood.interpretation }),
    ...(found.total === 0 && continued === undefined ? await readHelp(plan, audience, listings) : {}),
    indexedThrough: new Date(through).toISOString(),
  };
}

function askedInTurn(listings: Listings): Listings {
  const next = oneByOne();
  return { search: (query) => next(() => listings.search(query)) };
}

const isRefusal = (error: unknown): boolean => error instanceof ElasticsearchError && error.status === 400;
function notAPolygon(cause?: unknown): AppError {
  const detail =
    "is no polygon: rings must enclose something and not cross, and holes must lie within the first ring and leave something of it";
  const errors = [{ in: "body" as const, pointer: "/geo/polygon/coordinates", detail }];
  return invalid(errors, cause);
}

/** What is told of a hit beside its members. */
function beside(hit: Hit, { words, origin }: Plan): Partial<Element> {
  const at = hit.property["location"] as Point | null;
  const highlights = readHighlights(hit.highlight);
  return {
    ...(origin === undefined || at === null ? {} : { distance: Math.round(distanceMetres(origin, at) * 10) / 10 }),
    ...(words.length === 0 || hit.score === null ? {} : { score: hit.score }),
    ...(highlights === undefined ? {} : { highlights }),
  };
}

/** Facets and clusters: counts beside the page. */
async function readAsides(
  request: SearchRequest,
  plan: Plan,
  audience: Audience,
  listings: Listings,
): Promise<Pick<SearchResult, "facets" | "clusters">> {
  const { parts, statusPart } = plan;
  const facets = [...new Set(request.facets ?? [])];
  const [counted, mapped] = await Promise.all([
    facets.length === 0
      ? undefined
      : listings.search<RawFacets>({
          audience: { ...audience, statuses: everyStatus },
          filter: facetGround(facets, [...parts, statusPart]),
          size: 0,
          aggs: facetAggregations(facets, [...parts, statusPart], plan.wanted.filters.price?.period),
        }),
    request.map === undefined
      ? undefined
      : listings.search<{ clusters: RawClusters }>({
          audience,
          ...compose(parts),
          size: 0,
          aggs: clusterAggregations(request.map.precision),
        }),
  ]);
  return {
    ...(counted === undefined ? {} : { facets: readFacets(facets, counted.aggregations) }),
    ...(mapped === undefined ? {} : { clusters: readClusters(mapped.aggregations.clusters) }),
  };
}

/** Nothing was found: which one filter to drop or move. */
async function readHelp(
  { parts, statusPart }: Plan,
  audience: Audience,
  listings: Listings,
): Promise<Pick<SearchResult, "suggestions">> {
  const all = [...parts, statusPart];
  const { aggregations } = await listings.search<Record<string, unknown>>({
    audience: { ...audience, statuses: everyStatus },
    filter: [allButOne([...Map.groupBy(all, ({ name }) => name).values()])],
    size: 0,
    aggs: suggestionAggregations(all),
  });
  return { suggestions: readSuggestions(all, aggregations) };
}
