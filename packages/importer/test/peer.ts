import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { batchRequest, propertyCreate, validator } from "@plat/contracts";

export interface BatchSeen {
  mode: string;
  items: Record<string, unknown>[];
  bytes: number;
  idempotencyKey: string;
  credential: string;
}
/** What to answer instead of doing the batch; `hold` keeps the request open until the peer ends. */
export interface Instead {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  reset?: boolean;
  hold?: boolean;
}

/** A service that the programs talk to in these tests: takes what the contract takes, and keeps it. */
export interface Peer {
  url: string;
  batches: BatchSeen[];
  /** Listings by externalId. */
  store: Map<string, Record<string, unknown>>;
  close(): Promise<void>;
}

const checkBatch = validator(batchRequest, { unknownKeys: "refuse" });
const checkItem = validator(propertyCreate, { unknownKeys: "refuse" });

/** `meddle` is asked before each batch, with how many came before; what it gives is answered instead. */
export async function startPeer(
  meddle: (seen: number, batch: BatchSeen) => Instead | undefined | Promise<Instead | undefined> = () => undefined,
  port = 0,
): Promise<Peer> {
  const store: Peer["store"] = new Map();
  const batches: BatchSeen[] = [];
  const replays = new Map<string, unknown>();
  const server = createServer((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    if (request.method !== "POST" || request.url !== "/properties/batch")
      return answer(response, 404, { code: "not_found", detail: "There is no such listing." });
    const checked = checkBatch(JSON.parse(body.toString()));
    if (!checked.ok)
      return answer(response, 400, { code: "validation_failed", detail: JSON.stringify(checked.issues) });
    const batch: BatchSeen = {
      ...checked.value,
      bytes: body.length,
      idempotencyKey: String(request.headers["idempotency-key"]),
      credential: String(request.headers.authorization),
    };
    const instead = await meddle(batches.push(batch) - 1, batch);
    if (instead?.reset === true) return void request.socket.destroy();
    if (instead?.hold === true) return;
    if (instead !== undefined) return answer(response, instead.status ?? 500, instead.body ?? {}, instead.headers);
    const earlier = replays.get(batch.idempotencyKey);
    const data = earlier ?? batch.items.map((item, index) => take(batch.mode, item, index));
    replays.set(batch.idempotencyKey, data);
    return answer(response, 200, { data });
  }

  function take(mode: string, item: Record<string, unknown>, index: number): unknown {
    const checked = checkItem(item);
    if (!checked.ok) {
      const errors = checked.issues.map(({ path, detail }) => ({ in: "body", pointer: `/${path.join("/")}`, detail }));
      return { index, status: 400, id: null, code: "validation_failed", errors };
    }
    const externalId = String(item["externalId"]);
    const known = store.has(externalId);
    if (known && mode === "create")
      return { index, status: 409, id: null, code: "conflict", detail: "The externalId is taken." };
    store.set(externalId, { ...store.get(externalId), ...item });
    return { index, status: known ? 200 : 201, id: crypto.randomUUID() };
  }

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    store,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const type = status < 400 ? "application/json" : "application/problem+json";
  response.writeHead(status, { "content-type": type, ...headers }).end(JSON.stringify(body));
}
