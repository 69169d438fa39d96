import { SpanKind, maxBatchSize, withSpan } from "@plat/kit";
import { ResponseTooLarge, type ElasticsearchClient, ElasticsearchError, errorOf } from "./client.ts";

/** The response to one search of an `_msearch`. */
interface MsearchItem {
  status?: number;
  error?: object;
}
interface PendingSearch {
  body: object;
  /** Limit of its response in bytes. */
  bytesMax: number | undefined;
  resolve: (response: never) => void;
  reject: (error: unknown) => void;
}

const attributes = { "db.system.name": "elasticsearch", "db.operation.name": "_search" };

/** If the latest request took at least this many milliseconds, Elasticsearch is considered slow. */
const slowMs = 300;
/** While this many requests are in flight, further searches wait and are sent together in the next `_msearch`. */
const inFlightMax = 3;

/** A batch may return this many times the largest limit of its searches: few responses are that large. */
const largeResponsesMax = 4;

/** Sends one search. @throws ResponseTooLarge, ElasticsearchError, AppError `unavailable` */
type SendSearch = <T>(body: object, bytesMax?: number) => Promise<T>;
export interface MsearchBatcher {
  /** Sends a search immediately, in a request of its own. */
  direct: SendSearch;
  /** Combines a search with others of the same moment; it resolves when the slowest of its batch is done. */
  batched: SendSearch;
}

/**
 * Sends searches with `_msearch`. For a cheap search, the request costs Elasticsearch and this process as much as the
 * search itself, so that cheap searches share requests.
 * @param index name or alias
 * @param responseFields members of each response to return (`filter_path`); default: the complete response
 * @param times `now`: monotonic clock in milliseconds; `waitMs`: a request in flight for longer than this many
 *   milliseconds no longer counts towards the limit of requests in flight
 */
export function createMsearchBatcher(
  elasticsearch: ElasticsearchClient,
  index: string,
  responseFields?: readonly string[],
  { now = (): number => performance.now(), waitMs = 100 } = {},
): MsearchBatcher {
  const responsePaths = responseFields && ["status", "error", ...responseFields].map((path) => `responses.${path}`);
  const path = `/${index}/_msearch${responsePaths === undefined ? "" : `?filter_path=${responsePaths.join(",")}`}`;

  // Duration of the latest request. Elasticsearch is considered slow until its first response.
  let tookMs = Number.POSITIVE_INFINITY;

  const send = async (searches: readonly PendingSearch[]): Promise<void> => {
    const lines = searches.map(({ body }) => `{"allow_partial_search_results":false}\n${JSON.stringify(body)}\n`);
    const startedAt = now();
    try {
      const { responses } = await elasticsearch.request<{ responses: MsearchItem[] }>(
        "POST",
        path,
        lines.join(""),
        undefined,
        responseLimitOf(searches),
      );
      for (const [at, { resolve, reject }] of searches.entries()) {
        const { status = 200, error, ...response } = responses[at] ?? {};
        if (error === undefined) resolve(response as never);
        else reject(errorOf(status, { error }, "POST _msearch"));
      }
    } catch (error) {
      // One invalid or large search fails the whole batch: repeat each separately, so that the others succeed.
      const isCausedByOne =
        error instanceof ResponseTooLarge || (error instanceof ElasticsearchError && error.status === 400);
      const sendSeparately = searches.length > 1 && isCausedByOne;
      for (const search of searches) {
        if (sendSeparately) void send([search]);
        else search.reject(error);
      }
    } finally {
      tookMs = now() - startedAt;
    }
  };
  const waiting: PendingSearch[] = [];
  let inFlight = 0;
  let isScheduled = false;
  const flush = (): void => {
    isScheduled = false;
    while (waiting.length > 0) {
      // The searches of a batch time out together: while Elasticsearch is slow, each is sent separately.
      const isQuick = tookMs < slowMs;
      if (isQuick && inFlight >= inFlightMax) return;
      inFlight++;
      const release = runOnce(() => {
        inFlight--;
        flush();
      });
      const releaseTimer = setTimeout(release, waitMs);
      void send(waiting.splice(0, isQuick ? maxBatchSize : 1)).finally(() => {
        clearTimeout(releaseTimer);
        release();
      });
    }
  };
  const enqueue = (search: PendingSearch): void => {
    const count = waiting.push(search);
    if (count === maxBatchSize) flush();
    else if (!isScheduled) {
      isScheduled = true;
      setImmediate(flush);
    }
  };

  const submit = <T>(start: (search: PendingSearch) => void, body: object, bytesMax: number | undefined): Promise<T> =>
    withSpan("elasticsearch _search", { kind: SpanKind.CLIENT, attributes }, () => {
      return new Promise<T>((resolve, reject) => start({ body, bytesMax, resolve, reject }));
    });
  return {
    direct: (body, bytesMax) => submit((search) => void send([search]), body, bytesMax),
    batched: (body, bytesMax) => submit((search) => enqueue(search), body, bytesMax),
  };
}

/** Limit in bytes of the response to a batch; undefined if one of its searches has none. */
function responseLimitOf(searches: readonly PendingSearch[]): number | undefined {
  const limits = searches.flatMap(({ bytesMax }) => bytesMax ?? []);
  return limits.length < searches.length
    ? undefined
    : Math.max(...limits) * Math.min(searches.length, largeResponsesMax);
}

function runOnce(run: () => void): () => void {
  let ran = false;
  return () => {
    if (ran) return;
    ran = true;
    run();
  };
}
