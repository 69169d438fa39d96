import {
  commonSettings,
  ConfigError,
  customSetting,
  integerSetting,
  loadConfig,
  optionalSetting,
  parseRateLimits,
  rateLimitsSetting,
  type RateWindow,
  redisSettings,
  type Setting,
  type Settings,
  stringSetting,
  type Values,
} from "@plat/kit";
import { isIP } from "node:net";

/** `off`, the number of proxies in front, or their addresses. */
export type TrustProxy = false | number | string[];

function isNetwork(part: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(part)) return true;
  const [address = "", bits = "0", ...rest] = part.split("/");
  const family = isIP(address);
  return family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
}

function parseTrustProxy(raw: string): TrustProxy {
  if (raw === "off") return false;
  if (/^[1-9]\d?$/.test(raw)) return Number(raw);
  const parts = raw.split(",").map((part) => part.trim());
  if (parts.every(isNetwork)) return parts;
  throw new Error("must be off, a number of proxies, or a list of addresses and networks like 10.0.0.0/8");
}

function parseOrigins(raw: string): string[] {
  if (raw === "") return [];
  return raw.split(",").map((part) => {
    const origin = part.trim();
    if (origin !== "*" && URL.parse(origin)?.origin !== origin)
      throw new Error("must be a list of origins like https://app.example, or *");
    return origin;
  });
}

function parseTileUrl(raw: string): string | undefined {
  if (raw === "") return undefined;
  const isComplete = ["{z}", "{x}", "{y}"].every((part) => raw.includes(part));
  const url = URL.parse(raw.replaceAll(/\{[zxy]\}/g, "0"));
  if (!isComplete || url === null || !["http:", "https:"].includes(url.protocol))
    throw new Error(
      "must be an http or https address with {z}, {x} and {y}, like https://tiles.example/{z}/{x}/{y}.png",
    );
  return raw;
}

const algorithms = [
  "EdDSA",
  "Ed25519",
  "ES256",
  "ES384",
  "ES512",
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
];
function parseAlgorithms(raw: string): string[] {
  const named = raw.split(",").map((part) => part.trim());
  if (!named.every((name) => algorithms.includes(name)))
    throw new Error(`must be a list out of ${algorithms.join(", ")}`);
  return named;
}

/** @param windowsMax most windows that it takes */
const limits = (description: string, fallback: string, windowsMax?: 1): Setting<RateWindow[]> =>
  customSetting(
    description,
    (raw) => {
      if (raw === "off") throw new Error("cannot be off by itself; RATE_LIMITS=off lifts every limit");
      const windows = parseRateLimits(raw);
      if (windowsMax !== undefined && windows.length > windowsMax)
        throw new Error(`must name one window, like ${fallback}`);
      return windows;
    },
    { default: fallback },
  );

export const gatewaySettings = {
  ...commonSettings,
  HOST: stringSetting("Address that the HTTP interface listens on", { default: "0.0.0.0" }),
  PORT: integerSetting("Port of the HTTP interface; 0 takes a free one", { min: 0, max: 65_535 }, { default: "8080" }),
  ...redisSettings,
  REDIS_TIMEOUT_MS: integerSetting(
    "Milliseconds that Redis may take for the one call a request makes; then the answer is 503",
    { min: 10, max: 10_000 },
    { default: "1000" },
  ),
  RATE_LIMITS: rateLimitsSetting,
  MANAGEMENT_LIMITS: limits(
    "Requests to key management and /auth that each user, key or address may make, by window",
    "60/1m",
  ),
  FAILED_AUTH_LIMITS: limits("Failed authentications that each address may make, in one window", "60/1m", 1),
  CORS_ORIGINS: customSetting("Origins whose pages may call, comma-separated, or `*`", parseOrigins, { default: "" }),
  TRUST_PROXY: customSetting(
    "Whose `X-Forwarded-For` is believed: `off`, a number of proxies in front, or their addresses and networks",
    parseTrustProxy,
    { default: "off" },
  ),
  SESSION_ISSUER: optionalSetting("Outside issuer (OIDC) whose tokens are accepted as sessions beside our own"),
  SESSION_JWKS_URL: optionalSetting("Where the outside issuer publishes its keys"),
  SESSION_AUDIENCE: optionalSetting("Audience that the outside issuer's tokens must name"),
  SESSION_ORG_CLAIM: stringSetting("Claim of the outside issuer's tokens that names the organization", {
    default: "org",
  }),
  SESSION_ALGORITHMS: customSetting("Algorithms that the outside issuer's tokens may be signed with", parseAlgorithms, {
    default: "RS256,ES256,EdDSA",
  }),
  PUBLIC_URL: stringSetting(
    "Base address as clients see it, for the OpenAPI document; `/` means wherever it is served",
    {
      default: "/",
    },
  ),
  STATIC_DIR: optionalSetting("Folder whose subfolder `demo` is served under `/demo/` (images)"),
  DASHBOARD_DIR: optionalSetting("Folder of the web page that is served under `/dashboard/`"),
  DASHBOARD_TILE_URL: customSetting(
    "Address of map tiles with `{z}`, `{x}` and `{y}` for the dashboard; empty: its map has none, and it asks no other host",
    parseTileUrl,
    { default: "" },
  ),
  DASHBOARD_TILE_ATTRIBUTION: optionalSetting("Whom the map says its tiles come from"),
  SHUTDOWN_DELAY_MS: integerSetting(
    "Milliseconds for which a stopping gateway still takes connections, while `/readyz` already sends new ones elsewhere",
    { min: 0, max: 60_000 },
    { default: "0" },
  ),
} satisfies Settings;
export type GatewayConfig = Values<typeof gatewaySettings>;

/** @throws ConfigError that names the bad ones, also those that only make sense together */
export function loadGatewayConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const config = loadConfig(gatewaySettings, env);
  requireConsistent(config);
  return config;
}

function requireConsistent(config: GatewayConfig): void {
  const problems = [...shutdownProblems(config), ...issuerProblems(config)];
  if (problems.length > 0) throw new ConfigError(problems);
}

const shutdownProblems = ({ SHUTDOWN_DELAY_MS: delay, SHUTDOWN_TIMEOUT_MS: timeout }: GatewayConfig): string[] =>
  timeout > delay ? [] : [`SHUTDOWN_TIMEOUT_MS must be longer than SHUTDOWN_DELAY_MS (${delay}), which is part of it`];

function issuerProblems(config: GatewayConfig): string[] {
  if (config.SESSION_ISSUER === undefined) return [];
  const problems = (["SESSION_JWKS_URL", "SESSION_AUDIENCE"] as const).flatMap((name) =>
    config[name] === undefined ? [`${name} is required with SESSION_ISSUER`] : [],
  );
  if (config.SESSION_JWKS_URL !== undefined && URL.parse(config.SESSION_JWKS_URL)?.protocol.startsWith("http") !== true)
    problems.push(`SESSION_JWKS_URL: ${JSON.stringify(config.SESSION_JWKS_URL)} must be an http or https URL`);
  return problems;
}
