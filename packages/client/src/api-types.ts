import type { Interpretation, Property, SearchHit, SearchResult } from "./generated/types.ts";

/** An endpoint as the client sends it. */
export interface Operation {
  name: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /**
   * Whether it may be sent again when its outcome is unknown: `safe` does nothing or the same again, `key` carries an
   * Idempotency-Key, `match` unless `ifMatch` made it conditional, `never`.
   */
  retry: "safe" | "key" | "match" | "never";
  /** Names of its query parameters. */
  query: readonly string[];
}

/** What a window of the quota has left. */
export interface RateLimit {
  /** Name of the window, like `minute`. */
  policy: string;
  remaining: number;
  /** Seconds until more is allowed. */
  resetSeconds: number;
}

/** What came with an answer beside its body. */
export interface AnswerDetails {
  operation: string;
  status: number;
  requestId: string | null;
  etag: string | null;
  /** Left of the quota, by window; empty where none applies. */
  rateLimits: RateLimit[];
  /** The first outcome of this Idempotency-Key was given again. */
  isReplay: boolean;
  /** With `waitForIndex`: the change is made, and searches will show it later. */
  isIndexPending: boolean;
}

/** For every request. */
export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt; 30,000 unless the client was made with another number. */
  timeoutMs?: number | undefined;
  /** How often it may be sent again; 2 unless the client was made with another number. */
  retries?: number | undefined;
  /** For creations; made up for each call when left out. Give your own to make retries across processes safe. */
  idempotencyKey?: string | undefined;
  /** For changes and deletions: an ETag or a version. Refused (`precondition_failed`) when there is a newer one. */
  ifMatch?: string | number | undefined;
  /** Called with what came beside the body, also of refusals. */
  onAnswer?: ((details: AnswerDetails) => void) | undefined;
}

/** A page of a list. */
export interface Page<T> {
  data: T[];
  page: { limit: number; nextCursor: string | null };
}

/** A hit with every field of a listing. */
export type Whole<Hit> = Property & Omit<Hit, keyof Property>;
export type WholeSearchResult = Omit<SearchResult, "data"> & { data: Whole<SearchHit>[] };

/** What a search with `interpretOnly` gives. */
export interface InterpretationAlone {
  interpretation: Interpretation;
}
