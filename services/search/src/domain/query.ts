import type { PropertyStatus } from "@plat/contracts";

/** A clause of Elasticsearch's query language. */
export type Clause = Readonly<Record<string, unknown>>;

/**
 * Which listings a query may see. `caller`: active listings of every organization and other statuses of the caller's
 * own. `counts`: listings of every organization in any status, for counts that do not reveal a listing.
 */
export type Audience =
  | { kind: "caller"; organizationId: string; ownOnly: boolean; statuses: readonly PropertyStatus[] }
  | { kind: "counts"; organizationId?: string; statuses: readonly PropertyStatus[] };

export interface IndexQuery {
  audience: Audience;
  filter?: readonly Clause[];
  exclude?: readonly Clause[];
  /** Applies to hits and total, but not to aggregations (`post_filter`). */
  pageFilter?: readonly Clause[];
  /** Affects only the score. */
  should?: readonly Clause[];
  size: number;
  sort?: readonly Clause[];
  searchAfter?: readonly unknown[];
  aggs?: Readonly<Record<string, unknown>>;
  highlight?: Clause;
  trackScores?: boolean;
  /** The query may stop after `size` hits; `total` is then 0. */
  skipTotal?: boolean;
  /** The query is cheap and may share an `_msearch` with others. */
  batchable?: boolean;
  /** Hits include their ads, which may be larger than the listings. */
  withAds?: boolean;
}

export interface Hit {
  property: Record<string, unknown>;
  /** Empty unless the query has `withAds`. */
  ads: unknown[];
  /** Null unless the query has `trackScores`. */
  score: number | null;
  sort: unknown[];
  highlight?: Record<string, string[]>;
}
/** `A`: type of the requested aggregations. */
export interface IndexResult<A> {
  /** The effective page size: the query's `size`, or less if the listings are too large for one response. */
  size: number;
  total: number;
  hits: Hit[];
  aggregations: A;
}

/** Read access to the index. Every query of a handler goes through it, which enforces the audience. */
export interface ListingIndex {
  /** @throws AppError `unavailable` if Elasticsearch is unavailable, `timeout` if the query takes too long */
  search<A = undefined>(query: IndexQuery): Promise<IndexResult<A>>;
}

export const everyStatus: readonly PropertyStatus[] = ["active", "pending", "inactive", "sold", "rented"];

/** Clauses that restrict a query to the listings which the audience may see, in the requested statuses. */
export function visibilityFilter(audience: Audience): Clause[] {
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
