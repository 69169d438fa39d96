import type { Browser } from "playwright-core";
import { openBrowser } from "./browser.ts";
import { startSystem, type System } from "./system.ts";

let started: Promise<{ browser: Browser; system: System }> | undefined;

async function start(): Promise<{ browser: Browser; system: System }> {
  const browser = await openBrowser();
  return { browser, system: await startSystem() };
}

/**
 * One Chromium and one Plat for all suites, which take some seconds to start; each suite makes organizations of its own.
 * A browser may have to be fetched first, so whoever asks first needs patience.
 */
export const shared = (): Promise<{ browser: Browser; system: System }> => (started ??= start());
export const startPatienceMs = 600_000;

after(async () => {
  const { browser, system } = (await started) ?? {};
  await browser?.close();
  await system?.stop();
});
