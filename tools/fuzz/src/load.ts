import { Agent, request as httpRequest } from "node:http";
import { setTimeout } from "node:timers/promises";

/** A request of a normal client. */
export interface Ask {
  path: string;
  key: string;
  body?: unknown;
}

/** What a number of requests came to. */
export interface Taken {
  /** Milliseconds of each answer, ascending. */
  ms: readonly number[];
  /** By status; 0 for no answer. */
  statuses: ReadonlyMap<number, number>;
}

export const percentile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.ceil(ascending.length * share) - 1)] ?? 0;

/** `status ×count` of all that are 5xx or no answer. */
export const broken = ({ statuses }: Taken): string[] =>
  [...statuses]
    .filter(([status]) => status === 0 || status >= 500)
    .map(([status, count]) => `${status || "no answer"} ×${count}`);

/** A client of its own, with connections that are kept. */
export class Client {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #ms: number[] = [];
  readonly #statuses = new Map<number, number>();

  constructor(url: string, connections: number) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Sends one request and notes how long it took until its answer was whole; gives the status. */
  async send(ask: Ask): Promise<number> {
    const began = performance.now();
    const status = await this.#exchange(ask);
    this.#ms.push(performance.now() - began);
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    return status;
  }

  #exchange({ path, key, body }: Ask): Promise<number> {
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

  taken(): Taken {
    return { ms: this.#ms.toSorted((one, other) => one - other), statuses: this.#statuses };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/**
 * Sends requests at a steady rate until the signal, whatever the answers do: a slow answer holds none of the next ones
 * up. Requests are taken from the list in turn.
 */
export async function steadily(
  client: Client,
  asks: readonly Ask[],
  perSecond: number,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const under: Promise<unknown>[] = [];
  for (let sent = 0; !signal.aborted; sent++) {
    const ask = asks[sent % asks.length];
    if (ask === undefined) return;
    under.push(client.send(ask));
    const due = began + ((sent + 1) * 1_000) / perSecond;
    await setTimeout(Math.max(0, due - performance.now()));
  }
  await Promise.all(under);
}

/** Keeps so many requests under way until the signal. */
export async function closely(client: Client, next: () => Ask, atOnce: number, signal: AbortSignal): Promise<void> {
  const work = async (): Promise<void> => {
    while (!signal.aborted) await client.send(next());
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
