import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { batchRequest, propertyCreate, propertyListQuery, propertyPatch, validator } from "@plat/contracts";

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
  /** Listings of the organization by id: for pages and for PATCH. */
  own: Map<string, Record<string, unknown>>;
  /** Answered to the next requests for a page, one each. */
  pageTroubles: Instead[];
  close(): Promise<void>;
}

const checkBatch = validator(batchRequest, { unknownKeys: "reject" });
const checkPatch = validator(propertyPatch, { unknownKeys: "reject" });
const checkQuery = validator(propertyListQuery, { unknownKeys: "reject" });
const checkItem = validator(propertyCreate, { unknownKeys: "reject" });

/** `meddle` is asked before each batch, with how many came before; what it gives is answered instead. */
export async function startPeer(
  meddle: (seen: number, batch: BatchSeen) => Instead | undefined | Promise<Instead | undefined> = () => undefined,
  port = 0,
): Promise<Peer> {
  const store: Peer["store"] = new Map();
  const own: Peer["own"] = new Map();
  const pageTroubles: Instead[] = [];
  const batches: BatchSeen[] = [];
  const replays = new Map<string, unknown>();
  const server = createServer((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const url = new URL(request.url ?? "", "http://peer");
    if (request.method === "PATCH")
      return patch(response, url.pathname.split("/").at(-1) ?? "", JSON.parse(body.toString()));
    if (request.method === "GET" && url.pathname === "/properties") return page(response, url.searchParams);
    if (request.method !== "POST" || url.pathname !== "/properties/batch")
      return answer(response, 404, { code: "not_found", detail: "There is no such thing." });
    const checked = checkBatch(JSON.parse(body.toString()));
    if (!checked.ok)
      return answer(response, 400, { code: "validation_failed", detail: JSON.stringify(checked.issues) });
    const batch: BatchSeen = {
      ...checked.value,
      items: checked.value.items as BatchSeen["items"],
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

  function patch(response: ServerResponse, id: string, body: unknown): void {
    const known = own.get(id);
    const checked = checkPatch(body);
    if (!checked.ok)
      return answer(response, 400, { code: "validation_failed", detail: JSON.stringify(checked.issues) });
    if (known === undefined) return answer(response, 404, { code: "not_found", detail: "There is no such listing." });
    own.set(id, { ...known, ...checked.value });
    return answer(response, 200, own.get(id));
  }

  function page(response: ServerResponse, query: URLSearchParams): void {
    const instead = pageTroubles.shift();
    if (instead !== undefined) return answer(response, instead.status ?? 500, instead.body ?? {}, instead.headers);
    const checked = checkQuery({ ...Object.fromEntries(query), limit: Number(query.get("limit") ?? 20) });
    if (!checked.ok)
      return answer(response, 400, { code: "validation_failed", detail: JSON.stringify(checked.issues) });
    const { limit, status, cursor } = checked.value;
    const all = [...own.values()].filter((listing) => status === undefined || listing["status"] === status);
    const from = Number(cursor ?? 0);
    const nextCursor = from + limit < all.length ? String(from + limit) : null;
    return answer(response, 200, { data: all.slice(from, from + limit), page: { limit, nextCursor } });
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
    own,
    pageTroubles,
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
