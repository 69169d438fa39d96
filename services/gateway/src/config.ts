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
import type { IdentityProvider } from "./auth/session-tokens.ts";

/** False, the number of proxies in front of the gateway, or their addresses and networks. */
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
  throw new Error("must be `off`, a number of proxies, or a list of addresses and networks such as 10.0.0.0/8");
}

function parseOrigins(raw: string): string[] {
  if (raw === "") return [];
  return raw.split(",").map((part) => {
    const origin = part.trim();
    if (origin !== "*" && URL.parse(origin)?.origin !== origin)
      throw new Error("must be a list of origins such as https://app.example, or *");
    return origin;
  });
}

function parseTileUrl(raw: string): string | undefined {
  if (raw === "") return undefined;
  const isComplete = ["{z}", "{x}", "{y}"].every((part) => raw.includes(part));
  const url = URL.parse(raw.replaceAll(/\{[zxy]\}/g, "0"));
  if (!isComplete || url === null || !["http:", "https:"].includes(url.protocol))
    throw new Error(
      "must be an http or https URL with {z}, {x} and {y}, such as https://tiles.example/{z}/{x}/{y}.png",
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
  const names = raw.split(",").map((part) => part.trim());
  if (!names.every((name) => algorithms.includes(name)))
    throw new Error(`must be a comma-separated list of ${algorithms.join(", ")}`);
  return names;
}

/** A setting for rate limits that cannot be `off`. @param windowsMax maximum number of windows */
const limits = (description: string, fallback: string, windowsMax?: 1): Setting<RateWindow[]> =>
  customSetting(
    description,
    (raw) => {
      if (raw === "off") throw new Error("cannot be off on its own; RATE_LIMITS=off disables every limit");
      const windows = parseRateLimits(raw);
      if (windowsMax !== undefined && windows.length > windowsMax)
        throw new Error(`must name one window, such as ${fallback}`);
      return windows;
    },
    { default: fallback },
  );

export const gatewaySettings = {
  ...commonSettings,
  HOST: stringSetting("Address that the HTTP API listens on", { default: "0.0.0.0" }),
  PORT: integerSetting("Port of the HTTP API; 0 selects a free port", { min: 0, max: 65_535 }, { default: "8080" }),
  ...redisSettings,
  REDIS_TIMEOUT_MS: integerSetting(
    "Timeout in milliseconds of the Redis call per request; after that the response is 503",
    { min: 10, max: 10_000 },
    { default: "1000" },
  ),
  RATE_LIMITS: rateLimitsSetting,
  MANAGEMENT_LIMITS: limits("Rate limits per user, API key or address on key management and `/auth`", "60/1m"),
  FAILED_AUTH_LIMITS: limits("Rate limit per address on failed authentications; exactly one window", "60/1m", 1),
  CORS_ORIGINS: customSetting(
    "Origins that browsers may send requests from (CORS), comma-separated, or `*`",
    parseOrigins,
    { default: "" },
  ),
  TRUST_PROXY: customSetting(
    "Proxies whose `X-Forwarded-For` is trusted: `off`, the number of proxies in front of the gateway, or their addresses and networks",
    parseTrustProxy,
    { default: "off" },
  ),
  SESSION_ISSUER: optionalSetting(
    "Issuer of an external identity provider (OIDC) whose tokens are accepted as sessions, in addition to those of Plat",
  ),
  SESSION_JWKS_URL: optionalSetting("JWKS URL of the external identity provider; required with `SESSION_ISSUER`"),
  SESSION_AUDIENCE: optionalSetting(
    "Audience that tokens of the external identity provider must have; required with `SESSION_ISSUER`",
  ),
  SESSION_ORG_CLAIM: stringSetting(
    "Claim in tokens of the external identity provider that identifies the organization",
    {
      default: "org",
    },
  ),
  SESSION_ALGORITHMS: customSetting(
    "Signature algorithms accepted in tokens of the external identity provider",
    parseAlgorithms,
    {
      default: "RS256,ES256,EdDSA",
    },
  ),
  PUBLIC_URL: stringSetting(
    "Public base URL, for the OpenAPI document; `/` means the URL that the document is served from",
    {
      default: "/",
    },
  ),
  STATIC_DIR: optionalSetting("Folder whose subfolder `demo` (images) is served under `/demo/`"),
  DASHBOARD_DIR: optionalSetting("Folder of the built dashboard, which is served under `/dashboard/`"),
  DASHBOARD_TILE_URL: customSetting(
    "URL of map tiles for the dashboard, with `{z}`, `{x}` and `{y}`; if empty, the map has no tiles and the dashboard contacts no other host",
    parseTileUrl,
    { default: "" },
  ),
  DASHBOARD_TILE_ATTRIBUTION: optionalSetting("Attribution of the map tiles, shown on the map"),
  SHUTDOWN_DELAY_MS: integerSetting(
    "Milliseconds during which a stopping gateway still accepts connections while `/readyz` already reports it as not ready",
    { min: 0, max: 60_000 },
    { default: "0" },
  ),
} satisfies Settings;
export type GatewayConfig = Values<typeof gatewaySettings>;

/** Reads the settings of the gateway. @throws ConfigError that names all invalid settings and inconsistent combinations */
export function loadGatewayConfig(env: NodeJS.ProcessEnv = process.env): GatewayConfig {
  const config = loadConfig(gatewaySettings, env);
  requireConsistent(config);
  return config;
}

/** The external identity provider, if one is configured. */
export function identityProviderOf(config: GatewayConfig): IdentityProvider | undefined {
  if (config.SESSION_ISSUER === undefined) return undefined;
  return {
    issuer: config.SESSION_ISSUER,
    jwksUrl: config.SESSION_JWKS_URL ?? "",
    audience: config.SESSION_AUDIENCE ?? "",
    organizationClaim: config.SESSION_ORG_CLAIM,
    algorithms: config.SESSION_ALGORITHMS,
  };
}

function requireConsistent(config: GatewayConfig): void {
  const problems = [...shutdownProblems(config), ...identityProviderProblems(config)];
  if (problems.length > 0) throw new ConfigError(problems);
}

const shutdownProblems = ({ SHUTDOWN_DELAY_MS: delay, SHUTDOWN_TIMEOUT_MS: timeout }: GatewayConfig): string[] =>
  timeout > delay ? [] : [`SHUTDOWN_TIMEOUT_MS must be longer than SHUTDOWN_DELAY_MS (${delay}), which it includes`];

function identityProviderProblems(config: GatewayConfig): string[] {
  if (config.SESSION_ISSUER === undefined) return [];
  const problems = (["SESSION_JWKS_URL", "SESSION_AUDIENCE"] as const).flatMap((name) =>
    config[name] === undefined ? [`${name} is required with SESSION_ISSUER`] : [],
  );
  if (config.SESSION_JWKS_URL !== undefined && URL.parse(config.SESSION_JWKS_URL)?.protocol.startsWith("http") !== true)
    problems.push(`SESSION_JWKS_URL: ${JSON.stringify(config.SESSION_JWKS_URL)} must be an http or https URL`);
  return problems;
}
