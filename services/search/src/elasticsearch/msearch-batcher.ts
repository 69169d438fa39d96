import { SpanKind, maxBatchSize, traced } from "@plat/kit";
import { AnswerTooLarge, type Engine, ElasticsearchError, refusal } from "./client.ts";

/** What Elasticsearch answered to one search of several. */
interface Answer {
  status?: number;
  error?: object;
}
interface Asked {
  body: object;
  /** Of its answer. */
  bytesMax: number | undefined;
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
}

const attributes = { "db.system.name": "elasticsearch", "db.operation.name": "_search" };

/** Milliseconds of one request from which on Elasticsearch counts as slow. */
const slowMs = 300;
/** Requests under way at once. What is asked meanwhile goes together with the next one: a queue serves itself. */
const atOnceMax = 3;

/** Answers that may be as large as one alone, of all that go together: few are. */
const largeMax = 4;

/** Asks Elasticsearch one search. @throws AnswerTooLarge */
export type Ask = <T>(body: object, bytesMax?: number) => Promise<T>;
export interface Asking {
  alone: Ask;
  /** Goes with others that are asked at the same time, and is answered when the last of them is. */
  together: Ask;
}

/**
 * Searches by `_msearch`. A request costs Elasticsearch and this process about as much as a quick search does, so quick
 * ones share one.
 * @param index name or alias
 * @param answered what of each answer is wanted, as `filter_path` names it; left out: all of it, as it is kept
 * @param times `now`: milliseconds of a clock that never goes back; `waitMs`: that a request may keep others waiting
 */
export function askIndex(
  engine: Engine,
  index: string,
  answered?: readonly string[],
  { now = (): number => performance.now(), waitMs = 100 } = {},
): Asking {
  const wanted = answered && ["status", "error", ...answered].map((path) => `responses.${path}`);
  const path = `/${index}/_msearch${wanted === undefined ? "" : `?filter_path=${wanted.join(",")}`}`;

  // Of the newest answer; nothing is known of an engine that has given none yet.
  let tookMs = Number.POSITIVE_INFINITY;

  const send = async (asked: readonly Asked[]): Promise<void> => {
    const lines = asked.map(({ body }) => `{"allow_partial_search_results":false}\n${JSON.stringify(body)}\n`);
    const began = now();
    try {
      const { responses } = await engine.request<{ responses: Answer[] }>(
        "POST",
        path,
        lines.join(""),
        undefined,
        bytesOf(asked),
      );
      for (const [at, { resolve, reject }] of asked.entries()) {
        const { status = 200, error, ...answer } = responses[at] ?? {};
        if (error === undefined) resolve(answer as never);
        else reject(refusal(status, { error }, "POST _msearch"));
      }
    } catch (error) {
      // One that cannot be read is refused with all that came along; by itself each gets what is its own.
      const isOfOne = error instanceof AnswerTooLarge || (error instanceof ElasticsearchError && error.status === 400);
      const isShared = asked.length > 1 && isOfOne;
      for (const one of asked) {
        if (isShared) void send([one]);
        else one.reject(error);
      }
    } finally {
      tookMs = now() - began;
    }
  };
  const waiting: Asked[] = [];
  let underWay = 0;
  let isDue = false;
  const go = (): void => {
    isDue = false;
    while (waiting.length > 0) {
      // What goes together fails together: where Elasticsearch is slow, each search has its time for itself.
      const isQuick = tookMs < slowMs;
      if (isQuick && underWay >= atOnceMax) return;
      underWay++;
      const done = once(() => {
        underWay--;
        go();
      });
      const patience = setTimeout(done, waitMs);
      void send(waiting.splice(0, isQuick ? maxBatchSize : 1)).finally(() => {
        clearTimeout(patience);
        done();
      });
    }
  };
  const gather = (asked: Asked): void => {
    const count = waiting.push(asked);
    if (count === maxBatchSize) go();
    else if (!isDue) {
      isDue = true;
      setImmediate(go);
    }
  };

  const ask = <T>(hand: (asked: Asked) => void, body: object, bytesMax: number | undefined): Promise<T> =>
    traced("elasticsearch _search", { kind: SpanKind.CLIENT, attributes }, () => {
      return new Promise<T>((resolve, reject) => hand({ body, bytesMax, resolve, reject }));
    });
  return {
    alone: (body, bytesMax) => ask((asked) => void send([asked]), body, bytesMax),
    together: (body, bytesMax) => ask((asked) => gather(asked), body, bytesMax),
  };
}

function bytesOf(asked: readonly Asked[]): number | undefined {
  const limits = asked.flatMap(({ bytesMax }) => bytesMax ?? []);
  return limits.length < asked.length ? undefined : Math.max(...limits) * Math.min(asked.length, largeMax);
}

function once(run: () => void): () => void {
  let ran = false;
  return () => {
    if (ran) return;
    ran = true;
    run();
  };
}
