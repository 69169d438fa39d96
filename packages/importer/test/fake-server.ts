import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { batchRequest, propertyCreate, propertyListQuery, propertyPatch, validator } from "@plat/contracts";

export interface ReceivedBatch {
  mode: string;
  items: Record<string, unknown>[];
  bytes: number;
  idempotencyKey: string;
  credential: string;
}
/** A response to send instead of processing the request. `hold`: do not respond until the server is closed. `reset`: close the connection. */
export interface ResponseOverride {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  reset?: boolean;
  hold?: boolean;
}

/** A fake Plat server in memory. It validates requests against the contract and stores listings. */
export interface FakeServer {
  url: string;
  batches: ReceivedBatch[];
  /** Listings by externalId. */
  store: Map<string, Record<string, unknown>>;
  /** Listings of the organization by id, for pages and PATCH. */
  own: Map<string, Record<string, unknown>>;
  /** Responses to the next requests for a page, one per request. */
  pageOverrides: ResponseOverride[];
  close(): Promise<void>;
}

const checkBatch = validator(batchRequest, { unknownKeys: "reject" });
const checkPatch = validator(propertyPatch, { unknownKeys: "reject" });
const checkQuery = validator(propertyListQuery, { unknownKeys: "reject" });
const checkItem = validator(propertyCreate, { unknownKeys: "reject" });

/**
 * Starts the server.
 * @param overrideFor - called for each batch with the number of earlier batches; its result replaces the response
 */
export async function startFakeServer(
  overrideFor: (
    seen: number,
    batch: ReceivedBatch,
  ) => ResponseOverride | undefined | Promise<ResponseOverride | undefined> = () => undefined,
  port = 0,
): Promise<FakeServer> {
  const store: FakeServer["store"] = new Map();
  const own: FakeServer["own"] = new Map();
  const pageOverrides: ResponseOverride[] = [];
  const batches: ReceivedBatch[] = [];
  const replays = new Map<string, unknown>();
  const server = createServer((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const url = new URL(request.url ?? "", "http://fake-server");
    if (request.method === "PATCH")
      return patch(response, url.pathname.split("/").at(-1) ?? "", JSON.parse(body.toString()));
    if (request.method === "GET" && url.pathname === "/properties") return page(response, url.searchParams);
    if (request.method !== "POST" || url.pathname !== "/properties/batch")
      return respond(response, 404, { code: "not_found", detail: "Not found." });
    const checked = checkBatch(JSON.parse(body.toString()));
    if (!checked.ok)
      return respond(response, 400, { code: "validation_failed", detail: JSON.stringify(checked.issues) });
    const batch: ReceivedBatch = {
      ...checked.value,
      items: checked.value.items as ReceivedBatch["items"],
      bytes: body.length,
      idempotencyKey: String(request.headers["idempotency-key"]),
      credential: String(request.headers.authorization),
    };
    const override = await overrideFor(batches.push(batch) - 1, batch);
    if (override?.reset === true) return void request.socket.destroy();
    if (override?.hold === true) return;
    if (override !== undefined) return respond(response, override.status ?? 500, override.body ?? {}, override.headers);
    const earlier = replays.get(batch.idempotencyKey);
    const data = earlier ?? batch.items.map((item, index) => take(batch.mode, item, index));
    replays.set(batch.idempotencyKey, data);
    return respond(response, 200, { data });
  }

  function patch(response: ServerResponse, id: string, body: unknown): void {
    const known = own.get(id);
    const checked = checkPatch(body);
    if (!checked.ok)
      return respond(response, 400, { code: "validation_failed", detail: JSON.stringify(checked.issues) });
    if (known === undefined) return respond(response, 404, { code: "not_found", detail: "Listing not found." });
    own.set(id, { ...known, ...checked.value });
    return respond(response, 200, own.get(id));
  }

  function page(response: ServerResponse, query: URLSearchParams): void {
    const override = pageOverrides.shift();
    if (override !== undefined) return respond(response, override.status ?? 500, override.body ?? {}, override.headers);
    const checked = checkQuery({ ...Object.fromEntries(query), limit: Number(query.get("limit") ?? 20) });
    if (!checked.ok)
      return respond(response, 400, { code: "validation_failed", detail: JSON.stringify(checked.issues) });
    const { limit, status, cursor } = checked.value;
    const all = [...own.values()].filter((listing) => status === undefined || listing["status"] === status);
    const from = Number(cursor ?? 0);
    const nextCursor = from + limit < all.length ? String(from + limit) : null;
    return respond(response, 200, { data: all.slice(from, from + limit), page: { limit, nextCursor } });
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
      return { index, status: 409, id: null, code: "conflict", detail: "externalId already exists" };
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
    pageOverrides,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function respond(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const type = status < 400 ? "application/json" : "application/problem+json";
  response.writeHead(status, { "content-type": type, ...headers }).end(JSON.stringify(body));
}
