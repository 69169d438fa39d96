import { NoAnswerError, PlatError, readJson, readProblem, UnexpectedAnswerError } from "./errors.ts";
import { detailsOf, retryAfterMs } from "./headers.ts";
import type { Operation, RequestOptions } from "./api-types.ts";
import { backoffMs, later, wait } from "./time.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface SendSettings {
  fetch: Fetch;
  timeoutMs: number;
  retries: number;
  retryAfterMaxMs: number;
}

export interface Outgoing {
  operation: Operation;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  options: RequestOptions;
}

/** The service did not do it, or may be asked again. */
const passing = new Set([502, 503, 504]);

/** May a request whose outcome is not known be sent again? */
function isRepeatable({ retry }: Operation, options: RequestOptions): boolean {
  if (retry === "match") return options.ifMatch === undefined;
  return retry !== "never";
}

/**
 * Sends a request and reads its answer; sends it again when that is safe and can help.
 * @throws PlatError, NoAnswerError, UnexpectedAnswerError, or the reason of an aborted signal
 */
export async function send(outgoing: Outgoing, settings: SendSettings): Promise<unknown> {
  const { operation, options } = outgoing;
  const retries = options.retries ?? settings.retries;
  // An attempt may have been done although nobody heard of it.
  let isUncertain = false;
  for (let attempt = 0; ; attempt++) {
    let pauseMs: number;
    try {
      return await once(outgoing, options.timeoutMs ?? settings.timeoutMs, settings.fetch);
    } catch (error) {
      if (options.signal?.aborted === true) throw options.signal.reason;
      if (isUncertain && isDoneAlready(operation, error)) return undefined;
      const pause = isStillRunning(error, isUncertain) ? backoffMs(attempt) : pauseFor(error, attempt);
      const mayPass = isRefusedUndone(error) || isRepeatable(operation, options);
      if (attempt >= retries || pause === undefined || !mayPass || pause > settings.retryAfterMaxMs) throw error;
      if (!isRefusedUndone(error)) isUncertain = true;
      pauseMs = pause;
    }
    await wait(pauseMs, options.signal);
  }
}

/** A request that a limit refused was not begun. */
const isRefusedUndone = (error: unknown): boolean => error instanceof PlatError && error.status === 429;
/** The first attempt with this Idempotency-Key has not ended yet. */
const isStillRunning = (error: unknown, isUncertain: boolean): boolean =>
  isUncertain && error instanceof PlatError && error.code === "conflict";
/** A deletion that finds nothing after an attempt without an answer was done by that attempt. */
const isDoneAlready = (operation: Operation, error: unknown): boolean =>
  operation.method === "DELETE" && error instanceof PlatError && error.code === "not_found";

function pauseFor(error: unknown, attempt: number): number | undefined {
  const ownPause = backoffMs(attempt);
  if (error instanceof NoAnswerError) return ownPause;
  if (error instanceof UnexpectedAnswerError) return passing.has(error.status) ? ownPause : undefined;
  if (!(error instanceof PlatError)) return undefined;
  if (error.status === 429 || passing.has(error.status))
    return error.retryAfterMs === undefined ? ownPause : error.retryAfterMs + Math.random() * 100;
  return undefined;
}

async function once({ operation, url, headers, body, options }: Outgoing, timeoutMs: number, fetch: Fetch) {
  const attempt = new AbortController();
  const stop = (): void => attempt.abort(options.signal?.reason);
  if (options.signal?.aborted === true) throw options.signal.reason;
  options.signal?.addEventListener("abort", stop, { once: true });
  let isTimeout = false;
  const callOff = later(timeoutMs, () => {
    isTimeout = true;
    attempt.abort();
  });
  try {
    const response = await fetch(url, {
      method: operation.method,
      headers,
      body: body ?? null,
      signal: attempt.signal,
    });
    return await read(operation, response, options);
  } catch (cause) {
    if (cause instanceof PlatError || cause instanceof UnexpectedAnswerError) throw cause;
    const message = isTimeout ? `No answer within ${timeoutMs / 1000} s.` : "Plat cannot be reached.";
    throw new NoAnswerError(message, { operation: operation.name, isTimeout, cause });
  } finally {
    callOff();
    options.signal?.removeEventListener("abort", stop);
  }
}

async function read(operation: Operation, response: Response, options: RequestOptions): Promise<unknown> {
  const text = await response.text();
  options.onAnswer?.(detailsOf(operation.name, response));
  if (!response.ok) throw refusal(operation.name, response, text);
  if (text === "") return undefined;
  const value = readJson(text);
  if (value === undefined) throw new UnexpectedAnswerError(operation.name, response.status);
  return value;
}

/** What an answer that is no success means. */
export function refusal(operation: string, response: Response, text: string): PlatError | UnexpectedAnswerError {
  const problem = readProblem(text);
  if (problem === undefined) return new UnexpectedAnswerError(operation, response.status);
  const after = retryAfterMs(response.headers.get("retry-after"), Date.now());
  return new PlatError(problem, { operation, retryAfterMs: after });
}
