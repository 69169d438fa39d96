import { findChromium } from "@plat/backing-services";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Where pictures of every page are left. */
export const artifacts = fileURLToPath(new URL("artifacts", import.meta.url));

/** A map is drawn without a graphics card, and tests may run as root in a container. */
const args = ["--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/** @throws BackingServiceError that says how to get Chromium when there is none */
export async function openBrowser(): Promise<Browser> {
  const { command, env } = await findChromium(process.env, (line) => console.error(`Chromium: ${line}`));
  await mkdir(artifacts, { recursive: true });
  return chromium.launch({ executablePath: command, args, env: { ...inherited(), ...env } });
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** What a page did that it should not: errors in its console, and requests to other hosts. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  faults: string[];
}

/** A person with a fresh browser. `expected` are addresses whose refusal belongs to the test. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB", ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => {
    const isOwn = ["blob:", "data:", `${url}/`].some((start) => request.url().startsWith(start));
    if (!isOwn) faults.push(`request to another host: ${request.url()}`);
  });
  return { page, context, faults };
}
