import { indexRefreshed, type IndexRefreshed } from "@plat/contracts";
import { connectNats, createLogger, natsOptions, RpcClient } from "@plat/kit";
import { elasticsearchOptions, indexShape, loadCommandConfig, type SearchConfig } from "../config.ts";
import { createElasticsearchClient, type ElasticsearchClient } from "../elasticsearch/client.ts";
import { createIndexStore, type IndexStore } from "../indexing/index-store.ts";
import { createListingsClient, type ListingsClient } from "../listings/listings-client.ts";

/** The connections that a command uses. */
export interface CommandContext {
  config: SearchConfig;
  elasticsearch: ElasticsearchClient;
  store: IndexStore;
  listings: ListingsClient;
  /** Notifies all instances of the search service that the alias points to another index. */
  publishRefreshed(): void;
  close(): Promise<void>;
}

/** Timeout in milliseconds of a command's requests to Elasticsearch. */
const timeoutMs = 30_000;

/**
 * Connects a command to the running system.
 * @param overrides settings that take precedence over the environment
 * @throws ConfigError, or Error with a sentence for the operator if the system cannot be reached
 */
export async function connectCommand(overrides: Readonly<Record<string, string>> = {}): Promise<CommandContext> {
  const config = loadCommandConfig(overrides);
  const log = createLogger({ service: "search", level: config.LOG_LEVEL });
  const connection = await connectNats(natsOptions(config, "search", log)).catch((error: unknown) => {
    throw new Error(`NATS cannot be reached at ${config.NATS_URL}: is Plat running?`, { cause: error });
  });
  const rpc = new RpcClient(connection, "_INBOX_search");
  const elasticsearch = await createElasticsearchClient({ ...elasticsearchOptions(config), timeoutMs });
  return {
    config,
    elasticsearch,
    store: createIndexStore(elasticsearch, config.ELASTICSEARCH_INDEX, indexShape(config)),
    listings: createListingsClient(rpc),
    publishRefreshed() {
      const refreshed: IndexRefreshed = { items: [], waitedFor: true };
      connection.publish(indexRefreshed.subject, JSON.stringify(refreshed));
    },
    async close() {
      rpc.close();
      await elasticsearch.close();
      await connection.flush();
      await connection.close();
    },
  };
}

/** Prints the message of an error without its stack. @returns the exit code */
export function reportFailure(error: unknown): number {
  console.error(error instanceof Error ? error.message : String(error));
  return 2;
}
