import type { ChangeEvent } from "./generated/types.ts";
import { ConnectionError, parseJson, PlatError, UnexpectedResponseError } from "./errors.ts";
import { type Fetch, responseError } from "./send.ts";
import { backoffMs, schedule, sleep } from "./time.ts";

export interface ChangesOptions {
  /** Sequence to continue after. Default 0, the beginning of the feed. */
  after?: number | undefined;
  /** Default: all types. */
  types?: readonly ChangeEvent["type"][] | undefined;
  /** Ends the iteration, without an error. */
  signal?: AbortSignal | undefined;
  /** Called with `open` when the feed is connected, and with `waiting` when it is disconnected and will reconnect. */
  onState?: ((state: "open" | "waiting") => void) | undefined;
  /**
   * Milliseconds without data after which the client reconnects. Default 30,000. The service sends a heartbeat about
   * every 10 s if there are no events.
   */
  idleTimeoutMs?: number | undefined;
}

export interface ChangeFeedDependencies {
  url: string;
  headers: () => Promise<Record<string, string>>;
  fetch: Fetch;
  retryAfterMaxMs: number;
}

/**
 * Follows the change feed (server-sent events). Reconnects after the last received event if the connection fails; ends
 * only with an error response that a retry cannot resolve.
 * @throws PlatError, UnexpectedResponseError
 */
export async function* changeFeed(
  deps: ChangeFeedDependencies,
  options: ChangesOptions,
): AsyncGenerator<ChangeEvent, void, undefined> {
  const { signal, onState } = options;
  let after = options.after ?? 0;
  const isEnded = (): boolean => signal?.aborted === true;
  for (let failures = 0; !isEnded();) {
    try {
      for await (const event of connect(deps, options, after)) {
        failures = 0;
        if (event === "open") {
          onState?.("open");
          continue;
        }
        after = event.sequence;
        yield event;
      }
      // The service closed the connection, for example because it shuts down.
      onState?.("waiting");
      await sleep(backoffMs(0), signal);
    } catch (error) {
      if (isEnded()) return;
      const pauseMs = pauseFor(error, failures++);
      if (pauseMs === undefined || pauseMs > deps.retryAfterMaxMs) throw error;
      onState?.("waiting");
      await sleep(pauseMs, signal).catch(() => undefined);
    }
  }
}

/** Milliseconds before the client reconnects; `undefined` if that cannot succeed. */
function pauseFor(error: unknown, failures: number): number | undefined {
  if (error instanceof ConnectionError) return backoffMs(failures);
  const isRetryable = error instanceof PlatError ? error.status === 429 || error.status >= 502 : false;
  const isProxyError = error instanceof UnexpectedResponseError && error.status >= 502;
  if (!isRetryable && !isProxyError) return undefined;
  return (error instanceof PlatError ? error.retryAfterMs : undefined) ?? backoffMs(failures);
}

/** Opens one connection. Yields `open`, then its events until it ends. */
async function* connect(
  { url, headers, fetch }: ChangeFeedDependencies,
  { types, signal, idleTimeoutMs = 30_000 }: ChangesOptions,
  after: number,
): AsyncGenerator<ChangeEvent | "open"> {
  const query = new URLSearchParams({ after: String(after) });
  if (types !== undefined && types.length > 0) query.set("types", types.join(","));
  const requestHeaders = { ...(await headers()), accept: "text/event-stream" };
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted === true) abort();
  const timed = <T>(work: () => Promise<T>): Promise<T> => withIdleTimeout(work, controller, idleTimeoutMs);
  try {
    const response = await timed(() =>
      fetch(`${url}?${query.toString()}`, { headers: requestHeaders, signal: controller.signal, cache: "no-store" }),
    );
    if (!response.ok || response.body === null)
      throw responseError("changes", response, await timed(() => response.text()));
    yield "open";
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await timed(() => reader.read());
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) {
        const event = parseMessage(message);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    controller.abort();
  }
}

/**
 * Aborts the connection if an operation takes too long: a connection to an unavailable server can stay open indefinitely.
 * @throws ConnectionError if the operation fails or times out
 */
async function withIdleTimeout<T>(
  work: () => Promise<T>,
  controller: AbortController,
  idleTimeoutMs: number,
): Promise<T> {
  let isTimeout = false;
  const cancelTimeout = schedule(idleTimeoutMs, () => {
    isTimeout = true;
    controller.abort();
  });
  try {
    return await work();
  } catch (cause) {
    const message = isTimeout
      ? `The change feed received no data for ${idleTimeoutMs / 1000} s.`
      : "The connection of the change feed failed.";
    throw new ConnectionError(message, { operation: "changes", isTimeout, cause });
  } finally {
    cancelTimeout();
  }
}

/** Parses one server-sent event; `undefined` if it has no data. */
function parseMessage(message: string): ChangeEvent | undefined {
  const data = message
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
  return data === "" ? undefined : (parseJson(data) as ChangeEvent | undefined);
}
