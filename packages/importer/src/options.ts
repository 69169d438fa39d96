import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { usage } from "./cli-error.ts";
import { didYouMean } from "./nearest.ts";

export const defaultUrl = "http://127.0.0.1:8080";

/** What import and export have in common. */
export const serviceOptions = {
  key: { type: "string" },
  url: { type: "string" },
  patience: { type: "string", default: "120" },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsOptionsConfig;

/** Arguments as `parseArgs` gives them. @throws Failure naming an option that does not exist or lacks its value */
export function readArguments<T extends ParseArgsOptionsConfig>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const unknown = /^Unknown option '(-+([^'=]+))/.exec(error instanceof Error ? error.message : "");
    if (unknown === null) throw usage(`${error instanceof Error ? error.message : String(error)}.`);
    const [, option = "", name = ""] = unknown;
    const names = Object.keys(options).map((each) => `--${each}`);
    throw usage(`There is no option ${option}.${didYouMean(`--${name}`, names)} --help lists them.`);
  }
}

/** @throws Failure unless it is a whole number in the range */
export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw usage(`--${option} must be a whole number from ${min} to ${max}, not '${text}'.`);
  return value;
}

/** @throws Failure unless it is one of the choices */
export function choice<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const found = choices.find((each) => each === text);
  if (found === undefined) throw usage(`--${option} must be ${choices.join(" or ")}, not '${text}'.`);
  return found;
}

/** The address without a slash at its end. @throws Failure */
export function baseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw usage(`--url must be an http or https address like ${defaultUrl}, not '${text}'.`);
  if (url.username !== "" || url.search !== "" || url.hash !== "")
    throw usage("--url must be an address alone, without a user, a query or a fragment.");
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

/** Address and key from the arguments, else from PLAT_URL and PLAT_API_KEY. @throws Failure */
export function service(
  values: { key?: string | undefined; url?: string | undefined; patience: string },
  env: NodeJS.ProcessEnv,
): { url: string; key: string | undefined; patienceMs: number } {
  const url = baseUrl(values.url ?? (env["PLAT_URL"] || defaultUrl));
  const key = values.key ?? (env["PLAT_API_KEY"] || undefined);
  if (key !== undefined && !/^[\x21-\x7E]+$/.test(key)) throw usage("--key must not be empty or hold spaces.");
  return { url, key, patienceMs: wholeNumber("patience", values.patience, 0, 86_400) * 1000 };
}

/** @throws Failure when there is none */
export function needKey(key: string | undefined): string {
  if (key === undefined) throw usage("A key is needed: --key svc_pk_…, or PLAT_API_KEY in the environment.");
  return key;
}
