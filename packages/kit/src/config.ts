/** One setting of a service: where its value comes from, how it is read, and what it means. */
export interface Setting<T> {
  description: string;
  /** Shown in the table of settings; left out: the setting is required. */
  default?: string;
  secret?: boolean;
  /** @throws Error with a message that says what the value must look like. */
  parse: (raw: string) => T;
}
export type Settings = Record<string, Setting<unknown>>;
export type Values<S extends Settings> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** All bad settings at once; the message is meant for the operator. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Settings are not usable:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "ConfigError";
  }
}

type Options = Pick<Setting<unknown>, "default" | "secret">;
const setting = <T>(description: string, options: Options, parse: (raw: string) => T): Setting<T> => ({
  description,
  ...options,
  parse,
});

export const stringSetting = (description: string, options: Options = {}): Setting<string> =>
  setting(description, options, (raw) => raw);

/** An empty value means "not set". */
export const optionalSetting = (
  description: string,
  options: Pick<Options, "secret"> = {},
): Setting<string | undefined> =>
  setting(description, { ...options, default: "" }, (raw) => (raw === "" ? undefined : raw));

export const integerSetting = (
  description: string,
  limits: { min: number; max: number },
  options: Options = {},
): Setting<number> =>
  setting(description, options, (raw) => {
    const value = Number(raw);
    if (!/^-?\d+$/.test(raw) || value < limits.min || value > limits.max)
      throw new Error(`must be a whole number from ${limits.min} to ${limits.max}`);
    return value;
  });

export const booleanSetting = (description: string, options: Options = {}): Setting<boolean> =>
  setting(description, options, (raw) => {
    if (raw === "on" || raw === "true") return true;
    if (raw === "off" || raw === "false") return false;
    throw new Error("must be on or off");
  });

export const choiceSetting = <const T extends string>(
  description: string,
  choices: readonly T[],
  options: Options = {},
): Setting<T> =>
  setting(description, options, (raw) => {
    const found = choices.find((choice) => choice === raw);
    if (found === undefined) throw new Error(`must be one of ${choices.join(", ")}`);
    return found;
  });

export const urlSetting = (description: string, protocols: readonly string[], options: Options = {}): Setting<string> =>
  setting(description, options, (raw) => {
    for (const part of raw.split(",")) {
      const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^/]/i.exec(part)?.[1];
      if (scheme === undefined || !protocols.includes(scheme.toLowerCase()))
        throw new Error(`must be a URL that starts with ${protocols.map((p) => `${p}://`).join(" or ")}`);
    }
    return raw;
  });

/** A MongoDB connection string; hosts of a replica set are comma-separated inside it. */
export const mongoUrlSetting = (description: string, options: Options = {}): Setting<string> =>
  setting(description, options, (raw) => {
    if (!/^mongodb(\+srv)?:\/\/[^/]/.test(raw)) throw new Error("must start with mongodb:// or mongodb+srv://");
    return raw;
  });

/** A setting with a grammar of its own. */
export const customSetting = <T>(description: string, parse: (raw: string) => T, options: Options = {}): Setting<T> =>
  setting(description, options, parse);

function parseShare(raw: string): number {
  const share = Number(raw);
  if (!/^[\d.]+$/.test(raw) || !(share >= 0 && share <= 1)) throw new Error("must be a number from 0 to 1");
  return share;
}

/**
 * Reads settings from an environment.
 * @throws ConfigError naming every missing or unreadable variable.
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

/** Markdown table of settings, for the documentation. */
export function settingsTable(settings: Settings): string {
  const rows = Object.entries(settings).map(([variable, { description, default: fallback }]) => {
    const shown = fallback === undefined ? "required" : fallback === "" ? "not set" : `\`${fallback}\``;
    return `| \`${variable}\` | ${shown} | ${description} |`;
  });
  return ["| variable | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

/** Settings of services that use Redis. */
export const redisSettings = {
  REDIS_URL: urlSetting(
    "Redis (`rediss://` with TLS); several addresses, comma-separated, are nodes of one cluster",
    ["redis", "rediss"],
    {
      default: "redis://127.0.0.1:6379",
      secret: true,
    },
  ),
  REDIS_CA_FILE: optionalSetting("Certificate authority (PEM) that Redis is checked against, with `rediss://`"),
  REDIS_PREFIX: stringSetting("What names in Redis begin with; the same for gateways and the keys service", {
    default: "plat:",
  }),
} satisfies Settings;

/** Settings of services that use streams. */
export const streamSettings = {
  NATS_STREAM_REPLICAS: integerSetting(
    "Copies of the stream of changes in a NATS cluster, when a service makes it; the same for all services",
    { min: 1, max: 5 },
    { default: "1" },
  ),
} satisfies Settings;

/** Settings that every service has. */
export const commonSettings = {
  NATS_URL: urlSetting("NATS servers, comma-separated; with `tls://` nothing but TLS will do", ["nats", "tls"], {
    default: "nats://127.0.0.1:4222",
  }),
  NATS_USER: optionalSetting("NATS user"),
  NATS_PASSWORD: optionalSetting("NATS password", { secret: true }),
  NATS_CREDS_FILE: optionalSetting("NATS credentials file (JWT and seed), instead of user and password"),
  NATS_CA_FILE: optionalSetting("Certificate authority (PEM) that NATS servers are checked against"),
  OPS_HOST: stringSetting("Address that health checks and metrics listen on", { default: "0.0.0.0" }),
  OPS_PORT: integerSetting(
    "Port of health checks and metrics; 0 takes a free one",
    { min: 0, max: 65_535 },
    { default: "0" },
  ),
  LOG_LEVEL: choiceSetting(
    "Least severe level that is logged",
    ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    {
      default: "info",
    },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalSetting(
    "Base address of an OpenTelemetry receiver (OTLP over HTTP, JSON) for traces; without it nothing is traced",
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optionalSetting("Header fields for that receiver, `name=value` parted by commas", {
    secret: true,
  }),
  TRACE_RATIO: customSetting(
    "Share of the requests that are traced, 0 to 1; a `traceparent` that comes with a request decides for it",
    parseShare,
    { default: "1" },
  ),
  SHUTDOWN_TIMEOUT_MS: integerSetting(
    "Milliseconds a graceful stop may take",
    { min: 100, max: 600_000 },
    { default: "10000" },
  ),
} satisfies Settings;
