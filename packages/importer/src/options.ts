import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { usageError } from "./cli-error.ts";
import { didYouMean } from "./nearest.ts";

const defaultUrl = "http://127.0.0.1:8080";

/** Options of both import and export. */
export const serviceOptions = {
  key: { type: "string" },
  url: { type: "string" },
  "retry-timeout": { type: "string", default: "120" },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsOptionsConfig;

/** Parses the arguments. @throws CliError for an unknown option or an option without a value */
export function readArguments<T extends ParseArgsOptionsConfig>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const unknown = /^Unknown option '(-+([^'=]+))/.exec(error instanceof Error ? error.message : "");
    if (unknown === null) throw usageError(`${error instanceof Error ? error.message : String(error)}.`);
    const [, option = "", name = ""] = unknown;
    const names = Object.keys(options).map((each) => `--${each}`);
    throw usageError(`Unknown option ${option}.${didYouMean(`--${name}`, names)} Use --help for a list of options.`);
  }
}

/** Parses the value of an option. @throws CliError unless it is a whole number in the range */
export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw usageError(`--${option} must be a whole number from ${min} to ${max}, not '${text}'.`);
  return value;
}

/** Checks the value of an option. @throws CliError unless it is one of the choices */
export function choice<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const found = choices.find((each) => each === text);
  if (found === undefined) throw usageError(`--${option} must be ${choices.join(" or ")}, not '${text}'.`);
  return found;
}

/** Validates the address and removes a slash at its end. @throws CliError */
function baseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw usageError(`--url must be an http or https address such as ${defaultUrl}, not '${text}'.`);
  if (url.username !== "" || url.search !== "" || url.hash !== "")
    throw usageError("--url must not contain a user, a query or a fragment.");
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

/**
 * Address and key from the arguments, with PLAT_URL and PLAT_API_KEY as defaults.
 * @throws CliError for an invalid value
 */
export function connectionOptions(
  values: { key?: string | undefined; url?: string | undefined; "retry-timeout": string },
  env: NodeJS.ProcessEnv,
): { url: string; key: string | undefined; retryTimeoutMs: number } {
  const url = baseUrl(values.url ?? (env["PLAT_URL"] || defaultUrl));
  const key = values.key ?? (env["PLAT_API_KEY"] || undefined);
  if (key !== undefined && !/^[\x21-\x7E]+$/.test(key))
    throw usageError("--key must not be empty and must not contain spaces.");
  return { url, key, retryTimeoutMs: wholeNumber("retry-timeout", values["retry-timeout"], 0, 86_400) * 1000 };
}

/** Returns the key. @throws CliError if there is none */
export function requireKey(key: string | undefined): string {
  if (key === undefined)
    throw usageError("An API key is required: --key svc_pk_…, or PLAT_API_KEY in the environment.");
  return key;
}
