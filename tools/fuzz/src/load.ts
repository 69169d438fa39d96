import { Agent, request as httpRequest } from "node:http";
import { setTimeout } from "node:timers/promises";

/** A request of a regular client. */
export interface LoadRequest {
  path: string;
  key: string;
  body?: unknown;
}

/** The result of a series of requests. */
export interface LoadResult {
  /** Milliseconds until each response was complete, ascending. */
  ms: readonly number[];
  /** Counts by status; 0 means no response. */
  statuses: ReadonlyMap<number, number>;
}

export const percentile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.ceil(ascending.length * share) - 1)] ?? 0;

/** `status ×count` for all 5xx and missing responses. */
export const failedResponses = ({ statuses }: LoadResult): string[] =>
  [...statuses]
    .filter(([status]) => status === 0 || status >= 500)
    .map(([status, count]) => `${status || "no response"} ×${count}`);

/** A client with its own keep-alive connections, which records latencies and statuses. */
export class Client {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #ms: number[] = [];
  readonly #statuses = new Map<number, number>();

  constructor(url: string, connections: number) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Sends one request and records its latency and status. @returns the status, 0 if there was no response */
  async send(loadRequest: LoadRequest): Promise<number> {
    const began = performance.now();
    const status = await this.#exchange(loadRequest);
    this.#ms.push(performance.now() - began);
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    return status;
  }

  #exchange({ path, key, body }: LoadRequest): Promise<number> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${key}`,
      ...(payload === undefined ? {} : { "content-type": "application/json", "content-length": payload.length }),
    };
    const method = payload === undefined ? "GET" : "POST";
    return new Promise((resolve) => {
      const request = httpRequest(
        this.#url + path,
        { method, headers, agent: this.#agent, timeout: 30_000 },
        (response) => {
          response.resume();
          response.once("end", () => resolve(response.statusCode ?? 0));
          response.once("error", () => resolve(0));
        },
      );
      request.once("timeout", () => request.destroy());
      request.once("error", () => resolve(0));
      request.end(payload);
    });
  }

  result(): LoadResult {
    return { ms: this.#ms.toSorted((one, other) => one - other), statuses: this.#statuses };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/**
 * Open-loop load: sends requests round robin at a constant rate until the signal, independent of responses.
 */
export async function sendAtRate(
  client: Client,
  loadRequests: readonly LoadRequest[],
  requestsPerSecond: number,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const inFlight: Promise<unknown>[] = [];
  for (let sent = 0; !signal.aborted; sent++) {
    const loadRequest = loadRequests[sent % loadRequests.length];
    if (loadRequest === undefined) return;
    inFlight.push(client.send(loadRequest));
    const due = began + ((sent + 1) * 1_000) / requestsPerSecond;
    await setTimeout(Math.max(0, due - performance.now()));
  }
  await Promise.all(inFlight);
}

/** Closed-loop load: keeps `concurrency` requests in flight until the signal. */
export async function sendConcurrently(
  client: Client,
  next: () => LoadRequest,
  concurrency: number,
  signal: AbortSignal,
): Promise<void> {
  const work = async (): Promise<void> => {
    while (!signal.aborted) await client.send(next());
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
