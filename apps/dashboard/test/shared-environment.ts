import type { Browser } from "playwright-core";
import { openBrowser } from "./browser.ts";
import { startSystem, type System } from "./system.ts";

let started: Promise<{ browser: Browser; system: System }> | undefined;

async function start(): Promise<{ browser: Browser; system: System }> {
  const browser = await openBrowser();
  return { browser, system: await startSystem() };
}

/** One Chromium and one Plat for all suites. Each suite creates its own organizations. */
export const sharedEnvironment = (): Promise<{ browser: Browser; system: System }> => (started ??= start());
/** Timeout of the hook that starts the environment, in ms: the browser may have to be downloaded first. */
export const startTimeoutMs = 600_000;

after(async () => {
  const { browser, system } = (await started) ?? {};
  await browser?.close();
  await system?.stop();
});
