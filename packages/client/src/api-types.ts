import type { Interpretation, Property, SearchHit, SearchResult } from "./generated/types.ts";

/** What the client needs to know about an endpoint. */
export interface Operation {
  name: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /**
   * Whether a request may be retried if its outcome is unknown. `safe`: it changes nothing or is idempotent. `key`: it has
   * an `Idempotency-Key`. `match`: unless it is conditional (`ifMatch`). `never`: it may not be retried.
   */
  retry: "safe" | "key" | "match" | "never";
  /** Names of the query parameters. */
  query: readonly string[];
}

/** The remaining quota in one rate limit window. */
export interface RateLimit {
  /** Name of the window, for example `minute`. */
  policy: string;
  remaining: number;
  /** Seconds until more requests are allowed. */
  resetSeconds: number;
}

/** Status and headers of a response. */
export interface ResponseDetails {
  operation: string;
  status: number;
  requestId: string | null;
  etag: string | null;
  /** Remaining quota per window; empty if the endpoint has no quota. */
  rateLimits: RateLimit[];
  /** Whether the response is that of an earlier request with the same `Idempotency-Key`. */
  isReplay: boolean;
  /** With `waitForIndex`: the change is stored, but search does not show it yet. */
  isIndexPending: boolean;
}

/** Options of every request. */
export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** Timeout of one attempt in milliseconds. Default: the `timeoutMs` of the client. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries. Default: the `retries` of the client. */
  retries?: number | undefined;
  /** For creations. Default: a random key per call. Set it to make retries across processes safe. */
  idempotencyKey?: string | undefined;
  /** For updates and deletions: an ETag or a version. The call fails with `precondition_failed` if the resource has another version. */
  ifMatch?: string | number | undefined;
  /** Called with the status and headers of each response, including error responses. */
  onResponse?: ((details: ResponseDetails) => void) | undefined;
}

/** A page of a list. */
export interface Page<T> {
  data: T[];
  page: { limit: number; nextCursor: string | null };
}

/** A search hit with all fields of the listing. */
export type Complete<Hit> = Property & Omit<Hit, keyof Property>;
/** A search result whose hits have all fields. */
export type CompleteSearchResult = Omit<SearchResult, "data"> & { data: Complete<SearchHit>[] };

/** The result of a search with `interpretOnly`. */
export interface InterpretationOnly {
  interpretation: Interpretation;
}
