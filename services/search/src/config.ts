import {
  commonSettings,
  customSetting,
  integerSetting,
  optionalSetting,
  type Settings,
  streamSettings,
  urlSetting,
  type Values,
} from "@plat/kit";

/** Where the index is; the command line tools read these alone. */
export const indexSettings = {
  ELASTICSEARCH_URL: urlSetting("Elasticsearch nodes, comma-separated", ["http", "https"], {
    default: "http://127.0.0.1:9200",
  }),
  ELASTICSEARCH_USER: optionalSetting("Elasticsearch user"),
  ELASTICSEARCH_PASSWORD: optionalSetting("Elasticsearch password", { secret: true }),
  ELASTICSEARCH_API_KEY: optionalSetting("Elasticsearch API key (encoded form), instead of user and password", {
    secret: true,
  }),
  ELASTICSEARCH_CA_FILE: optionalSetting("Certificate authority (PEM) that Elasticsearch is checked against"),
  ELASTICSEARCH_INDEX: customSetting(
    "Alias under which the index of listings is found",
    (raw) => {
      if (!/^[a-z][a-z0-9_-]{0,60}$/.test(raw)) throw new Error("must be lower-case letters, digits, - and _");
      return raw;
    },
    { default: "properties" },
  ),
  ELASTICSEARCH_SHARDS: integerSetting("Shards of an index that is made anew", { min: 1, max: 1024 }, { default: "1" }),
  ELASTICSEARCH_REPLICAS: customSetting(
    "Copies of each shard in an index that is made anew: a number, or a span such as `0-1` that follows the nodes there are",
    (raw) => {
      if (!/^\d(-(\d|all))?$/.test(raw)) throw new Error("must be a number or a span like 0-1");
      return raw;
    },
    { default: "0-1" },
  ),
  ELASTICSEARCH_TIMEOUT_MS: integerSetting(
    "Milliseconds a search may take before it is answered with 503",
    { min: 100, max: 60_000 },
    { default: "1900" },
  ),
} satisfies Settings;

export const searchSettings = {
  ...commonSettings,
  ...streamSettings,
  ...indexSettings,
  RECONCILE_INTERVAL_S: integerSetting(
    "Seconds between two comparisons of the whole index with the store, each by one instance for all; 0 switches them off",
    { min: 0, max: 604_800 },
    { default: "600" },
  ),
  INDEX_ATTEMPTS: integerSetting(
    "How often a listing that the index refuses is tried before a failure record takes its place",
    { min: 1, max: 100 },
    { default: "5" },
  ),
} satisfies Settings;

export type IndexConfig = Values<typeof indexSettings>;
export type SearchConfig = Values<typeof searchSettings>;
