import {
  commonSettings,
  customSetting,
  integerSetting,
  loadConfig,
  optionalSetting,
  type Settings,
  streamSettings,
  urlSetting,
  type Values,
} from "@plat/kit";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Settings of the index and of the connection to Elasticsearch. */
export const indexSettings = {
  ELASTICSEARCH_URL: urlSetting("Elasticsearch nodes, comma-separated", ["http", "https"], {
    default: "http://127.0.0.1:9200",
  }),
  ELASTICSEARCH_USER: optionalSetting("Elasticsearch user"),
  ELASTICSEARCH_PASSWORD: optionalSetting("Elasticsearch password", { secret: true }),
  ELASTICSEARCH_API_KEY: optionalSetting("Elasticsearch API key (encoded form), instead of user and password", {
    secret: true,
  }),
  ELASTICSEARCH_CA_FILE: optionalSetting("CA certificate file (PEM) to verify Elasticsearch's certificate with"),
  ELASTICSEARCH_INDEX: customSetting(
    "Alias of the index of listings",
    (raw) => {
      if (!/^[a-z][a-z0-9_-]{0,60}$/.test(raw)) throw new Error("must be lower-case letters, digits, - and _");
      return raw;
    },
    { default: "properties" },
  ),
  ELASTICSEARCH_SHARDS: integerSetting("Shards of new indices", { min: 1, max: 1024 }, { default: "1" }),
  ELASTICSEARCH_REPLICAS: customSetting(
    "Replicas of each shard in new indices: a number, or a range such as `0-1` that adapts to the number of nodes",
    (raw) => {
      if (!/^\d(-(\d|all))?$/.test(raw)) throw new Error("must be a number or a range such as 0-1");
      return raw;
    },
    { default: "0-1" },
  ),
  ELASTICSEARCH_TIMEOUT_MS: integerSetting(
    "Timeout of a search in milliseconds; after it, the API returns 503",
    { min: 100, max: 60_000 },
    { default: "1900" },
  ),
} satisfies Settings;

export const searchSettings = {
  ...commonSettings,
  ...streamSettings,
  ...indexSettings,
  RECONCILE_INTERVAL_MS: integerSetting(
    "Milliseconds between two comparisons of the whole index with MongoDB, by one instance for all; 0 disables them",
    { min: 0, max: 604_800_000 },
    { default: "600000" },
  ),
  INDEX_ATTEMPTS: integerSetting(
    "Attempts to index a listing that the index rejects, before a failure is recorded",
    { min: 1, max: 100 },
    { default: "5" },
  ),
} satisfies Settings;

export type IndexConfig = Values<typeof indexSettings>;
export type SearchConfig = Values<typeof searchSettings>;

/** Reads the settings of the service from the environment. @throws ConfigError that names every invalid setting */
export const loadSearchConfig = (): SearchConfig => loadConfig(searchSettings, process.env);

/**
 * Reads the settings of a command.
 * @param overrides take precedence over the environment
 * @throws ConfigError
 */
export const loadCommandConfig = (overrides: Readonly<Record<string, string>>): SearchConfig =>
  loadConfig(searchSettings, systemEnvironment({ LOG_LEVEL: "fatal", ...process.env, ...overrides }));

/** Adds the addresses of a system that `npm start` has started, unless the environment contains addresses. */
export function systemEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = runFilePath(env);
  if (env["NATS_URL"] !== undefined || env["ELASTICSEARCH_URL"] !== undefined || !existsSync(file)) return env;
  return { ...(JSON.parse(readFileSync(file, "utf8")) as NodeJS.ProcessEnv), ...env };
}

/** The file in which `npm start` writes the addresses of the system, in the data folder (`PLAT_DATA_DIR`). */
function runFilePath(env: NodeJS.ProcessEnv): string {
  const given = env["PLAT_DATA_DIR"] ?? "";
  const folder = given === "" ? fileURLToPath(new URL("../../../.data", import.meta.url)) : resolve(given);
  return join(folder, "run.json");
}

/** Options of the Elasticsearch client. */
export const elasticsearchOptions = (config: IndexConfig) => ({
  url: config.ELASTICSEARCH_URL,
  user: config.ELASTICSEARCH_USER,
  password: config.ELASTICSEARCH_PASSWORD,
  apiKey: config.ELASTICSEARCH_API_KEY,
  caFile: config.ELASTICSEARCH_CA_FILE,
  timeoutMs: config.ELASTICSEARCH_TIMEOUT_MS,
});

/** Shards and replicas of new indices. */
export const indexShape = (config: IndexConfig) => ({
  shards: config.ELASTICSEARCH_SHARDS,
  replicas: config.ELASTICSEARCH_REPLICAS,
});
