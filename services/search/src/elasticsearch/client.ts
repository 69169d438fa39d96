import { AppError } from "@plat/contracts";
import { isTracing, SpanKind, traced } from "@plat/kit";
import { readFile } from "node:fs/promises";
import { type Dispatcher, Pool } from "undici";

/** What Elasticsearch refused, with its own words; never shown to clients. */
export class ElasticsearchError extends Error {
  readonly status: number;
  readonly type: string;
  readonly reason: string;

  constructor(status: number, type: string, reason: string, request: string) {
    super(`Elasticsearch refused ${request}: ${status} ${type}: ${reason}`);
    this.name = "ElasticsearchError";
    this.status = status;
    this.type = type;
    this.reason = reason;
  }
}

/** An answer had more bytes than were asked for; less of it may be asked for. */
export class AnswerTooLarge extends Error {
  constructor(bytesMax: number) {
    super(`Elasticsearch answers with more than ${bytesMax} bytes`);
    this.name = "AnswerTooLarge";
  }
}

export interface EngineOptions {
  /** Comma-separated; may carry user and password. */
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  apiKey?: string | undefined;
  caFile?: string | undefined;
  /** Milliseconds, for requests that name no time of their own. */
  timeoutMs: number;
}

/** JSON over HTTP to Elasticsearch. */
export interface Engine {
  /**
   * @param body an object, or newline-delimited JSON as text
   * @param bytesMax of the answer; without it any number
   * @throws AppError `unavailable` when it cannot be reached, is too slow or overloaded; AnswerTooLarge; ElasticsearchError for
   * all else
   */
  request<T>(
    method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD",
    path: string,
    body?: object | string,
    timeoutMs?: number,
    bytesMax?: number,
  ): Promise<T>;
  /** The answer's text, for what is hashed or passed on as it is. */
  requestText(method: "GET" | "POST", path: string, body?: object | string, timeoutMs?: number): Promise<string>;
  /** Requests without an answer, waiting ones too. */
  inFlight(): number;
  close(): Promise<void>;
}

const overloaded = new Set([429, 502, 503, 504]);
const connectMs = 1_000;

/** One keep-alive pool a node; a node that cannot be reached is passed over. */
export async function connectEngine(options: EngineOptions): Promise<Engine> {
  const ca = options.caFile === undefined ? undefined : await readFile(options.caFile, "utf8");
  const nodes = options.url.split(",").map((raw) => node(new URL(raw), options, ca));
  let turn = 0;

  const send = (
    method: Dispatcher.HttpMethod,
    path: string,
    body: object | string | undefined,
    timeoutMs: number,
    bytesMax?: number,
  ): Promise<string> => {
    // Each search of several has a span of its own.
    if (!isTracing() || path.includes("/_msearch")) return attempt(method, path, body, timeoutMs, bytesMax);
    // Names of indices and documents stay out of it: `_search`, `_bulk`.
    const operation = /\/(_[a-z_]+)/.exec(path)?.[1] ?? "index";
    const attributes = { "db.system.name": "elasticsearch", "db.operation.name": operation };
    return traced(`elasticsearch ${operation}`, { kind: SpanKind.CLIENT, attributes }, () =>
      attempt(method, path, body, timeoutMs, bytesMax),
    );
  };
  const attempt = async (
    method: Dispatcher.HttpMethod,
    path: string,
    body: object | string | undefined,
    timeoutMs: number,
    bytesMax: number | undefined,
  ): Promise<string> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    let failure: unknown;
    for (let tried = 0; tried < nodes.length; tried++) {
      const { pool, headers, prefix } = nodes[turn++ % nodes.length] ?? nodes[0] ?? unreachable();
      let status: number;
      let text: string;
      try {
        const response = await pool.request({
          method,
          path: prefix + path,
          headers: typeof body === "string" ? { ...headers, "content-type": "application/x-ndjson" } : headers,
          signal,
          ...(payload === undefined ? {} : { body: payload }),
        });
        status = response.statusCode;
        text = bytesMax === undefined ? await response.body.text() : await textUpTo(bytesMax, response.body);
      } catch (error) {
        if (error instanceof AnswerTooLarge) throw error;
        failure = error;
        if (signal.aborted) break;
        continue;
      }
      if (status < 300) return text;
      failure = read(status, text, `${method} ${path.split("?")[0]}`);
      if (failure instanceof ElasticsearchError) throw failure;
    }
    throw failure instanceof AppError ? failure : away(failure);
  };

  return {
    async request<T>(
      method: Dispatcher.HttpMethod,
      path: string,
      body?: object | string,
      timeoutMs?: number,
      bytesMax?: number,
    ) {
      const text = await send(method, path, body, timeoutMs ?? options.timeoutMs, bytesMax);
      return (text === "" ? {} : JSON.parse(text)) as T;
    },
    requestText: (method, path, body, timeoutMs) => send(method, path, body, timeoutMs ?? options.timeoutMs),
    inFlight: () => nodes.reduce((sum, { pool }) => sum + pool.stats.running + pool.stats.queued, 0),
    close: async () => {
      await Promise.all(nodes.map(({ pool }) => pool.destroy()));
    },
  };
}

/** @throws AnswerTooLarge; what is left is then not read */
async function textUpTo(bytesMax: number, body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new AnswerTooLarge(bytesMax);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function unreachable(): never {
  throw new TypeError("no Elasticsearch node is configured");
}

function node(url: URL, options: EngineOptions, ca: string | undefined) {
  const user = options.user ?? decodeURIComponent(url.username);
  const password = options.password ?? decodeURIComponent(url.password);
  const authorization =
    options.apiKey !== undefined
      ? `ApiKey ${options.apiKey}`
      : user === ""
        ? undefined
        : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (authorization !== undefined) headers["authorization"] = authorization;
  const pool = new Pool(url.origin, {
    connections: 64,
    // Deadlines are set a request; these only keep undici's own, coarser ones out of the way.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectMs, ...(ca === undefined ? {} : { ca }) },
  });
  return { pool, headers, prefix: url.pathname.replace(/\/$/, "") };
}

interface ErrorBody {
  error?: {
    type?: string;
    reason?: string;
    root_cause?: { reason?: string }[];
    caused_by?: { type?: string; reason?: string };
  };
}

/** What a refusal of Elasticsearch comes to: `unavailable` when it may take the same later. */
export function refusal(status: number, body: ErrorBody, request: string): AppError | ElasticsearchError {
  const { error } = body;
  const reasons = [error?.reason, error?.root_cause?.[0]?.reason, error?.caused_by?.reason];
  const types = [error?.type, error?.caused_by?.type];
  const join = (parts: (string | undefined)[]): string => [...new Set(parts.filter(Boolean))].join(": ");
  const refused = new ElasticsearchError(status, join(types) || "unknown", join(reasons), request);
  return overloaded.has(status) ? away(refused) : refused;
}

const away = (cause: unknown): AppError =>
  new AppError("unavailable", "The search index cannot be reached at the moment.", { cause, retryAfter: 1 });

function read(status: number, text: string, request: string): AppError | ElasticsearchError {
  try {
    return refusal(status, JSON.parse(text) as ErrorBody, request);
  } catch {
    return refusal(status, { error: { reason: text.slice(0, 500) } }, request);
  }
}
