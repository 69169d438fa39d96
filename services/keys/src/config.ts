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

const dayMs = 86_400_000;

export const keysSettings = {
  ...commonSettings,
  MONGO_URL: mongoUrlSetting(
    "MongoDB connection string. For TLS, add `tls=true`; for a private certificate authority, also `tlsCAFile=<PEM file>`",
    {
      default: "mongodb://127.0.0.1:27017",
      secret: true,
    },
  ),
  MONGO_DATABASE: stringSetting("MongoDB database of this service", { default: "keys" }),
  ...redisSettings,
  REDIS_REPLICAS: integerSetting(
    "Number of Redis replicas that must have a revocation before the response is sent. Must be 0 with a Redis Cluster",
    { min: 0, max: 5 },
    { default: "0" },
  ),
  RATE_LIMITS: rateLimitsSetting,
  SIGN_UP: booleanSetting("Whether anyone can create an organization with `POST /auth/sign-up`", { default: "on" }),
  KEY_LIMIT: integerSetting(
    "Maximum number of active API keys per organization",
    { min: 1, max: 1000 },
    { default: "50" },
  ),
  SESSION_TTL_MS: integerSetting(
    "Lifetime of a session token in milliseconds; `POST /auth/refresh` returns a new token",
    { min: 2_000, max: 30 * dayMs },
    { default: "43200000" },
  ),
  SIGNING_KEY_ROTATION_MS: integerSetting(
    "Interval in milliseconds after which session tokens are signed with a new key",
    { min: 2_000, max: 366 * dayMs },
    { default: "2592000000" },
  ),
  SIGNING_KEY_SECRET: customSetting(
    "Secret that encrypts the private signing keys of session tokens in MongoDB: at least 32 random characters (`openssl rand -hex 32`), the same for all replicas. Without it, the keys are stored in clear text. A change of its value invalidates all session tokens",
    parseSecret,
    { default: "", secret: true },
  ),
} satisfies Settings;
export type KeysConfig = Values<typeof keysSettings>;
