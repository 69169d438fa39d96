import { findChromium } from "@plat/backing-services";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Folder of the screenshots that the tests take. */
export const artifacts = fileURLToPath(new URL("artifacts", import.meta.url));

/** Renders WebGL in software, pages without it, and allows tests to run as root in a container. */
const args = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-gpu-compositing",
];

/**
 * Starts Chromium.
 * @throws BackingServiceError with installation instructions if there is no Chromium
 */
export async function openBrowser(): Promise<Browser> {
  const { command, env } = await findChromium(process.env, (line) => console.error(`Chromium: ${line}`));
  await mkdir(artifacts, { recursive: true });
  return chromium.launch({ executablePath: command, args, env: { ...inherited(), ...env } });
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** A browser page of a test. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Errors in the console and requests to other hosts. */
  problems: string[];
}

/** Opens a page in a new browser context. Does not navigate. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB", ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`error: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => {
    const isOwn = ["blob:", "data:", `${url}/`].some((start) => request.url().startsWith(start));
    if (!isOwn) problems.push(`request to another host: ${request.url()}`);
  });
  return { page, context, problems };
}
