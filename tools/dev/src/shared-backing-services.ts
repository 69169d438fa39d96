import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** Environment variable with the path of the file in which `npm test` stores the URLs of the shared backing services. */
export const sharedUrlsVariable = "PLAT_TEST_SHARED_URLS";
const pollIntervalMs = 200;

/**
 * Stores the URLs by the environment variables of which they are values. Turbo is running then, so that its environment
 * cannot contain them.
 */
export const publishSharedUrls = (file: string, urls: Readonly<Record<string, string>>): Promise<void> =>
  writeFile(file, JSON.stringify(urls), { flush: true });

/** Waits until `npm test` has started the shared backing services. Returns immediately outside of `npm test`. */
export async function sharedBackingServicesReady(): Promise<void> {
  const file = process.env[sharedUrlsVariable];
  if (file === undefined) return;
  while (readUrls(file) === undefined) await setTimeout(pollIntervalMs);
}

/** Adds the URLs of the shared backing services to the environment, if they are ready. */
export function useSharedBackingServices(): void {
  const file = process.env[sharedUrlsVariable];
  if (file !== undefined) Object.assign(process.env, readUrls(file));
}

/** Returns undefined until the file is complete. */
function readUrls(file: string): Record<string, string> | undefined {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text.endsWith("}") ? (JSON.parse(text) as Record<string, string>) : undefined;
}
