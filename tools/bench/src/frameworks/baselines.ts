import type { PropertyCreate } from "@plat/contracts";
import mongoose from "mongoose";
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { sendRequest, expectOk } from "../http.ts";
import { makeListings } from "../listings.ts";
import { type StartedProcess, startProcess } from "../start-process.ts";
import { type Framework, type FrameworkName, type Environment, type StoredListing } from "./framework.ts";
import { storedListingOf } from "./plat.ts";

export type BaselineName = Extract<FrameworkName, "nest" | "moleculer" | "express" | "bare">;

interface Part {
  role: string;
  file: string;
}
/** Processes in start order; the last one serves HTTP. */
const parts: Readonly<Record<BaselineName, readonly Part[]>> = {
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
/** Each baseline has its own Redis database. */
const redisDatabase: Readonly<Record<BaselineName, number>> = { nest: 1, moleculer: 2, express: 3, bare: 4 };

const fileOf = (file: string): string => new URL(`../../baselines/${file}`, import.meta.url).pathname;

export interface Queries {
  mappings: object;
  similarQuery(reference: StoredListing, limit: number): object;
  aggregationsQuery(status: string): object;
  searchQuery(body: object, organizationId: string): object;
}
/** The Elasticsearch queries of the baselines. */
export const baselineQueries = async (): Promise<Queries> => (await import(fileOf("shared/queries.js"))) as Queries;

export const baselineIndex = (name: BaselineName, suffix: string): string => `bench_${name}_${suffix}`;

/** Starts the processes of a baseline on the shared backing services, with its own database, index, keys and listings. */
export async function startBaseline(
  name: BaselineName,
  environment: Environment,
  isSeeded: boolean,
): Promise<Framework> {
  const database = baselineIndex(name, environment.suffix);
  const secret = randomBytes(32).toString("base64url");
  const organizationId = randomUUID();
  const env = {
    ...environment.backingServiceUrls,
    REDIS_URL: `${environment.backingServiceUrls.REDIS_URL}/${redisDatabase[name]}`,
    MONGO_DATABASE: database,
    ELASTICSEARCH_INDEX: database,
    JWT_SECRET: secret,
    RATE_LIMITS: environment.rateLimits,
    NODE_ENV: "production",
  };
  const started: StartedProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.toReversed().map((each) => each.stop()));
  };
  try {
    const { keys, storedListings } = await seed(name, environment, organizationId, isSeeded);
    for (const { file } of parts[name]) started.push(await startProcess(fileOf(file), env));
    return {
      name,
      urls: [started.at(-1)?.url ?? ""],
      processes: started.map(({ pid }, at) => ({ role: parts[name][at]?.role ?? "", pid })),
      keys,
      session: signSession({ sub: randomUUID(), org: organizationId }, secret),
      storedListings,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A JSON Web Token with HS256 that expires after one day. */
function signSession(claims: object, secret: string): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + 86_400;
  const withCredentials = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ ...claims, exp })}`;
  return `${withCredentials}.${createHmac("sha256", secret).update(withCredentials).digest("base64url")}`;
}

const insertRows = 1_000;

async function seed(
  name: BaselineName,
  environment: Environment,
  organizationId: string,
  isSeeded: boolean,
): Promise<{ keys: string[]; storedListings: StoredListing[] }> {
  const database = baselineIndex(name, environment.suffix);
  const elasticsearch = environment.backingServiceUrls.ELASTICSEARCH_URL;
  const connection = await mongoose
    .createConnection(environment.backingServiceUrls.MONGO_URL, { dbName: database })
    .asPromise();
  try {
    const keys = Array.from(
      { length: environment.keys },
      () => `svc_pk_${randomBytes(32).toString("hex").slice(0, 49)}`,
    );
    await connection.collection<{ _id: string }>("apikeys").insertMany(
      keys.map((key) => ({
        _id: randomUUID(),
        hash: createHash("sha256").update(key).digest("hex"),
        organizationId,
        scopes: ["read", "write"],
      })),
    );
    const storedListings: StoredListing[] = [];
    if (!isSeeded) return { keys, storedListings };
    const isIndexed = name !== "bare";
    if (isIndexed)
      await expectOk(
        sendRequest(elasticsearch, `/${database}`, {
          method: "PUT",
          body: {
            settings: { number_of_shards: 1, number_of_replicas: 0 },
            mappings: (await baselineQueries()).mappings,
          },
        }),
      );
    const properties = connection.collection<{ _id: string }>("properties");
    // Defined by the baselines' schema too, but building it over millions of existing listings would take minutes.
    await properties.createIndex({ organizationId: 1, createdAt: -1 });
    const store = async (rows: { id: string; listing: PropertyCreate }[]): Promise<void> => {
      const documents = rows.map(({ id, listing }) => ({ id, document: documentOf(organizationId, listing) }));
      await properties.insertMany(
        documents.map(({ id, document }) => ({ _id: id, ...document })),
        { ordered: false },
      );
      if (isIndexed) await bulk(elasticsearch, database, documents);
      for (const { id, listing } of rows)
        if (listing.status === "active") storedListings.push(storedListingOf(id, listing));
    };
    let rows: { id: string; listing: PropertyCreate }[] = [];
    for (const listing of makeListings(environment.listings)) {
      rows.push({ id: randomUUID(), listing });
      if (rows.length === insertRows) await store(rows.splice(0));
    }
    rows = rows.splice(0);
    if (rows.length > 0) await store(rows);
    if (isIndexed) await expectOk(sendRequest(elasticsearch, `/${database}/_refresh`, { method: "POST" }));
    return { keys, storedListings };
  } finally {
    await connection.close();
  }
}

/** A listing with the fields that the server adds when it stores it. */
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
  const response = await expectOk(
    sendRequest(url, "/_bulk?filter_path=errors", { headers: { "content-type": "application/x-ndjson" }, body }),
  );
  if (response["errors"] === true) throw new Error(`Elasticsearch rejected some of ${rows.length} listings`);
}
