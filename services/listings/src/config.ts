import {
  commonSettings,
  integerSetting,
  loadConfig,
  mongoUrlSetting,
  stringSetting,
  streamSettings,
  type Values,
} from "@plat/kit";

export const listingsSettings = {
  ...commonSettings,
  ...streamSettings,
  MONGO_URL: mongoUrlSetting(
    "MongoDB connection string. For TLS, add `tls=true`; for a private certificate authority, also `tlsCAFile=<PEM file>`",
    {
      default: "mongodb://127.0.0.1:27017",
      secret: true,
    },
  ),
  MONGO_DATABASE: stringSetting("MongoDB database of the listings service", { default: "listings" }),
  SWEEP_INTERVAL_MS: integerSetting(
    "Milliseconds between two sweeps, which repeat lost change notifications and relay pending events",
    { min: 50, max: 60_000 },
    { default: "1000" },
  ),
  PURGE_AFTER_MS: integerSetting(
    "Milliseconds for which a deleted listing is retained, at least until its deletion is in the search index and the change feed. With less than a day, a retry of its creation with the same `Idempotency-Key` may create it again if the first attempt crashed",
    { min: 0, max: 31_536_000_000 },
    { default: "90000000" },
  ),
  EVENTS_KEPT_DAYS: integerSetting(
    "Days for which events, and with them the history of prices and statuses, are retained; 0 retains them forever",
    { min: 0, max: 24_000 },
    { default: "0" },
  ),
} as const;

export type Config = Values<typeof listingsSettings>;

/** Reads the settings from the environment. @throws ConfigError that names every invalid setting */
export const loadListingsConfig = (): Config => loadConfig(listingsSettings, process.env);
