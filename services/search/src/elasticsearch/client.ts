import { AppError } from "@plat/contracts";
import { isTracing, SpanKind, withSpan } from "@plat/kit";
import { readFile } from "node:fs/promises";
import { type Dispatcher, Pool } from "undici";

/** An error response of Elasticsearch with its original type and reason. API clients never see it. */
export class ElasticsearchError extends Error {
  readonly status: number;
  readonly type: string;
  readonly reason: string;

  constructor(status: number, type: string, reason: string, request: string) {
    super(`Elasticsearch rejected ${request}: ${status} ${type}: ${reason}`);
    this.name = "ElasticsearchError";
    this.status = status;
    this.type = type;
    this.reason = reason;
  }
}

/** A response exceeded the byte limit of its request. The caller may request fewer hits. */
export class ResponseTooLarge extends Error {
  constructor(bytesMax: number) {
    super(`Elasticsearch response exceeds ${bytesMax} bytes`);
    this.name = "ResponseTooLarge";
  }
}

export interface ElasticsearchClientOptions {
  /** Comma-separated node URLs, which may contain user and password. */
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  apiKey?: string | undefined;
  caFile?: string | undefined;
  /** Timeout in milliseconds of requests that do not set one. */
  timeoutMs: number;
}

/** Minimal Elasticsearch client: JSON over HTTP. */
export interface ElasticsearchClient {
  /**
   * @param body an object (sent as JSON), or a string of newline-delimited JSON
   * @param timeoutMs in milliseconds; default: the client's timeout
   * @param bytesMax limit of the response body in bytes; default: unlimited
   * @throws AppError `unavailable` if no node responds in time or Elasticsearch is overloaded; ResponseTooLarge;
   * ElasticsearchError for any other error response
   */
  request<T>(
    method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD",
    path: string,
    body?: object | string,
    timeoutMs?: number,
    bytesMax?: number,
  ): Promise<T>;
  /** Number of requests without a response, including queued ones. */
  inFlight(): number;
  close(): Promise<void>;
}

const overloaded = new Set([429, 502, 503, 504]);
const connectTimeoutMs = 1_000;

/**
 * Creates a client with one keep-alive connection pool per node. Requests rotate over the nodes; if one cannot be
 * reached, the next one is tried.
 */
export async function createElasticsearchClient(options: ElasticsearchClientOptions): Promise<ElasticsearchClient> {
  const ca = options.caFile === undefined ? undefined : await readFile(options.caFile, "utf8");
  const nodes = options.url.split(",").map((raw) => node(new URL(raw), options, ca));
  let nextNode = 0;

  const send = (
    method: Dispatcher.HttpMethod,
    path: string,
    body: object | string | undefined,
    timeoutMs: number,
    bytesMax?: number,
  ): Promise<string> => {
    // The `_msearch` batcher creates one span per search.
    if (!isTracing() || path.includes("/_msearch")) return attempt(method, path, body, timeoutMs, bytesMax);
    // Span names contain only the operation (`_search`, `_bulk`), not index names or document ids.
    const operation = /\/(_[a-z_]+)/.exec(path)?.[1] ?? "index";
    const attributes = { "db.system.name": "elasticsearch", "db.operation.name": operation };
    return withSpan(`elasticsearch ${operation}`, { kind: SpanKind.CLIENT, attributes }, () =>
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
      const { pool, headers, prefix } = nodes[nextNode++ % nodes.length] ?? nodes[0] ?? noNodeConfigured();
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
        text = bytesMax === undefined ? await response.body.text() : await readTextUpTo(bytesMax, response.body);
      } catch (error) {
        if (error instanceof ResponseTooLarge) throw error;
        failure = error;
        if (signal.aborted) break;
        continue;
      }
      if (status < 300) return text;
      failure = parseError(status, text, `${method} ${path.split("?")[0]}`);
      if (failure instanceof ElasticsearchError) throw failure;
    }
    throw failure instanceof AppError ? failure : unavailable(failure);
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
    inFlight: () => nodes.reduce((sum, { pool }) => sum + pool.stats.running + pool.stats.queued, 0),
    close: async () => {
      await Promise.all(nodes.map(({ pool }) => pool.destroy()));
    },
  };
}

/** Reads a response body. @throws ResponseTooLarge as soon as the limit is exceeded, without reading the rest */
async function readTextUpTo(bytesMax: number, body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new ResponseTooLarge(bytesMax);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function noNodeConfigured(): never {
  throw new TypeError("no Elasticsearch node is configured");
}

function node(url: URL, options: ElasticsearchClientOptions, ca: string | undefined) {
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
    // Timeouts are set per request with an abort signal; undici's coarser ones are disabled.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectTimeoutMs, ...(ca === undefined ? {} : { ca }) },
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

/** Converts an error response: AppError `unavailable` if a retry may succeed, otherwise ElasticsearchError. */
export function errorOf(status: number, body: ErrorBody, request: string): AppError | ElasticsearchError {
  const { error } = body;
  const reasons = [error?.reason, error?.root_cause?.[0]?.reason, error?.caused_by?.reason];
  const types = [error?.type, error?.caused_by?.type];
  const join = (parts: (string | undefined)[]): string => [...new Set(parts.filter(Boolean))].join(": ");
  const rejected = new ElasticsearchError(status, join(types) || "unknown", join(reasons), request);
  return overloaded.has(status) ? unavailable(rejected) : rejected;
}

const unavailable = (cause: unknown): AppError =>
  new AppError("unavailable", "The search index is temporarily unavailable.", { cause, retryAfter: 1 });

function parseError(status: number, text: string, request: string): AppError | ElasticsearchError {
  try {
    return errorOf(status, JSON.parse(text) as ErrorBody, request);
  } catch {
    return errorOf(status, { error: { reason: text.slice(0, 500) } }, request);
  }
}
