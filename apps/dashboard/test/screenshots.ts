import { apiAt } from "@plat/dev/demo/api";
import { writeImages } from "@plat/dev/demo/images";
import { demoUser, seedDemo } from "@plat/dev/demo/seed";
import { eventually } from "@plat/testkit";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { openBrowser, visit } from "./browser.ts";
import { startSystem } from "./system.ts";

/** `npm run screenshots`: takes the screenshots of the documentation, with the listings of the demo organization. */
const folder = fileURLToPath(new URL("../../../docs/images", import.meta.url));
// Provides what `startPlat` starts. The test runner loads it for test files.
await import("@plat/dev/test-environment");
const staticDir = await mkdtemp(join(tmpdir(), "plat-screenshots-"));
await mkdir(folder, { recursive: true });
await writeImages(join(staticDir, "demo"));
const browser = await openBrowser();
const system = await startSystem({ STATIC_DIR: staticDir, RATE_LIMITS: "60/1m,1000/1h" });
try {
  const seeding = await system.service.start("gateway", { RATE_LIMITS: "off" });
  await seedDemo({
    api: apiAt(seeding.url ?? ""),
    publicUrl: system.url,
    now: new Date(),
    onProgress: (line) => console.log(line),
  });
  const { page } = await visit(browser, system.url, { viewport: { width: 1200, height: 750 } });
  await page.goto(`${system.url}/dashboard/`);
  await page.getByLabel("Email").fill(demoUser.email);
  await page.getByLabel("Password").fill(demoUser.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").waitFor();

  const to = async (hash: string, ready: (page: Page) => Promise<unknown>): Promise<void> => {
    await page.goto(`${system.url}/dashboard/${hash}`);
    await ready(page);
    await page.waitForLoadState("networkidle");
  };
  const shot = async (name: string): Promise<void> => {
    await page.mouse.move(0, 0);
    await eventually(async () => {
      // Only images in view: the others are loaded lazily.
      const isLoaded = "(image) => image.complete || image.getBoundingClientRect().top > innerHeight";
      if (!(await page.evaluate<boolean>(`[...document.images].every(${isLoaded})`)))
        throw new Error("images are not loaded yet");
    });
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(`docs/images/${name}.png`);
  };
  const query = encodeURIComponent("aparment in Valencia under 500k with a lovely terrace, no studios");
  await to(`#/search?q=${query}`, (at) => at.locator(".hit img").first().waitFor());
  await shot("search");
  await to("#/search?q=homes%20in%20Valencia%20from%20150k", (at) => at.locator(".hit img").first().waitFor());
  await page.getByRole("button", { name: "Map" }).click();
  await page.locator(".pin, .cluster").first().waitFor();
  await page.waitForLoadState("networkidle");
  await shot("map");
  await to("#/market", (at) => at.getByRole("list", { name: "Listings by city" }).waitFor());
  await shot("market");
  await to("#/keys", (at) => at.getByRole("button", { name: "New API key" }).first().waitFor());
  await page.getByRole("button", { name: "New API key" }).first().click();
  await page.getByLabel("Name").fill("website");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog", { name: "Your new API key" }).waitFor();
  await shot("key");
  await page.getByRole("button", { name: "Done" }).click();
  await page.emulateMedia({ colorScheme: "dark" });
  await to("#/listings", (at) => at.getByRole("table").waitFor());
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("heading", { name: "Facts" }).waitFor();
  await page.waitForLoadState("networkidle");
  await shot("listing");
} finally {
  await browser.close();
  await system.stop();
  await rm(staticDir, { recursive: true, force: true });
}
