/**
 * One setting of a service: what it means, its default and how its value is parsed. The key is the environment
 * variable.
 */
export interface Setting<T> {
  description: string;
  /** Raw value to use if the variable is not set. A setting without a default is required. */
  default?: string;
  /** The value must not appear in error messages. */
  secret?: boolean;
  /** @throws Error whose message describes the expected format */
  parse: (raw: string) => T;
}
export type Settings = Record<string, Setting<unknown>>;
export type Values<S extends Settings> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** Lists every missing or invalid setting. The message is written for the operator. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "ConfigError";
  }
}

type Options = Pick<Setting<unknown>, "default" | "secret">;
const setting = <T>(description: string, options: Options, parse: (raw: string) => T): Setting<T> => ({
  description,
  ...options,
  parse,
});

/** Any text, including an empty one. */
export const stringSetting = (description: string, options: Options = {}): Setting<string> =>
  setting(description, options, (raw) => raw);

/** A text that may be absent. An empty value counts as not set. */
export const optionalSetting = (
  description: string,
  options: Pick<Options, "secret"> = {},
): Setting<string | undefined> =>
  setting(description, { ...options, default: "" }, (raw) => (raw === "" ? undefined : raw));

/** An integer in decimal notation, from `limits.min` to `limits.max` inclusive. */
export const integerSetting = (
  description: string,
  limits: { min: number; max: number },
  options: Options = {},
): Setting<number> =>
  setting(description, options, (raw) => {
    const value = Number(raw);
    if (!/^-?\d+$/.test(raw) || value < limits.min || value > limits.max)
      throw new Error(`must be an integer from ${limits.min} to ${limits.max}`);
    return value;
  });

/** `on` or `true`, `off` or `false`. */
export const booleanSetting = (description: string, options: Options = {}): Setting<boolean> =>
  setting(description, options, (raw) => {
    if (raw === "on" || raw === "true") return true;
    if (raw === "off" || raw === "false") return false;
    throw new Error("must be on or off");
  });

/** One of the given values. */
export const choiceSetting = <const T extends string>(
  description: string,
  choices: readonly T[],
  options: Options = {},
): Setting<T> =>
  setting(description, options, (raw) => {
    const value = choices.find((choice) => choice === raw);
    if (value === undefined) throw new Error(`must be one of ${choices.join(", ")}`);
    return value;
  });

/** One URL or several, separated by commas, each with one of the given protocols (without `:`). */
export const urlSetting = (description: string, protocols: readonly string[], options: Options = {}): Setting<string> =>
  setting(description, options, (raw) => {
    for (const part of raw.split(",")) {
      const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^/]/i.exec(part)?.[1];
      if (scheme === undefined || !protocols.includes(scheme.toLowerCase()))
        throw new Error(`must be a URL that starts with ${protocols.map((p) => `${p}://`).join(" or ")}`);
    }
    return raw;
  });

/** A MongoDB connection string. It lists the hosts of a replica set itself, so it is not split at commas. */
export const mongoUrlSetting = (description: string, options: Options = {}): Setting<string> =>
  setting(description, options, (raw) => {
    if (!/^mongodb(\+srv)?:\/\/[^/]/.test(raw)) throw new Error("must start with mongodb:// or mongodb+srv://");
    return raw;
  });

/** A setting with a custom parser. @param parse throws an Error whose message describes the expected format */
export const customSetting = <T>(description: string, parse: (raw: string) => T, options: Options = {}): Setting<T> =>
  setting(description, options, parse);

function parseRatio(raw: string): number {
  const ratio = Number(raw);
  if (!/^[\d.]+$/.test(raw) || !(ratio >= 0 && ratio <= 1)) throw new Error("must be a number from 0 to 1");
  return ratio;
}

/**
 * Reads settings from an environment.
 * @returns the parsed values, by variable
 * @throws ConfigError that lists every missing or invalid variable
 */
export function loadConfig<S extends Settings>(settings: S, env: NodeJS.ProcessEnv): Values<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [variable, { parse, default: fallback, secret }] of Object.entries(settings)) {
    const raw = env[variable] ?? fallback;
    if (raw === undefined) {
      problems.push(`${variable} is required`);
      continue;
    }
    try {
      values[variable] = parse(raw);
    } catch (error) {
      const shown = secret ? "its value" : JSON.stringify(raw);
      problems.push(`${variable}: ${shown} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Values<S>;
}

/** Returns a Markdown table of settings for the documentation. */
export function settingsTable(settings: Settings): string {
  const rows = Object.entries(settings).map(([variable, { description, default: fallback }]) => {
    const shown = fallback === undefined ? "required" : fallback === "" ? "not set" : `\`${fallback}\``;
    return `| \`${variable}\` | ${shown} | ${description} |`;
  });
  return ["| variable | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

/** Settings of every service that uses Redis. */
export const redisSettings = {
  REDIS_URL: urlSetting(
    "Redis URL (`rediss://` for TLS); several URLs, separated by commas, are nodes of one Redis Cluster",
    ["redis", "rediss"],
    {
      default: "redis://127.0.0.1:6379",
      secret: true,
    },
  ),
  REDIS_CA_FILE: optionalSetting(
    "File with the certificate authority (PEM) that verifies the Redis server; requires `rediss://`",
  ),
  REDIS_PREFIX: stringSetting("Prefix of all Redis keys; must be the same for the gateways and the keys service", {
    default: "plat:",
  }),
} satisfies Settings;

/** Settings of every service that uses JetStream. */
export const streamSettings = {
  NATS_STREAM_REPLICAS: integerSetting(
    "Replicas of the change notification stream in a NATS cluster, used when a service creates it; must be the same for all services",
    { min: 1, max: 5 },
    { default: "1" },
  ),
} satisfies Settings;

/** Settings of every service. */
export const commonSettings = {
  NATS_URL: urlSetting("NATS server URLs, separated by commas; `tls://` requires TLS", ["nats", "tls"], {
    default: "nats://127.0.0.1:4222",
  }),
  NATS_USER: optionalSetting("NATS user"),
  NATS_PASSWORD: optionalSetting("NATS password", { secret: true }),
  NATS_CREDS_FILE: optionalSetting("NATS credentials file (JWT and seed), used instead of user and password"),
  NATS_CA_FILE: optionalSetting(
    "File with the certificate authority (PEM) that verifies the NATS servers; enables TLS",
  ),
  OPS_HOST: stringSetting("Address on which health checks and metrics are served", { default: "0.0.0.0" }),
  OPS_PORT: integerSetting(
    "Port on which health checks and metrics are served; 0 selects a free port",
    { min: 0, max: 65_535 },
    { default: "0" },
  ),
  LOG_LEVEL: choiceSetting(
    "Minimum severity of logged messages",
    ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    {
      default: "info",
    },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalSetting(
    "Base URL of an OpenTelemetry collector (OTLP over HTTP, JSON) that receives traces; tracing is off without it",
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optionalSetting("Request headers for that collector, `name=value` separated by commas", {
    secret: true,
  }),
  TRACE_RATIO: customSetting(
    "Ratio of requests that are traced, 0 to 1; the `traceparent` header of a request takes precedence",
    parseRatio,
    { default: "1" },
  ),
  SHUTDOWN_TIMEOUT_MS: integerSetting(
    "Maximum duration of a graceful shutdown in milliseconds",
    { min: 100, max: 600_000 },
    { default: "10000" },
  ),
} satisfies Settings;
