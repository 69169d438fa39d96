import { Agent, type IncomingHttpHeaders, request } from "node:http";

export interface RequestOptions {
  method?: string;
  /** API key or session token. */
  credential?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** The result of one request. Times are milliseconds of this process's monotonic clock. */
export interface Outcome {
  /** 0 if there was no response. */
  status: number;
  headers: IncomingHttpHeaders;
  /** The parsed body if it is JSON, otherwise the text. */
  body: unknown;
  /** Why there was no response: an error code such as ECONNRESET, or `timeout`. */
  error: string | undefined;
  start: number;
  end: number;
}

/** An HTTP client with keep-alive connections that neither retries nor throws. */
export interface Client {
  send(path: string, options?: RequestOptions): Promise<Outcome>;
  close(): void;
}

/** Milliseconds to wait for a response; longer than every timeout of the gateway. */
export const responseTimeoutMs = 40_000;

/** @param base URL of a gateway */
export function clientAt(base: string): Client {
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  return {
    send: (path, { method, credential, headers = {}, body } = {}) =>
      new Promise((resolve) => {
        const start = performance.now();
        const sent = { ...headers };
        const payload = body === undefined ? undefined : JSON.stringify(body);
        if (credential !== undefined) sent["authorization"] = `Bearer ${credential}`;
        if (payload !== undefined) {
          sent["content-type"] = "application/json";
          sent["content-length"] = String(Buffer.byteLength(payload));
        }
        const noResponse = (error: string): void =>
          resolve({ status: 0, headers: {}, body: undefined, error, start, end: performance.now() });
        const chosen = method ?? (body === undefined ? "GET" : "POST");
        const sentRequest = request({ hostname, port, path, method: chosen, agent, headers: sent }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", (error: NodeJS.ErrnoException) => noResponse(error.code ?? error.message));
          response.on("end", () => {
            clearTimeout(timer);
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: parsed(Buffer.concat(chunks).toString(), response.headers["content-type"]),
              error: undefined,
              start,
              end: performance.now(),
            });
          });
        });
        const timer = setTimeout(() => {
          noResponse("timeout");
          sentRequest.destroy();
        }, responseTimeoutMs);
        sentRequest.on("error", (error: NodeJS.ErrnoException) => {
          clearTimeout(timer);
          noResponse(error.code ?? error.message);
        });
        sentRequest.end(payload);
      }),
    close: () => agent.destroy(),
  };
}

function parsed(text: string, type: string | undefined): unknown {
  if (text === "" || type?.includes("json") !== true) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export type JsonObject = Record<string, unknown>;
export const bodyOf = ({ body }: Outcome): JsonObject =>
  typeof body === "object" && body !== null ? (body as JsonObject) : {};
export const durationOf = ({ start, end }: Outcome): number => end - start;

/** Whether the effect of the request is known: it succeeded, or it was rejected before it had any effect. */
export const isKnown = ({ status }: Outcome): boolean => status >= 200 && status < 500;

/** A one-line summary for messages. */
export function summaryOf({ status, error, body, start, end }: Outcome): string {
  const { detail = "" } = (typeof body === "object" && body !== null ? body : {}) as { detail?: string };
  return `${status === 0 ? error : status} ${detail} after ${Math.round(end - start)} ms`;
}

/** @throws Error with a summary of the response unless its status is 2xx */
export async function expectOk(outcome: Promise<Outcome>, what: string): Promise<Outcome> {
  const got = await outcome;
  if (got.status < 200 || got.status >= 300) throw new Error(`${what}: ${summaryOf(got)}`);
  return got;
}
