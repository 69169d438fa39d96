import type { PropertyCreate } from "@plat/contracts";
import mongoose from "mongoose";
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { ask, expectOk } from "../http.ts";
import { makeListings } from "../listings.ts";
import { type StartedProcess, startProcess } from "../start-process.ts";
import { type Contestant, type ContestantName, type Ground, type Held } from "./framework.ts";
import { heldOf } from "./plat.ts";

export type PeerName = Extract<ContestantName, "nest" | "moleculer" | "express" | "bare">;

interface Part {
  role: string;
  file: string;
}
/** Processes in the order in which they start; the last one serves HTTP. */
const parts: Readonly<Record<PeerName, readonly Part[]>> = {
  nest: [
    { role: "service", file: "dist/nest/src/listings.js" },
    { role: "gateway", file: "dist/nest/src/gateway.js" },
  ],
  moleculer: [
    { role: "service", file: "moleculer/listings.js" },
    { role: "gateway", file: "moleculer/gateway.js" },
  ],
  express: [{ role: "server", file: "express/server.js" }],
  bare: [{ role: "server", file: "bare/server.js" }],
};
/** Each peer has a Redis database of its own. */
const redisDatabase: Readonly<Record<PeerName, number>> = { nest: 1, moleculer: 2, express: 3, bare: 4 };

const fileOf = (file: string): string => new URL(`../../baselines/${file}`, import.meta.url).pathname;

export interface Queries {
  mappings: object;
  similarQuery(reference: Held, limit: number): object;
  aggregationsQuery(status: string): object;
  searchQuery(body: object, organizationId: string): object;
}
/** The requests to Elasticsearch that the peers make. */
export const peerQueries = async (): Promise<Queries> => (await import(fileOf("shared/queries.js"))) as Queries;

export const peerIndex = (name: PeerName, suffix: string): string => `bench_${name}_${suffix}`;

/** The processes of a peer on the shared engines, with a database, an index, keys and listings of their own. */
export async function startPeer(name: PeerName, ground: Ground, isSeeded: boolean): Promise<Contestant> {
  const database = peerIndex(name, ground.suffix);
  const secret = randomBytes(32).toString("base64url");
  const organizationId = randomUUID();
  const env = {
    ...ground.engineUrls,
    REDIS_URL: `${ground.engineUrls.REDIS_URL}/${redisDatabase[name]}`,
    MONGO_DATABASE: database,
    ELASTICSEARCH_INDEX: database,
    JWT_SECRET: secret,
    RATE_LIMITS: ground.rateLimits,
    NODE_ENV: "production",
  };
  const started: StartedProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.toReversed().map((each) => each.stop()));
  };
  try {
    const { keys, held } = await seed(name, ground, organizationId, isSeeded);
    for (const { file } of parts[name]) started.push(await startProcess(fileOf(file), env));
    return {
      name,
      urls: [started.at(-1)?.url ?? ""],
      processes: started.map(({ pid }, at) => ({ role: parts[name][at]?.role ?? "", pid })),
      keys,
      session: signSession({ sub: randomUUID(), org: organizationId }, secret),
      held,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A JSON Web Token with HS256 that lives a day. */
function signSession(claims: object, secret: string): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + 86_400;
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ ...claims, exp })}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

const rowsAtOnce = 1_000;

async function seed(
  name: PeerName,
  ground: Ground,
  organizationId: string,
  isSeeded: boolean,
): Promise<{ keys: string[]; held: Held[] }> {
  const database = peerIndex(name, ground.suffix);
  const elasticsearch = ground.engineUrls.ELASTICSEARCH_URL;
  const connection = await mongoose.createConnection(ground.engineUrls.MONGO_URL, { dbName: database }).asPromise();
  try {
    const keys = Array.from({ length: ground.keys }, () => `svc_pk_${randomBytes(32).toString("hex").slice(0, 49)}`);
    await connection.collection<{ _id: string }>("apikeys").insertMany(
      keys.map((key) => ({
        _id: randomUUID(),
        hash: createHash("sha256").update(key).digest("hex"),
        organizationId,
        scopes: ["read", "write"],
      })),
    );
    const held: Held[] = [];
    if (!isSeeded) return { keys, held };
    const isIndexed = name !== "bare";
    if (isIndexed)
      await expectOk(
        ask(elasticsearch, `/${database}`, {
          method: "PUT",
          body: {
            settings: { number_of_shards: 1, number_of_replicas: 0 },
            mappings: (await peerQueries()).mappings,
          },
        }),
      );
    const properties = connection.collection<{ _id: string }>("properties");
    // As the peers' own schema has it; over millions of listings that are there already it would take them minutes.
    await properties.createIndex({ organizationId: 1, createdAt: -1 });
    const store = async (rows: { id: string; listing: PropertyCreate }[]): Promise<void> => {
      const documents = rows.map(({ id, listing }) => ({ id, document: documentOf(organizationId, listing) }));
      await properties.insertMany(
        documents.map(({ id, document }) => ({ _id: id, ...document })),
        { ordered: false },
      );
      if (isIndexed) await bulk(elasticsearch, database, documents);
      for (const { id, listing } of rows) if (listing.status === "active") held.push(heldOf(id, listing));
    };
    let rows: { id: string; listing: PropertyCreate }[] = [];
    for (const listing of makeListings(ground.listings)) {
      rows.push({ id: randomUUID(), listing });
      if (rows.length === rowsAtOnce) await store(rows.splice(0));
    }
    rows = rows.splice(0);
    if (rows.length > 0) await store(rows);
    if (isIndexed) await expectOk(ask(elasticsearch, `/${database}/_refresh`, { method: "POST" }));
    return { keys, held };
  } finally {
    await connection.close();
  }
}

/** Fields that a stored property has beside those that came in. */
function documentOf(organizationId: string, listing: PropertyCreate): Record<string, unknown> {
  const now = new Date();
  return {
    organizationId,
    agentId: null,
    pricePeriod: null,
    lotArea: null,
    floor: null,
    ...listing,
    publishedAt: listing.publishedAt == null ? null : new Date(listing.publishedAt),
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

async function bulk(url: string, index: string, rows: readonly { id: string; document: object }[]): Promise<void> {
  const lines = rows.flatMap(({ id, document }) => [
    JSON.stringify({ index: { _index: index, _id: id } }),
    JSON.stringify({ id, ...document }),
  ]);
  const body = `${lines.join("\n")}\n`;
  const answer = await expectOk(
    ask(url, "/_bulk?filter_path=errors", { headers: { "content-type": "application/x-ndjson" }, body }),
  );
  if (answer["errors"] === true) throw new Error(`Elasticsearch did not take all of ${rows.length} listings`);
}
