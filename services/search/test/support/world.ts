import {
  AppError,
  type Caller,
  type Endpoint,
  type IndexDocument,
  type Input,
  searchContract,
  type searchResult,
} from "@plat/contracts";
import { type BusReply, connectNats, createLogger, loadConfig, newId, readProblem, RpcClient } from "@plat/kit";
import { testBackingServices, uniqueName } from "@plat/testkit";
import { type SearchService, startSearch } from "../../src/app.ts";
import { type SearchConfig, searchSettings } from "../../src/config.ts";
import { connectEngine, type Engine } from "../../src/elasticsearch/client.ts";
import { type IndexStore, indexStore, type StoredDocument } from "../../src/indexing/index-store.ts";
import type { z } from "zod";
import { FakeListings } from "./fake-listings.ts";

export const organizationA = "00000000-0000-7000-8000-00000000000a";
export const organizationB = "00000000-0000-7000-8000-00000000000b";

export const callerOf = (organizationId: string): Caller => ({
  kind: "api_key",
  organizationId,
  keyId: newId(),
  scopes: ["read", "write"],
});

/** The search service in this process, with real engines and a store of record in memory. */
export interface World {
  service: SearchService;
  listings: FakeListings;
  engine: Engine;
  store: IndexStore;
  config: SearchConfig;
  rpc: RpcClient;
  /** Puts documents into the index past the bus, and makes them visible. */
  load(documents: readonly IndexDocument[]): Promise<void>;
  /** Documents as the index has them. */
  read(ids: readonly string[]): Promise<StoredDocument[]>;
  call<E extends Endpoint>(endpoint: E, input: Partial<Input<E>>, organizationId?: string): Promise<BusReply>;
  /** The parsed answer. @throws AppError */
  ask(endpoint: Endpoint, input: object, organizationId?: string): Promise<never>;
  search(body: object, organizationId?: string): Promise<SearchAnswer>;
  similar(id: string, query?: object, organizationId?: string): Promise<SimilarAnswer>;
  stop(): Promise<void>;
}
export type SearchAnswer = z.output<typeof searchResult>;
export type SimilarAnswer = z.output<typeof searchContract.similar.output>;

/** No test depends on how quickly the engine answers: the machine may be a slow one. */
const patient = { namesPatienceMs: 60_000, brandingsKeptMs: 3_600_000 };

const log = createLogger({ service: "test", level: process.env["LOG_LEVEL"] ?? "fatal" });

export async function startWorld(environment: Record<string, string> = {}): Promise<World> {
  const backingServices = await testBackingServices("elasticsearch", "nats");
  const index = uniqueName("search");
  const config = loadConfig(searchSettings, {
    NATS_URL: backingServices.url("nats"),
    ELASTICSEARCH_URL: backingServices.url("elasticsearch"),
    ELASTICSEARCH_INDEX: index,
    ELASTICSEARCH_TIMEOUT_MS: "20000",
    RECONCILE_INTERVAL_S: "0",
    OPS_HOST: "127.0.0.1",
    ...environment,
  });
  const connection = await connectNats({ url: config.NATS_URL, name: "test", log });
  const listings = new FakeListings(connection);
  await listings.serve();
  const service = await startSearch(config, log, patient);
  const engine = await connectEngine({ url: config.ELASTICSEARCH_URL, timeoutMs: 30_000 });
  const store = indexStore(engine, config.ELASTICSEARCH_INDEX, {
    shards: config.ELASTICSEARCH_SHARDS,
    replicas: config.ELASTICSEARCH_REPLICAS,
  });
  const rpc = new RpcClient(connection, "_INBOX_test");

  const call: World["call"] = (endpoint, input, organizationId = organizationA) =>
    rpc.request(endpoint.subject, Buffer.from(JSON.stringify(input)), {
      requestId: newId(),
      caller: callerOf(organizationId),
      timeoutMs: 30_000,
    });
  const ask = async (endpoint: Endpoint, input: object, organizationId = organizationA): Promise<never> => {
    const reply = await call(endpoint, input, organizationId);
    if (reply.status >= 400) throw readProblem(reply);
    return JSON.parse(Buffer.from(reply.body).toString("utf8")) as never;
  };
  return {
    service,
    listings,
    engine,
    store,
    config,
    rpc,
    call,
    ask,
    search: (body, organizationId) => ask(searchContract.search, { body }, organizationId),
    similar: (id, query = {}, organizationId = organizationA) =>
      ask(searchContract.similar, { params: { id }, query }, organizationId),
    async load(documents) {
      for (let at = 0; at < documents.length; at += 1000) {
        const outcomes = await store.write(documents.slice(at, at + 1000));
        for (const [id, outcome] of outcomes) if (!outcome.done) throw new Error(`${id}: ${outcome.reason}`);
      }
      await store.refresh();
      for (const { id, version } of documents) listings.indexed.set(id, version);
    },
    read: (ids) => Array.fromAsync(store.read(ids)),
    async stop() {
      await service.stop();
      await engine.request("DELETE", `/${index}-*?expand_wildcards=all`).catch(() => undefined);
      await engine.close();
      await listings.stop();
      rpc.close();
      await connection.close();
      await backingServices.stop();
    },
  };
}

/** The error that a call ends with. */
export async function refusal(promise: Promise<unknown>): Promise<AppError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("was not refused");
}
