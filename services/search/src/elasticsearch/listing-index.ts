import { AppError, type PropertyStatus } from "@plat/contracts";
import { answerBytesMax, asManyAsFit } from "./response-limit.ts";
import { AnswerTooLarge, type Engine, ElasticsearchError } from "./client.ts";
import { askIndex } from "./msearch-batcher.ts";

/** A clause of Elasticsearch's query language. */
export type Clause = Readonly<Record<string, unknown>>;

/**
 * Whose listings a search may see: those a caller may (active ones of everyone, others of their own), or, for counts
 * that show no listing, everyone's in any status.
 */
export type Audience =
  | { kind: "caller"; organizationId: string; ownOnly: boolean; statuses: readonly PropertyStatus[] }
  | { kind: "counts"; organizationId?: string; statuses: readonly PropertyStatus[] };

export interface IndexQuery {
  audience: Audience;
  filter?: readonly Clause[];
  exclude?: readonly Clause[];
  /** Of what is found, all that the page and the total take; aggregations count the rest too. */
  pageFilter?: readonly Clause[];
  /** Only raise what they match. */
  should?: readonly Clause[];
  size: number;
  sort?: readonly Clause[];
  searchAfter?: readonly unknown[];
  aggs?: Readonly<Record<string, unknown>>;
  highlight?: Clause;
  trackScores?: boolean;
  /** Not to be counted: the search may stop at what the page takes, and `total` is 0. */
  uncounted?: boolean;
  /** Takes about as much as asking does: goes together with others of its kind. */
  quick?: boolean;
  /** Hits come with their ads, which may be larger than the listings. */
  withAds?: boolean;
}

export interface Hit {
  property: Record<string, unknown>;
  /** Empty unless they were asked for. */
  ads: unknown[];
  /** Set when scores were tracked. */
  score: number | null;
  sort: unknown[];
  highlight?: Record<string, string[]>;
}
/** `A`: what the aggregations asked for come back as. */
export interface Found<A> {
  /** How many hits there was room for: `size`, or fewer of large listings. */
  size: number;
  total: number;
  hits: Hit[];
  aggregations: A;
}

/** The one way to the listings of the index. */
export interface Listings {
  /** @throws AppError `unavailable` when the index is away, `timeout` when it takes too long */
  search<A = undefined>(query: IndexQuery): Promise<Found<A>>;
}

export const everyStatus: readonly PropertyStatus[] = ["active", "pending", "inactive", "sold", "rented"];

/** Listings of these statuses that the audience may see. */
export function visible(audience: Audience): Clause[] {
  const statuses = { terms: { status: audience.statuses } };
  if (audience.kind === "counts") {
    return audience.organizationId === undefined
      ? [statuses]
      : [statuses, { term: { organizationId: audience.organizationId } }];
  }
  const own = { term: { organizationId: audience.organizationId } };
  if (audience.ownOnly) return [statuses, own];
  const active = { term: { status: "active" } };
  const others = audience.statuses.filter((status) => status !== "active");
  if (others.length === 0) return [active];
  const ownOthers = { bool: { filter: [{ terms: { status: others } }, own] } };
  if (!audience.statuses.includes("active")) return [ownOthers];
  return [{ bool: { should: [active, ownOthers], minimum_should_match: 1 } }];
}

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

/** Two are for one, and for whether there is another. */
const leastHits = 2;

/** What of an answer is wanted, without ads. */
const answered = [
  "timed_out",
  "hits.total.value",
  "hits.hits._score",
  "hits.hits._source.property",
  "hits.hits.sort",
  "hits.hits.highlight",
  "aggregations",
];

export function searchBody(query: IndexQuery, size = query.size): object {
  return {
    query: {
      bool: {
        // Tombstones have no status, so no audience sees them.
        filter: [...visible(query.audience), ...(query.filter ?? [])],
        ...(query.exclude === undefined || query.exclude.length === 0 ? {} : { must_not: query.exclude }),
        ...(query.should === undefined || query.should.length === 0 ? {} : { should: query.should }),
      },
    },
    ...(query.pageFilter === undefined ? {} : { post_filter: { bool: { filter: query.pageFilter } } }),
    timeout: "2s",
    track_total_hits: query.uncounted !== true,
    size,
    ...(query.sort === undefined ? {} : { sort: query.sort }),
    ...(query.searchAfter === undefined ? {} : { search_after: query.searchAfter }),
    ...(query.aggs === undefined ? {} : { aggs: query.aggs }),
    ...(query.highlight === undefined ? {} : { highlight: query.highlight }),
    ...(query.trackScores === true ? { track_scores: true } : {}),
  };
}

/** Bytes of an answer from which on it is asked for again without the ads, which may be most of it. */
const wholeBytesMax = 2 * 1024 * 1024;

/** @param alias name of the index */
export function listingsOf(engine: Engine, alias: string): Listings {
  // Elasticsearch passes documents on as it keeps them. Where anything is left out of its answer, it takes all of them
  // apart: up to a quarter of what a search costs it.
  const whole = askIndex(engine, alias);
  const lean = askIndex(engine, alias, answered);
  const find = async <A>(query: IndexQuery, size: number): Promise<RawResponse<A>> => {
    const body = searchBody(query, size);
    const how = query.quick === true ? "together" : "alone";
    if (query.size === 0) return whole[how](body);
    if (query.withAds === true) return whole[how](body, answerBytesMax);
    try {
      return await whole[how](body, wholeBytesMax);
    } catch (error) {
      if (!(error instanceof AnswerTooLarge)) throw error;
      return lean[how](body, answerBytesMax);
    }
  };
  const search = async <A>(query: IndexQuery): Promise<Found<A>> => {
    try {
      return await asManyAsFit(query.size, leastHits, async (size) => foundOf(query, size, await find<A>(query, size)));
    } catch (error) {
      if (error instanceof ElasticsearchError && error.status === 404)
        throw new AppError("unavailable", "The search index is being made.", { cause: error, retryAfter: 1 });
      throw error;
    }
  };
  return { search };
}

function foundOf<A>(query: IndexQuery, size: number, response: RawResponse<A>): Found<A> {
  const { timed_out: late, hits, aggregations } = response;
  if (late === true) throw new AppError("timeout", "The search took too long.");
  return {
    size,
    total: hits?.total?.value ?? 0,
    // `filter_path`, where it is used, leaves empty members out.
    hits: (hits?.hits ?? []).map((hit) => toHit(hit, query.withAds === true)),
    aggregations: aggregations as A,
  };
}

function toHit({ _score: score = null, _source, sort = [], highlight }: RawHit, withAds: boolean): Hit {
  const { property, ads = [] } = _source;
  return { property, ads: withAds ? ads : [], score, sort, ...(highlight === undefined ? {} : { highlight }) };
}
