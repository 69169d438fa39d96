import { ConnectionError, parseJson, parseProblem, PlatError, UnexpectedResponseError } from "./errors.ts";
import { responseDetails, retryAfterMs } from "./headers.ts";
import type { Operation, RequestOptions } from "./api-types.ts";
import { backoffMs, schedule, sleep } from "./time.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface SendSettings {
  fetch: Fetch;
  /** Timeout of one attempt in milliseconds. */
  timeoutMs: number;
  retries: number;
  /** Longest `Retry-After` to wait for, in milliseconds. */
  retryAfterMaxMs: number;
}

/** A request before it is sent. */
export interface OutgoingRequest {
  operation: Operation;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  options: RequestOptions;
}

/** Statuses after which a retry can succeed. */
const retryableStatuses = new Set([502, 503, 504]);

/** Whether the request may be sent again although it is unknown whether the service processed it. */
function isRepeatable({ retry }: Operation, options: RequestOptions): boolean {
  if (retry === "match") return options.ifMatch === undefined;
  return retry !== "never";
}

/**
 * Sends a request and parses its response. Retries if that is safe and can succeed.
 * @throws PlatError, ConnectionError, UnexpectedResponseError, or the reason of an aborted signal
 */
export async function send(request: OutgoingRequest, settings: SendSettings): Promise<unknown> {
  const { operation, options } = request;
  const retries = options.retries ?? settings.retries;
  // Whether the service may have processed an earlier attempt although its response was lost.
  let isUncertain = false;
  for (let attempt = 0; ; attempt++) {
    let pauseMs: number;
    try {
      return await sendOnce(request, options.timeoutMs ?? settings.timeoutMs, settings.fetch);
    } catch (error) {
      if (options.signal?.aborted === true) throw options.signal.reason;
      if (isUncertain && isAlreadyDeleted(operation, error)) return undefined;
      const pause = isStillRunning(error, isUncertain) ? backoffMs(attempt) : pauseFor(error, attempt);
      const mayRetry = isRateLimited(error) || isRepeatable(operation, options);
      if (attempt >= retries || pause === undefined || !mayRetry || pause > settings.retryAfterMaxMs) throw error;
      if (!isRateLimited(error)) isUncertain = true;
      pauseMs = pause;
    }
    await sleep(pauseMs, options.signal);
  }
}

/** The service did not start to process a request that a limit rejected. */
const isRateLimited = (error: unknown): boolean => error instanceof PlatError && error.status === 429;
/** An earlier attempt with the same Idempotency-Key is still in progress. */
const isStillRunning = (error: unknown, isUncertain: boolean): boolean =>
  isUncertain && error instanceof PlatError && error.code === "conflict";
/** The resource of a retried deletion does not exist: an earlier attempt deleted it. */
const isAlreadyDeleted = (operation: Operation, error: unknown): boolean =>
  operation.method === "DELETE" && error instanceof PlatError && error.code === "not_found";

/** Milliseconds before the next attempt; `undefined` if a retry cannot succeed. */
function pauseFor(error: unknown, attempt: number): number | undefined {
  const backoff = backoffMs(attempt);
  if (error instanceof ConnectionError) return backoff;
  if (error instanceof UnexpectedResponseError) return retryableStatuses.has(error.status) ? backoff : undefined;
  if (!(error instanceof PlatError)) return undefined;
  if (error.status === 429 || retryableStatuses.has(error.status))
    return error.retryAfterMs === undefined ? backoff : error.retryAfterMs + Math.random() * 100;
  return undefined;
}

async function sendOnce(
  { operation, url, headers, body, options }: OutgoingRequest,
  timeoutMs: number,
  fetch: Fetch,
): Promise<unknown> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(options.signal?.reason);
  if (options.signal?.aborted === true) throw options.signal.reason;
  options.signal?.addEventListener("abort", abort, { once: true });
  let isTimeout = false;
  const cancelTimeout = schedule(timeoutMs, () => {
    isTimeout = true;
    controller.abort();
  });
  try {
    const response = await fetch(url, {
      method: operation.method,
      headers,
      body: body ?? null,
      signal: controller.signal,
    });
    return await parseResponse(operation, response, options);
  } catch (cause) {
    if (cause instanceof PlatError || cause instanceof UnexpectedResponseError) throw cause;
    const message = isTimeout ? `No response within ${timeoutMs / 1000} s.` : "Cannot connect to Plat.";
    throw new ConnectionError(message, { operation: operation.name, isTimeout, cause });
  } finally {
    cancelTimeout();
    options.signal?.removeEventListener("abort", abort);
  }
}

async function parseResponse(operation: Operation, response: Response, options: RequestOptions): Promise<unknown> {
  const text = await response.text();
  options.onResponse?.(responseDetails(operation.name, response));
  if (!response.ok) throw responseError(operation.name, response, text);
  if (text === "") return undefined;
  const value = parseJson(text);
  if (value === undefined) throw new UnexpectedResponseError(operation.name, response.status);
  return value;
}

/** The error of a response that is not a success. @param text body of the response */
export function responseError(
  operation: string,
  response: Response,
  text: string,
): PlatError | UnexpectedResponseError {
  const problem = parseProblem(text);
  if (problem === undefined) return new UnexpectedResponseError(operation, response.status);
  const after = retryAfterMs(response.headers.get("retry-after"), Date.now());
  return new PlatError(problem, { operation, retryAfterMs: after });
}
