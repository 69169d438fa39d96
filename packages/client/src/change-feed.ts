import type { ChangeEvent } from "./generated/types.ts";
import { NoAnswerError, PlatError, readJson, UnexpectedAnswerError } from "./errors.ts";
import { type Fetch, refusal } from "./send.ts";
import { backoffMs, later, wait } from "./time.ts";

export interface ChangesOptions {
  /** Sequence after which to begin; 0 is the beginning of the feed. */
  after?: number | undefined;
  types?: readonly ChangeEvent["type"][] | undefined;
  /** Ends the feed: the iteration stops without an error. */
  signal?: AbortSignal | undefined;
  /** Told when the feed is open, and when it was cut and will be opened again. */
  onState?: ((state: "open" | "waiting") => void) | undefined;
  /**
   * Milliseconds without a sign of the service after which the connection counts as cut. Default 30,000; when nothing
   * happens, the service sends a sign about every 10 s.
   */
  silenceMaxMs?: number | undefined;
}

export interface FeedDeps {
  url: string;
  headers: () => Promise<Record<string, string>>;
  fetch: Fetch;
  retryAfterMaxMs: number;
}

/**
 * The change feed as it happens (server-sent events). When the connection is cut it is opened again after the last
 * event that came; only a refusal ends it.
 * @throws PlatError
 */
export async function* feed(deps: FeedDeps, options: ChangesOptions): AsyncGenerator<ChangeEvent, void, undefined> {
  const { signal, onState } = options;
  let after = options.after ?? 0;
  const isOver = (): boolean => signal?.aborted === true;
  for (let failures = 0; !isOver();) {
    try {
      for await (const event of connection(deps, options, after)) {
        failures = 0;
        if (event === "open") {
          onState?.("open");
          continue;
        }
        after = event.sequence;
        yield event;
      }
      // The service ended it in order, as when it stops.
      onState?.("waiting");
      await wait(backoffMs(0), signal);
    } catch (error) {
      if (isOver()) return;
      const pauseMs = pauseFor(error, failures++);
      if (pauseMs === undefined || pauseMs > deps.retryAfterMaxMs) throw error;
      onState?.("waiting");
      await wait(pauseMs, signal).catch(() => undefined);
    }
  }
}

function pauseFor(error: unknown, failures: number): number | undefined {
  if (error instanceof NoAnswerError) return backoffMs(failures);
  const isPassing = error instanceof PlatError ? error.status === 429 || error.status >= 502 : false;
  const isProxy = error instanceof UnexpectedAnswerError && error.status >= 502;
  if (!isPassing && !isProxy) return undefined;
  return (error instanceof PlatError ? error.retryAfterMs : undefined) ?? backoffMs(failures);
}

/** One connection, to its end. */
async function* connection(
  { url, headers, fetch }: FeedDeps,
  { types, signal, silenceMaxMs = 30_000 }: ChangesOptions,
  after: number,
): AsyncGenerator<ChangeEvent | "open"> {
  const query = new URLSearchParams({ after: String(after) });
  if (types !== undefined && types.length > 0) query.set("types", types.join(","));
  const given = { ...(await headers()), accept: "text/event-stream" };
  const line = new AbortController();
  const hangUp = (): void => line.abort(signal?.reason);
  signal?.addEventListener("abort", hangUp, { once: true });
  if (signal?.aborted === true) hangUp();
  const answered = <T>(work: () => Promise<T>): Promise<T> => notSilent(work, line, silenceMaxMs);
  try {
    const response = await answered(() =>
      fetch(`${url}?${query.toString()}`, { headers: given, signal: line.signal, cache: "no-store" }),
    );
    if (!response.ok || response.body === null)
      throw refusal("changes", response, await answered(() => response.text()));
    yield "open";
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await answered(() => reader.read());
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) {
        const event = readMessage(message);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    signal?.removeEventListener("abort", hangUp);
    line.abort();
  }
}

/** A connection whose other side is gone may stay open for ever: it is hung up when nothing comes for too long. */
async function notSilent<T>(work: () => Promise<T>, line: AbortController, silenceMaxMs: number): Promise<T> {
  let isTimeout = false;
  const callOff = later(silenceMaxMs, () => {
    isTimeout = true;
    line.abort();
  });
  try {
    return await work();
  } catch (cause) {
    const message = isTimeout
      ? `The change feed has been silent for ${silenceMaxMs / 1000} s.`
      : "The change feed was cut.";
    throw new NoAnswerError(message, { operation: "changes", isTimeout, cause });
  } finally {
    callOff();
  }
}

function readMessage(message: string): ChangeEvent | undefined {
  const data = message
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
  return data === "" ? undefined : (readJson(data) as ChangeEvent | undefined);
}
