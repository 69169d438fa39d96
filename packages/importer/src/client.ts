import { setTimeout as delay } from "node:timers/promises";
import { exitCode, CliError, Interrupted, usageError } from "./cli-error.ts";

export interface ClientOptions {
  /** Base URL, for example `http://127.0.0.1:8080`. */
  url: string;
  key: string;
  /** Milliseconds of consecutive failures after which a request is no longer retried. */
  retryTimeoutMs: number;
  /** Called before each wait with its length in milliseconds and its reason. */
  onWait: (ms: number, why: string) => void;
  /** Ends waits early. Does not abort a request in flight. */
  stop: AbortSignal;
}

export interface ApiResponse {
  status: number;
  /** Parsed JSON, or the text if it is not JSON. */
  body: unknown;
}

interface ApiRequest {
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: string;
  idempotencyKey?: string;
}

export interface Client {
  /**
   * Sends a request and retries it after transient failures and rate limits.
   * @returns the first response that a retry would not change
   * @throws CliError if the credential is rejected, or if the service does not recover in time
   * @throws Interrupted if `stop` is aborted
   */
  send(request: ApiRequest): Promise<ApiResponse>;
  /** Waits `ms` milliseconds. @throws Interrupted if `stop` is aborted */
  wait(ms: number, why: string): Promise<void>;
}

/** Timeout of one attempt. The deadlines of the service are at most half of it. */
const requestTimeoutMs = 60_000;
const firstWaitMs = 250;
const longestWaitMs = 10_000;
/** Retry limit before the first response: a wrong address is more likely than a temporary failure. */
const firstContactMs = 3_000;
const transient = new Set([408, 425, 500, 502, 503, 504]);

/** Status, code and detail of an error response in one line, without a full stop at the end. */
export function describeProblem({ status, body }: ApiResponse): string {
  const members = typeof body === "object" && body !== null ? body : {};
  const text = (name: "title" | "detail" | "code"): string => {
    const value = (members as Partial<Record<typeof name, unknown>>)[name];
    return typeof value === "string" ? value : "";
  };
  const message = (text("detail") || text("title")).replace(/\.$/, "");
  return [`status ${status}`, text("code") && `(${text("code")})`, message].filter((part) => part !== "").join(" ");
}

export const errorCodeOf = ({ body }: ApiResponse): unknown =>
  typeof body === "object" && body !== null && "code" in body ? body.code : undefined;

/** Parses `Retry-After` (seconds or an HTTP date). @returns milliseconds from `now`, or undefined */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

interface Attempt {
  response?: ApiResponse;
  /** Reason to retry, if a retry can succeed. */
  failure?: string;
  retryAfterMs?: number | undefined;
}

export function createClient({ url, key, retryTimeoutMs, onWait, stop }: ClientOptions): Client {
  let hasResponded = false;

  const attempt = async ({ method, path, body, idempotencyKey }: ApiRequest): Promise<Attempt> => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: "application/json" };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
    const signal = AbortSignal.timeout(requestTimeoutMs);
    try {
      const httpResponse = await fetch(url + path, { method, headers, signal, redirect: "error", body: body ?? null });
      const response = { status: httpResponse.status, body: parse(await httpResponse.text()) };
      hasResponded = true;
      const requestedMs = retryAfterMs(httpResponse.headers.get("retry-after"), Date.now());
      const running = response.status === 409 && method === "POST" && errorCodeOf(response) === "conflict";
      if (response.status === 429 || transient.has(response.status) || running)
        return { response, failure: describeProblem(response), retryAfterMs: requestedMs };
      return { response };
    } catch (error) {
      return { failure: describeNetworkError(error) };
    }
  };

  const wait = async (ms: number, why: string): Promise<void> => {
    onWait(ms, why);
    await delay(ms, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) throw new Interrupted();
  };

  const send = async (request: ApiRequest): Promise<ApiResponse> => {
    let failingSince: number | undefined;
    let retries = 0;
    for (;;) {
      if (stop.aborted) throw new Interrupted();
      const { response, failure, retryAfterMs: requestedMs } = await attempt(request);
      if (response !== undefined && failure === undefined) return checkResponse(response, url);
      if (response?.status === 429) {
        // A rate limit is not a failure: it ends at a known time, so it does not count towards the retry timeout.
        failingSince = undefined;
        retries = 0;
        await wait((requestedMs ?? 1000) + jitter(100), "rate limit");
        continue;
      }
      const now = performance.now();
      failingSince ??= now;
      const timeoutMs = hasResponded ? retryTimeoutMs : Math.min(retryTimeoutMs, firstContactMs);
      const pause = Math.max(requestedMs ?? 0, Math.min(longestWaitMs, firstWaitMs * 2 ** retries++));
      if (now + pause - failingSince > timeoutMs) throw retriesExhausted(url, failure ?? "", response !== undefined);
      await wait(pause + jitter(pause / 4), failure ?? "");
    }
  };
  return { send, wait };
}

const jitter = (ms: number): number => Math.random() * ms;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the response unless it shows that the credential or the address is wrong. @throws CliError */
function checkResponse(response: ApiResponse, url: string): ApiResponse {
  const { status, body } = response;
  if (status === 401 || status === 403) throw usageError(`The service rejected the key: ${describeProblem(response)}.`);
  if (status === 404 && errorCodeOf(response) === undefined)
    throw usageError(`${url} is not a Plat server (404 without a problem document): check the address.`);
  if (status < 500 && typeof body === "string" && body !== "")
    throw usageError(`${url} sent an unexpected response (status ${status}, not JSON): check the address.`);
  return response;
}

function retriesExhausted(url: string, failure: string, answered: boolean): CliError {
  const what = answered ? "did not recover" : "cannot be reached";
  return new CliError(exitCode.unavailable, `${url} ${what}: ${failure}.`);
}

/** Describes the cause of the error "fetch failed" of `fetch`. */
function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no response within ${requestTimeoutMs / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = "code" in cause ? String(cause.code) : "";
  return cause.message === "" ? code : cause.message;
}
