import { byTurn, SpanKind, traced } from "@plat/kit";
import { type Engine, EngineError, refusal } from "./engine.ts";

/** What Elasticsearch answered to one search of several. */
interface Answer {
  status?: number;
  error?: object;
}
interface Asked {
  body: object;
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
}

const attributes = { "db.system.name": "elasticsearch", "db.operation.name": "_search" };

/** Milliseconds of one request from which on Elasticsearch counts as slow. */
const slowMs = 300;

/** Asks Elasticsearch one search. */
export type Ask = <T>(body: object) => Promise<T>;
export interface Asking {
  alone: Ask;
  /** Goes with others of the same turn of the event loop, and is answered when the last of them is. */
  together: Ask;
}

/**
 * Searches by `_msearch`. A request costs Elasticsearch and this process about as much as a quick search does, so quick
 * ones share one.
 * @param index name or alias
 * @param answered what of each answer is wanted, as `filter_path` names it
 * @param now milliseconds of a clock that never goes back
 */
export function askIndex(
  engine: Engine,
  index: string,
  answered: readonly string[],
  now = (): number => performance.now(),
): Asking {
  const wanted = ["status", "error", ...answered].map((path) => `responses.${path}`);
  const path = `/${index}/_msearch?filter_path=${wanted.join(",")}`;

  // Of the newest answer; nothing is known of an engine that has given none yet.
  let tookMs = Number.POSITIVE_INFINITY;

  const send = async (asked: readonly Asked[]): Promise<void> => {
    const lines = asked.map(({ body }) => `{"allow_partial_search_results":false}\n${JSON.stringify(body)}\n`);
    const began = now();
    try {
      const { responses } = await engine.request<{ responses: Answer[] }>("POST", path, lines.join(""));
      for (const [at, { resolve, reject }] of asked.entries()) {
        const { status = 200, error, ...answer } = responses[at] ?? {};
        if (error === undefined) resolve(answer as never);
        else reject(refusal(status, { error }, "POST _msearch"));
      }
    } catch (error) {
      // One that cannot be read is refused with all that came along; by itself each gets what is its own.
      const isShared = asked.length > 1 && error instanceof EngineError && error.status === 400;
      for (const one of asked) {
        if (isShared) void send([one]);
        else one.reject(error);
      }
    } finally {
      tookMs = now() - began;
    }
  };
  // What goes together fails together: where Elasticsearch is slow, each search has its time for itself.
  const gathered = byTurn<Asked>((asked) => {
    if (tookMs < slowMs) void send(asked);
    else for (const one of asked) void send([one]);
  });

  const ask = <T>(hand: (asked: Asked) => void, body: object): Promise<T> =>
    traced("elasticsearch _search", { kind: SpanKind.CLIENT, attributes }, () => {
      return new Promise<T>((resolve, reject) => hand({ body, resolve, reject }));
    });
  return {
    alone: (body) => ask((asked) => void send([asked]), body),
    together: (body) => ask((asked) => gathered.add(asked), body),
  };
}
