import { type AppError, invalid, type SearchFilters, type SearchRequest, type SearchResult } from "@plat/contracts";
import { serialQueue } from "../concurrency/serial-queue.ts";
import { clusterAggregations, type RawClusters, readClusters } from "../domain/clusters.ts";
import { type RawFacets, facetAggregations, facetFilter, readFacets } from "../domain/facets.ts";
import { fieldPicker } from "../domain/fields.ts";
import { combineParts, failsAtMostOne, type FilterPart, filterParts } from "../domain/filters.ts";
import { distanceMetres, geoFilterPart, type Point, radiusCenter } from "../domain/geo.ts";
import { type LoadBranding, needsAds, resolveIncludes } from "../domain/includes.ts";
import { type FilterCount, pageQuery, readMissingCounts } from "../domain/missing-values.ts";
import { invalidCursor, pageCursor, readPageCursor } from "../domain/page-cursor.ts";
import { isValidPolygon } from "../domain/polygon.ts";
import { type Audience, everyStatus, type Hit, type ListingIndex } from "../domain/query.ts";
import { boostClauses, highlightRequest, readHighlights, textFilterPart } from "../domain/relevance.ts";
import { expensiveThreshold, searchCost } from "../domain/search-cost.ts";
import { mergeCriteria, type SearchCriteria } from "../domain/search-criteria.ts";
import { sortClauses } from "../domain/sorting.ts";
import { readSuggestions, zeroResultAggregations } from "../domain/zero-result-suggestions.ts";
import { ElasticsearchError } from "../elasticsearch/client.ts";
import { interpretQuery, type QueryNames } from "./interpret-query.ts";

export interface SearchDependencies {
  listings: ListingIndex;
  names: QueryNames;
  loadBranding: LoadBranding;
  /** Time up to which searches include every change; milliseconds since 1970. */
  indexedThrough: () => number;
  /** Milliseconds since 1970. */
  now: () => number;
}

type Element = SearchResult["data"][number];

/** A request, translated into parts of an index query. */
interface SearchPlan {
  criteria: SearchCriteria;
  /** All filters except the status. */
  parts: FilterPart[];
  statusPart: FilterPart;
  statuses: NonNullable<SearchFilters["status"]>;
  words: string[];
  origin: Point | undefined;
}

function planSearch(criteria: SearchCriteria): SearchPlan {
  const statuses = criteria.filters.status ?? ["active"];
  const parts = filterParts(criteria.filters);
  if (criteria.geo !== undefined && "polygon" in criteria.geo && !isValidPolygon(criteria.geo.polygon.coordinates))
    throw invalidPolygon();
  if (criteria.geo !== undefined) parts.push(geoFilterPart(criteria.geo));
  if (criteria.text !== undefined) parts.push(textFilterPart(criteria.text));
  const statusPart: FilterPart = {
    name: "status",
    filter: [{ terms: { status: statuses } }],
    exclude: [],
    facet: "status",
  };
  const words = [...(criteria.text === undefined ? [] : [criteria.text]), ...criteria.boostTerms];
  return { criteria, parts, statusPart, statuses, words, origin: radiusCenter(criteria.geo) };
}

