import { commonSettings, integerSetting, mongoUrlSetting, stringSetting, streamSettings, type Values } from "@plat/kit";

export const listingsSettings = {
  ...commonSettings,
  ...streamSettings,
  MONGO_URL: mongoUrlSetting(
    "MongoDB connection string; with TLS it ends in `tls=true`, for a certificate authority of your own also `tlsCAFile=<PEM file>`",
    {
      default: "mongodb://127.0.0.1:27017",
      secret: true,
    },
  ),
  MONGO_DATABASE: stringSetting("Database of the listings service", { default: "listings" }),
  SWEEP_INTERVAL_MS: integerSetting(
    "Milliseconds between looks for changes whose doorbell or event stayed behind",
    { min: 50, max: 60_000 },
    { default: "1000" },
  ),
  PURGE_AFTER_SECONDS: integerSetting(
    "Seconds that a deleted listing is kept, and until the index and the feed have its deletion; with less than a day, a creation whose process died can bring it back by its `Idempotency-Key`",
    { min: 0, max: 31_536_000 },
    { default: "90000" },
  ),
  EVENTS_KEPT_DAYS: integerSetting(
    "Days that events are kept, and with them the history of prices and statuses; 0 keeps them for ever",
    { min: 0, max: 24_000 },
    { default: "0" },
  ),
} as const;

export type Config = Values<typeof listingsSettings>;
