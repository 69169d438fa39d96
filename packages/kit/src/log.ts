import { activeTraceIds } from "./tracing.ts";
import { pino, type DestinationStream, type Logger } from "pino";

export type { Logger } from "pino";

/**
 * Keys, session tokens and passwords in URLs. A second net: nothing should put them into a log in the first place.
 * What anybody sends comes here, so each pattern must take time in proportion to the text: it may not begin again in the
 * middle of what it has gone through in vain.
 */
const secrets: readonly [pattern: RegExp, replacement: (match: string, head: string) => string][] = [
  [/svc_pk_[0-9A-Za-z]{8,}/g, () => "svc_pk_[redacted]"],
  [
    /(?<![\w-])(?=[\w-]*eyJ[\w-]{8})[\w-]+\.[\w-]{8,}\.[\w-]+/g,
    (match) => `${match.slice(0, match.indexOf("eyJ"))}[redacted token]`,
  ],
  [/(api_key=)[^&\s"\\]+/gi, (_, head) => `${head}[redacted]`],
  [/(:\/\/[^:/\s"@]*:)[^@/\s"]+@/g, (_, head) => `${head}[redacted]@`],
];

/** Replaces everything in a text that looks like a credential. */
export function redact(line: string): string {
  let result = line;
  for (const [pattern, replacement] of secrets) result = result.replace(pattern, replacement);
  return result;
}

export interface LogOptions {
  service: string;
  level: string;
  destination?: DestinationStream;
}

/**
 * Standard output, written at once. The library's own destination waits for ever when the reader is gone, so that a
 * service would outlive whoever started it.
 */
const standardOutput: DestinationStream = {
  write: (line) => {
    process.stdout.write(line);
  },
};
process.stdout.on("error", () => {
  // Nobody reads any more: what would be logged is lost, and the work goes on to its orderly end.
});

/** JSON lines on standard output: `level time service msg`, request ids and errors with their causes. */
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
