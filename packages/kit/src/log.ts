import { activeTraceIds } from "./tracing.ts";
import { pino, type DestinationStream, type Logger } from "pino";

export type { Logger } from "pino";

/**
 * Patterns of API keys, session tokens and passwords in URLs. This is a second line of defense: no code should log a
 * secret in the first place. Log lines contain untrusted input, so each pattern must run in linear time: after a failed
 * match it must not start again within the text that it has scanned.
 */
const secretPatterns: readonly [pattern: RegExp, replacement: (match: string, head: string) => string][] = [
  [/svc_pk_[0-9A-Za-z]{8,}/g, () => "svc_pk_[redacted]"],
  [
    /(?<![\w-])(?=[\w-]*eyJ[\w-]{8})[\w-]+\.[\w-]{8,}\.[\w-]+/g,
    (match) => `${match.slice(0, match.indexOf("eyJ"))}[redacted token]`,
  ],
  [/(api_key=)[^&\s"\\]+/gi, (_, head) => `${head}[redacted]`],
  [/(:\/\/[^:/\s"@]*:)[^@/\s"]+@/g, (_, head) => `${head}[redacted]@`],
];

/** Replaces everything in a text that looks like a credential. Runs in linear time. */
export function redact(line: string): string {
  let result = line;
  for (const [pattern, replacement] of secretPatterns) result = result.replace(pattern, replacement);
  return result;
}

export interface LogOptions {
  service: string;
  /** Minimum severity of logged messages. */
  level: string;
  /** Default: standard output. */
  destination?: DestinationStream;
}

/**
 * Standard output, written immediately. The library's own destination blocks forever when the reader has exited, so a
 * service would outlive the process that started it.
 */
const standardOutput: DestinationStream = {
  write: (line) => {
    process.stdout.write(line);
  },
};
process.stdout.on("error", () => {
  // The reader has exited. Log lines are lost, but the service continues until it is stopped.
});

/**
 * Creates a logger that writes JSON lines with `level`, `time`, `service` and `msg`, errors with their causes, and the
 * ids of the active trace. Credentials are redacted.
 */
export function createLogger({ service, level, destination }: LogOptions): Logger {
  const options = {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: redact },
    mixin: activeTraceIds,
  };
  return pino(options, destination ?? standardOutput);
}
