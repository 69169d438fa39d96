import { AppError } from "@plat/contracts";
import { type IndexQuery, type Hit, type IndexResult, type ListingIndex, visibilityFilter } from "../domain/query.ts";
import { ResponseTooLarge, type ElasticsearchClient, ElasticsearchError } from "./client.ts";
import { createMsearchBatcher } from "./msearch-batcher.ts";
import { responseBytesMax, fetchAsManyAsFit } from "./response-limit.ts";

interface RawHit {
  _score?: number | null;
  _source: { property: Record<string, unknown>; ads?: unknown[] };
  sort?: unknown[];
  highlight?: Record<string, string[]>;
}
interface RawResponse<A> {
  timed_out?: boolean;
  hits?: { total?: { value: number }; hits?: RawHit[] };
  aggregations?: A;
}

/** Smallest page: one hit to return, and one that shows whether there is a next page. */
const minHits = 2;

/** Members of a response without ads. */
const fieldsWithoutAds = [
  "timed_out",
  "hits.total.value",
  "hits.hits._score",
  "hits.hits._source.property",
  "hits.hits.sort",
  "hits.hits.highlight",
  "aggregations",
];

/** The request body of a search. */
export function searchBody(query: IndexQuery, size = query.size): object {
  return {
    query: {
      bool: {
        // Tombstones have no status, so that no audience sees them.
        filter: [...visibilityFilter(query.audience), ...(query.filter ?? [])],
        ...(query.exclude === undefined || query.exclude.length === 0 ? {} : { must_not: query.exclude }),
        ...(query.should === undefined || query.should.length === 0 ? {} : { should: query.should }),
      },
    },
    ...(query.pageFilter === undefined ? {} : { post_filter: { bool: { filter: query.pageFilter } } }),
    timeout: "2s",
    track_total_hits: query.skipTotal !== true,
    size,
    ...(query.sort === undefined ? {} : { sort: query.sort }),
    ...(query.searchAfter === undefined ? {} : { search_after: query.searchAfter }),
    ...(query.aggs === undefined ? {} : { aggs: query.aggs }),
    ...(query.highlight === undefined ? {} : { highlight: query.highlight }),
    ...(query.trackScores === true ? { track_scores: true } : {}),
  };
}

/** A response of more bytes than this is requested again without ads, which may be most of it. */
const fullResponseBytesMax = 2 * 1024 * 1024;

/**
 * Creates the read access to the index.
 * @param alias alias of the index
 */
export function createListingIndex(elasticsearch: ElasticsearchClient, alias: string): ListingIndex {
  // Elasticsearch passes stored documents on unparsed. With `filter_path` it parses each of them, which costs up to a
  // quarter of the search.
  const complete = createMsearchBatcher(elasticsearch, alias);
  const withoutAds = createMsearchBatcher(elasticsearch, alias, fieldsWithoutAds);
  const find = async <A>(query: IndexQuery, size: number): Promise<RawResponse<A>> => {
    const body = searchBody(query, size);
    const mode = query.batchable === true ? "batched" : "direct";
    if (query.size === 0) return complete[mode](body);
    if (query.withAds === true) return complete[mode](body, responseBytesMax);
    try {
      return await complete[mode](body, fullResponseBytesMax);
    } catch (error) {
      if (!(error instanceof ResponseTooLarge)) throw error;
      return withoutAds[mode](body, responseBytesMax);
    }
  };
  const search = async <A>(query: IndexQuery): Promise<IndexResult<A>> => {
    try {
      return await fetchAsManyAsFit(query.size, minHits, async (size) =>
        toIndexResult(query, size, await find<A>(query, size)),
      );
    } catch (error) {
      if (error instanceof ElasticsearchError && error.status === 404)
        throw new AppError("unavailable", "The search index is being created.", { cause: error, retryAfter: 1 });
      throw error;
    }
  };
  return { search };
}

function toIndexResult<A>(query: IndexQuery, size: number, response: RawResponse<A>): IndexResult<A> {
  const { timed_out: timedOut, hits, aggregations } = response;
  if (timedOut === true) throw new AppError("timeout", "The search took too long.");
  return {
    size,
    total: hits?.total?.value ?? 0,
    // With `filter_path`, Elasticsearch omits empty members.
    hits: (hits?.hits ?? []).map((hit) => toHit(hit, query.withAds === true)),
    aggregations: aggregations as A,
  };
}

function toHit({ _score: score = null, _source, sort = [], highlight }: RawHit, withAds: boolean): Hit {
  const { property, ads = [] } = _source;
  return { property, ads: withAds ? ads : [], score, sort, ...(highlight === undefined ? {} : { highlight }) };
}