/** Handles POST /properties/search for an organization. */
export async function searchProperties(
  request: SearchRequest,
  organizationId: string,
  dependencies: SearchDependencies,
): Promise<SearchResult | { interpretation: NonNullable<SearchResult["interpretation"]> }> {
  const cost = searchCost(request);
  const listings = cost < expensiveThreshold ? dependencies.listings : serializeRequests(dependencies.listings);
  const pick = fieldPicker(request.fields, "body");
  if (request.interpretOnly && request.query === undefined)
    throw invalid([{ in: "body", pointer: "/query", detail: "is required with interpretOnly" }]);
  if (request.previous !== undefined && request.query === undefined)
    throw invalid([{ in: "body", pointer: "/previous", detail: "requires `query`, which continues it" }]);
  // Read before the search, so that the response does not claim changes that the search did not see.
  const indexedThrough = dependencies.indexedThrough();
  const { query, previous, filters, geo, text, sort, cursor, filterByOrganization: ownOnly } = request;
  const fingerprint = { organizationId, query, previous, filters, geo, text, sort, ownOnly };
  const continued = cursor === undefined ? undefined : readPageCursor(cursor, fingerprint, query !== undefined);
  const interpreted =
    query === undefined
      ? undefined
      : (continued?.interpreted ??
        (await interpretQuery(query, {
          previous,
          names: dependencies.names,
          listings,
          now: dependencies.now(),
          organizationId,
          ownOnly,
          statuses: filters?.status,
        })));
  if (request.interpretOnly && interpreted !== undefined) return { interpretation: interpreted.interpretation };
  const criteria = mergeCriteria(request, interpreted);
  const plan = planSearch(criteria);
  const audience: Audience = { kind: "caller", organizationId, ownOnly, statuses: plan.statuses };
  const [found, facetsAndClusters] = await Promise.all([
    listings.search<Record<string, FilterCount> | undefined>({
      audience,
      ...pageQuery(plan.parts),
      should: boostClauses(plan.words),
      size: criteria.limit + 1,
      sort: sortClauses(criteria.sort, {
        hasRelevance: plan.words.length > 0,
        origin: plan.origin,
        usesYearlyPrice: criteria.filters.price?.period !== undefined,
      }),
      ...(continued === undefined ? {} : { searchAfter: continued.after }),
      batchable: cost === 1 && plan.words.length === 0,
      withAds: needsAds(request),
      ...(plan.words.length === 0 ? {} : { trackScores: true, highlight: highlightRequest(plan.words) }),
    }),
    readFacetsAndClusters(request, plan, audience, listings),
  ]).catch((error: unknown) => {
    // The cursor's sort values are the only part of the query that comes from the client unvalidated.
    if (continued !== undefined && isRejected(error)) throw invalidCursor(error);
    throw criteria.geo !== undefined && "polygon" in criteria.geo && isRejected(error) ? invalidPolygon(error) : error;
  });
  // The query requests one hit more than the page contains, which shows whether there is a next page.
  const pageSize = Math.min(criteria.limit, found.size - 1);
  const hits = found.hits.slice(0, pageSize);
  const missing = readMissingCounts(plan.parts, found.aggregations);
  const last = found.hits.length > pageSize ? hits.at(-1)?.sort : undefined;
  const nextCursor = last === undefined ? null : pageCursor(last, fingerprint, interpreted);
  const includes = await resolveIncludes(hits, request, dependencies.loadBranding, dependencies.now());
  return {
    data: hits.map((hit, at) => ({ ...pick(hit.property), ...includes[at], ...hitDetails(hit, plan) })),
    page: { limit: criteria.limit, nextCursor },
    total: { value: found.total, relation: "eq" },
    ...facetsAndClusters,
    ...(missing === undefined ? {} : { excludedForMissing: missing }),
    ...(interpreted === undefined ? {} : { interpretation: interpreted.interpretation }),
    ...(found.total === 0 && continued === undefined ? await zeroResultSuggestions(plan, audience, listings) : {}),
    indexedThrough: new Date(indexedThrough).toISOString(),
  };
}

/** Sends the queries of an expensive search one after another, so that it does not occupy Elasticsearch. */
function serializeRequests(listings: ListingIndex): ListingIndex {
  const enqueue = serialQueue();
  return { search: (query) => enqueue(() => listings.search(query)) };
}

const isRejected = (error: unknown): boolean => error instanceof ElasticsearchError && error.status === 400;
function invalidPolygon(cause?: unknown): AppError {
  const detail =
    "is not a valid polygon: rings must enclose an area and must not cross, and holes must be inside the first ring and must not cover all of it";
  const errors = [{ in: "body" as const, pointer: "/geo/polygon/coordinates", detail }];
  return invalid(errors, cause);
}

/** Members of a hit that are not part of the listing. */
function hitDetails(hit: Hit, { words, origin }: SearchPlan): Partial<Element> {
  const at = hit.property["location"] as Point | null;
  const highlights = readHighlights(hit.highlight);
  return {
    ...(origin === undefined || at === null ? {} : { distance: Math.round(distanceMetres(origin, at) * 10) / 10 }),
    ...(words.length === 0 || hit.score === null ? {} : { score: hit.score }),
    ...(highlights === undefined ? {} : { highlights }),
  };
}

/** Counts the requested facets and map clusters. */
async function readFacetsAndClusters(
  request: SearchRequest,
  plan: SearchPlan,
  audience: Audience,
  listings: ListingIndex,
): Promise<Pick<SearchResult, "facets" | "clusters">> {
  const { parts, statusPart } = plan;
  const facets = [...new Set(request.facets ?? [])];
  const [facetCounts, clusterCounts] = await Promise.all([
    facets.length === 0
      ? undefined
      : listings.search<RawFacets>({
          audience: { ...audience, statuses: everyStatus },
          filter: facetFilter(facets, [...parts, statusPart]),
          size: 0,
          aggs: facetAggregations(facets, [...parts, statusPart], plan.criteria.filters.price?.period),
        }),
    request.map === undefined
      ? undefined
      : listings.search<{ clusters: RawClusters }>({
          audience,
          ...combineParts(parts),
          size: 0,
          aggs: clusterAggregations(request.map.precision),
        }),
  ]);
  return {
    ...(facetCounts === undefined ? {} : { facets: readFacets(facets, facetCounts.aggregations) }),
    ...(clusterCounts === undefined ? {} : { clusters: readClusters(clusterCounts.aggregations.clusters) }),
  };
}

/** Suggests filters to drop or ranges to extend for a search without results. */
async function zeroResultSuggestions(
  { parts, statusPart }: SearchPlan,
  audience: Audience,
  listings: ListingIndex,
): Promise<Pick<SearchResult, "suggestions">> {
  const all = [...parts, statusPart];
  const { aggregations } = await listings.search<Record<string, unknown>>({
    audience: { ...audience, statuses: everyStatus },
    filter: [failsAtMostOne([...Map.groupBy(all, ({ name }) => name).values()])],
    size: 0,
    aggs: zeroResultAggregations(all),
  });
  return { suggestions: readSuggestions(all, aggregations) };
}
