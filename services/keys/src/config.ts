import {
  booleanSetting,
  commonSettings,
  customSetting,
  integerSetting,
  mongoUrlSetting,
  rateLimitsSetting,
  redisSettings,
  type Settings,
  stringSetting,
  type Values,
} from "@plat/kit";

const secretCharactersMin = 32;
function parseSecret(raw: string): string | undefined {
  if (raw === "") return undefined;
  if (raw.length < secretCharactersMin) throw new Error(`must have at least ${secretCharactersMin} characters`);
  return raw;
}

const secondsMax = 30 * 86_400;

export const keysSettings = {
  ...commonSettings,
  MONGO_URL: mongoUrlSetting(
    "MongoDB connection string; with TLS it ends in `tls=true`, for a certificate authority of your own also `tlsCAFile=<PEM file>`",
    {
      default: "mongodb://127.0.0.1:27017",
      secret: true,
    },
  ),
  MONGO_DATABASE: stringSetting("Database of this service", { default: "keys" }),
  ...redisSettings,
  REDIS_REPLICAS: integerSetting(
    "Redis replicas that must have a revocation before it is answered; 0 with a Redis Cluster",
    { min: 0, max: 5 },
    { default: "0" },
  ),
  RATE_LIMITS: rateLimitsSetting,
  SIGN_UP: booleanSetting("Whether anybody may make an organization by `POST /auth/sign-up`", { default: "on" }),
  KEY_LIMIT: integerSetting("Active API keys that an organization may have", { min: 1, max: 1000 }, { default: "50" }),
  SESSION_TTL_SECONDS: integerSetting(
    "Seconds that a session token lives; `POST /auth/refresh` gives a new one",
    { min: 2, max: secondsMax },
    { default: "43200" },
  ),
  SESSION_KEY_SECONDS: integerSetting(
    "Seconds after which session tokens are signed with a new key",
    { min: 2, max: 366 * 86_400 },
    { default: "2592000" },
  ),
  SIGNING_KEY_SECRET: customSetting(
    "What the keys that sign session tokens are encrypted with in MongoDB: at least 32 random characters (`openssl rand -hex 32`), the same for all replicas; without it they stand there in clear. Another value makes all session tokens void",
    parseSecret,
    { default: "", secret: true },
  ),
} satisfies Settings;
export type KeysConfig = Values<typeof keysSettings>;
