import { Agent, type IncomingHttpHeaders, request } from "node:http";

export interface Sending {
  method?: string;
  /** API key or session token. */
  credential?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** What came of one request; times in milliseconds of this process's monotonic clock. */
export interface Outcome {
  /** 0: no answer came. */
  status: number;
  headers: IncomingHttpHeaders;
  /** Parsed when it is JSON, else the text. */
  body: unknown;
  /** Why no answer came: an error code such as ECONNRESET, or `hang`. */
  error: string | undefined;
  start: number;
  end: number;
}

/** A client that keeps connections open, and neither retries nor throws. */
export interface Client {
  send(path: string, sending?: Sending): Promise<Outcome>;
  close(): void;
}

/** Longer than every deadline of the gateway. */
export const hangMs = 40_000;

/** @param base address of a gateway */
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
        const none = (error: string): void =>
          resolve({ status: 0, headers: {}, body: undefined, error, start, end: performance.now() });
        const chosen = method ?? (body === undefined ? "GET" : "POST");
        const going = request({ hostname, port, path, method: chosen, agent, headers: sent }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", (error: NodeJS.ErrnoException) => none(error.code ?? error.message));
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
          none("hang");
          going.destroy();
        }, hangMs);
        going.on("error", (error: NodeJS.ErrnoException) => {
          clearTimeout(timer);
          none(error.code ?? error.message);
        });
        going.end(payload);
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

export type Row = Record<string, unknown>;
export const rowOf = ({ body }: Outcome): Row => (typeof body === "object" && body !== null ? (body as Row) : {});
export const took = ({ start, end }: Outcome): number => end - start;

/** Whether it is known what became of the request: a success, or a refusal before anything was done. */
export const isKnown = ({ status }: Outcome): boolean => status >= 200 && status < 500;

/** One line for people. */
export function told({ status, error, body, start, end }: Outcome): string {
  const { detail = "" } = (typeof body === "object" && body !== null ? body : {}) as { detail?: string };
  return `${status === 0 ? error : status} ${detail} after ${Math.round(end - start)} ms`;
}

/** @throws Error with what was answered instead of a success */
export async function expectOk(outcome: Promise<Outcome>, what: string): Promise<Outcome> {
  const got = await outcome;
  if (got.status < 200 || got.status >= 300) throw new Error(`${what}: ${told(got)}`);
  return got;
}
