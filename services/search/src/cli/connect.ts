import { indexRefreshed, type IndexRefreshed } from "@plat/contracts";
import { type ConfigError, connectNats, createLogger, loadConfig, natsOptions, RpcClient } from "@plat/kit";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type SearchConfig, searchSettings } from "../config.ts";
import { connectEngine, type Engine } from "../elasticsearch/client.ts";
import { type ListingsPeer, listingsPeer } from "../listings/listings-client.ts";
import { type IndexStore, indexStore } from "../indexing/index-store.ts";

/** Where `npm start` writes the addresses of what it started, in the folder that `PLAT_DATA_DIR` names as for `npm start` itself. */
function runFileOf(env: NodeJS.ProcessEnv): string {
  const given = env["PLAT_DATA_DIR"] ?? "";
  const folder = given === "" ? fileURLToPath(new URL("../../../../.data", import.meta.url)) : resolve(given);
  return join(folder, "run.json");
}

/** What a command works with. */
export interface Tools {
  config: SearchConfig;
  engine: Engine;
  store: IndexStore;
  peer: ListingsPeer;
  /** Tells everyone that searches see another index than before. */
  announce(): void;
  close(): Promise<void>;
}

/** The running system: as the environment says, else as `npm start` wrote down. */
export function surroundings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = runFileOf(env);
  if (env["NATS_URL"] !== undefined || env["ELASTICSEARCH_URL"] !== undefined || !existsSync(file)) return env;
  return { ...(JSON.parse(readFileSync(file, "utf8")) as NodeJS.ProcessEnv), ...env };
}

/** @throws ConfigError, or Error in a sentence for the operator when the system cannot be reached */
export async function connectTools(env: NodeJS.ProcessEnv): Promise<Tools> {
  const config = loadConfig(searchSettings, surroundings({ LOG_LEVEL: "fatal", ...env }));
  const log = createLogger({ service: "search", level: config.LOG_LEVEL });
  const connection = await connectNats(natsOptions(config, "search", log)).catch((error: unknown) => {
    throw new Error(`NATS cannot be reached at ${config.NATS_URL}: is Plat running?`, { cause: error });
  });
  const rpc = new RpcClient(connection, "_INBOX_search");
  const engine = await connectEngine({
    url: config.ELASTICSEARCH_URL,
    user: config.ELASTICSEARCH_USER,
    password: config.ELASTICSEARCH_PASSWORD,
    apiKey: config.ELASTICSEARCH_API_KEY,
    caFile: config.ELASTICSEARCH_CA_FILE,
    timeoutMs: 30_000,
  });
  const store = indexStore(engine, config.ELASTICSEARCH_INDEX, {
    shards: config.ELASTICSEARCH_SHARDS,
    replicas: config.ELASTICSEARCH_REPLICAS,
  });
  return {
    config,
    engine,
    store,
    peer: listingsPeer(rpc),
    announce() {
      const refreshed: IndexRefreshed = { items: [], waitedFor: true };
      connection.publish(indexRefreshed.subject, JSON.stringify(refreshed));
    },
    async close() {
      rpc.close();
      await engine.close();
      await connection.flush();
      await connection.close();
    },
  };
}

/** Ends the process with a sentence instead of a stack. */
export function explain(error: unknown): number {
  const known: Error | ConfigError = error instanceof Error ? error : new Error(String(error));
  console.error(known.message);
  return 2;
}
