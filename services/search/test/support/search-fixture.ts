import {
  AppError,
  type Caller,
  type Endpoint,
  type IndexDocument,
  type Input,
  searchContract,
  type searchResult,
} from "@plat/contracts";
import { type RpcReply, connectNats, createLogger, loadConfig, newId, readProblem, RpcClient } from "@plat/kit";
import { testBackingServices, uniqueName } from "@plat/testkit";
import type { z } from "zod";
import { type SearchService, type SearchTimings, startSearch } from "../../src/app.ts";
import { indexShape, type SearchConfig, searchSettings } from "../../src/config.ts";
import { createElasticsearchClient, type ElasticsearchClient } from "../../src/elasticsearch/client.ts";
import { createIndexStore, type IndexStore, type StoredDocument } from "../../src/indexing/index-store.ts";
import { FakeListings } from "./fake-listings.ts";

export const organizationA = "00000000-0000-7000-8000-00000000000a";
export const organizationB = "00000000-0000-7000-8000-00000000000b";

const callerOf = (organizationId: string): Caller => ({
  kind: "api_key",
  organizationId,
  keyId: newId(),
  scopes: ["read", "write"],
});

/** The search service in this process, with real Elasticsearch and NATS, and a fake listings service in memory. */
export interface SearchFixture {
  service: SearchService;
  listings: FakeListings;
  elasticsearch: ElasticsearchClient;
  store: IndexStore;
  config: SearchConfig;
  rpc: RpcClient;
  /** Writes documents to the index without change notifications, and refreshes it. */
  load(documents: readonly IndexDocument[]): Promise<void>;
  /** Reads documents from the index. */
  read(ids: readonly string[]): Promise<StoredDocument[]>;
  call<E extends Endpoint>(endpoint: E, input: Partial<Input<E>>, organizationId?: string): Promise<RpcReply>;
  /** The parsed response. @throws AppError */
  request(endpoint: Endpoint, input: object, organizationId?: string): Promise<never>;
  search(body: object, organizationId?: string): Promise<SearchResponse>;
  similar(id: string, query?: object, organizationId?: string): Promise<SimilarResponse>;
  stop(): Promise<void>;
}
type SearchResponse = z.output<typeof searchResult>;
type SimilarResponse = z.output<typeof searchContract.similar.output>;

/** No test depends on the speed of Elasticsearch, because the machine may be slow. */
const lenientTimings: SearchTimings = { namesMaxWaitMs: 60_000, brandingsTtlMs: 3_600_000 };

const log = createLogger({ service: "test", level: process.env["LOG_LEVEL"] ?? "fatal" });

/** Starts the fixture with an index of its own. */
export async function startSearchFixture(environment: Record<string, string> = {}): Promise<SearchFixture> {
  const backingServices = await testBackingServices("elasticsearch", "nats");
  const index = uniqueName("search");
  const config = loadConfig(searchSettings, {
    NATS_URL: backingServices.url("nats"),
    ELASTICSEARCH_URL: backingServices.url("elasticsearch"),
    ELASTICSEARCH_INDEX: index,
    ELASTICSEARCH_TIMEOUT_MS: "20000",
    RECONCILE_INTERVAL_MS: "0",
    OPS_HOST: "127.0.0.1",
    ...environment,
  });
  const connection = await connectNats({ url: config.NATS_URL, name: "test", log });
  const listings = new FakeListings(connection);
  await listings.serve();
  const service = await startSearch(config, log, lenientTimings);
  const elasticsearch = await createElasticsearchClient({ url: config.ELASTICSEARCH_URL, timeoutMs: 30_000 });
  const store = createIndexStore(elasticsearch, config.ELASTICSEARCH_INDEX, indexShape(config));
  const rpc = new RpcClient(connection, "_INBOX_test");

  const call: SearchFixture["call"] = (endpoint, input, organizationId = organizationA) =>
    rpc.request(endpoint.subject, Buffer.from(JSON.stringify(input)), {
      requestId: newId(),
      caller: callerOf(organizationId),
      timeoutMs: 30_000,
    });
  const request = async (endpoint: Endpoint, input: object, organizationId = organizationA): Promise<never> => {
    const reply = await call(endpoint, input, organizationId);
    if (reply.status >= 400) throw readProblem(reply);
    return JSON.parse(Buffer.from(reply.body).toString("utf8")) as never;
  };
  return {
    service,
    listings,
    elasticsearch,
    store,
    config,
    rpc,
    call,
    request,
    search: (body, organizationId) => request(searchContract.search, { body }, organizationId),
    similar: (id, query = {}, organizationId = organizationA) =>
      request(searchContract.similar, { params: { id }, query }, organizationId),
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
      await elasticsearch.request("DELETE", `/${index}-*?expand_wildcards=all`).catch(() => undefined);
      await elasticsearch.close();
      await listings.stop();
      rpc.close();
      await connection.close();
      await backingServices.stop();
    },
  };
}

/** Resolves with the AppError that a promise rejects with. @throws Error if it resolves */
export async function rejectionOf(promise: Promise<unknown>): Promise<AppError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("the promise was not rejected");
}
