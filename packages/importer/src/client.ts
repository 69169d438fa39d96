import { setTimeout as delay } from "node:timers/promises";
import { exitCode, Failure, Stopped, usage } from "./cli-error.ts";

export interface ClientOptions {
  /** Base address, like http://127.0.0.1:8080. */
  url: string;
  key: string;
  /** Milliseconds of trouble without an answer after which a request is given up. */
  patienceMs: number;
  /** Told of each wait: how many milliseconds, and why. */
  onWait: (ms: number, why: string) => void;
  /** Ends waits (never a request that is on its way). */
  stop: AbortSignal;
}

export interface Answer {
  status: number;
  /** Parsed JSON, or the text. */
  body: unknown;
}

export interface Ask {
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: string;
  idempotencyKey?: string;
}

export interface Client {
  /**
   * One request, sent again as long as that can help. Gives what was answered at last.
   * @throws Failure for a refused credential, or when the service does not recover in time; Stopped
   */
  ask(request: Ask): Promise<Answer>;
  /** @throws Stopped */
  wait(ms: number, why: string): Promise<void>;
}

/** A request gets this long; the service answers within half of it or not at all. */
const requestTimeoutMs = 60_000;
const firstWaitMs = 250;
const longestWaitMs = 10_000;
/** How long a service that never answered is waited for: it is more likely a wrong address than a moment's trouble. */
const firstContactMs = 3_000;
const transient = new Set([408, 425, 500, 502, 503, 504]);

/** What a problem document says, in one line. */
export function problemOf({ status, body }: Answer): string {
  const members = typeof body === "object" && body !== null ? body : {};
  const text = (name: "title" | "detail" | "code"): string => {
    const value = (members as Partial<Record<typeof name, unknown>>)[name];
    return typeof value === "string" ? value : "";
  };
  // It stands inside a sentence.
  const said = (text("detail") || text("title")).replace(/\.$/, "");
  return [`status ${status}`, text("code") && `(${text("code")})`, said].filter((part) => part !== "").join(" ");
}

export const codeOf = ({ body }: Answer): unknown =>
  typeof body === "object" && body !== null && "code" in body ? body.code : undefined;

/** Milliseconds that `Retry-After` asks for: seconds or a date. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

interface Attempt {
  answer?: Answer;
  /** Worth sending again, and why. */
  trouble?: string;
  retryAfterMs?: number | undefined;
}

export function createClient({ url, key, patienceMs, onWait, stop }: ClientOptions): Client {
  let everAnswered = false;

  const attempt = async ({ method, path, body, idempotencyKey }: Ask): Promise<Attempt> => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: "application/json" };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
    const signal = AbortSignal.timeout(requestTimeoutMs);
    try {
      const response = await fetch(url + path, { method, headers, signal, redirect: "error", body: body ?? null });
      const answer = { status: response.status, body: parse(await response.text()) };
      everAnswered = true;
      const wanted = retryAfterMs(response.headers.get("retry-after"), Date.now());
      const running = answer.status === 409 && method === "POST" && codeOf(answer) === "conflict";
      if (answer.status === 429 || transient.has(answer.status) || running)
        return { answer, trouble: problemOf(answer), retryAfterMs: wanted };
      return { answer };
    } catch (error) {
      return { trouble: reasonOf(error) };
    }
  };

  const wait = async (ms: number, why: string): Promise<void> => {
    onWait(ms, why);
    await delay(ms, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) throw new Stopped();
  };

  const ask = async (request: Ask): Promise<Answer> => {
    let troubleSince: number | undefined;
    let tries = 0;
    for (;;) {
      if (stop.aborted) throw new Stopped();
      const { answer, trouble, retryAfterMs: wanted } = await attempt(request);
      if (answer !== undefined && trouble === undefined) return accepted(answer, url);
      if (answer?.status === 429) {
        // A quota is no trouble: it passes at a time that is known.
        troubleSince = undefined;
        tries = 0;
        await wait((wanted ?? 1000) + jitter(100), "rate limit");
        continue;
      }
      const now = performance.now();
      troubleSince ??= now;
      const patience = everAnswered ? patienceMs : Math.min(patienceMs, firstContactMs);
      const pause = Math.max(wanted ?? 0, Math.min(longestWaitMs, firstWaitMs * 2 ** tries++));
      if (now + pause - troubleSince > patience) throw givenUp(url, trouble ?? "", answer !== undefined);
      await wait(pause + jitter(pause / 4), trouble ?? "");
    }
  };
  return { ask, wait };
}

const jitter = (ms: number): number => Math.random() * ms;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The answer, unless no other request with this credential or at this address can do better. */
function accepted(answer: Answer, url: string): Answer {
  const { status, body } = answer;
  if (status === 401 || status === 403) throw usage(`The service refuses the key: ${problemOf(answer)}.`);
  if (status === 404 && codeOf(answer) === undefined)
    throw usage(`${url} answers, but it is no Plat (404 without a problem document): is the address right?`);
  if (status < 500 && typeof body === "string" && body !== "")
    throw usage(`${url} answers with something that is not JSON (status ${status}): is the address right?`);
  return answer;
}

function givenUp(url: string, trouble: string, answered: boolean): Failure {
  const what = answered ? "does not recover" : "cannot be reached";
  return new Failure(exitCode.gaveUp, `${url} ${what}: ${trouble}.`);
}

/** The cause behind fetch's "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${requestTimeoutMs / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = "code" in cause ? String(cause.code) : "";
  return cause.message === "" ? code : cause.message;
}
