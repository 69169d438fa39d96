import { slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { seriousViolations } from "./axe.ts";
import { artifacts, visit } from "./browser.ts";
import { signInAt, useOrganization } from "./organization-fixture.ts";

interface PageUnderTest {
  name: string;
  hash: string;
  /** Resolves when the page has loaded its content. */
  ready: (page: Page) => Promise<unknown>;
}

const csv = 'id,title,type,beds,price,city\n1,Nice house,House,3,"250,000",Leiden\n2,Bad row,House,x,1,Leiden\n';

describe("pages", function () {
  this.timeout(slowSuiteTimeoutMs);

  const organization = useOrganization("Garden Homes");
  before(async () => {
    const { plat, ids } = organization;
    await plat.createKey({ name: "website", scopes: ["read"] });
    await plat.updateProperty(ids[0] ?? "", { price: 195_000 });
    await plat.createAd(ids[0] ?? "", { headline: "Open house on Sunday", platform: "portal" });
  });

  const link = (name: string) => (page: Page) => page.getByRole("link", { name, exact: true }).first().waitFor();
  const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name }).first().waitFor();
  const pages = (): PageUnderTest[] => [
    { name: "home", hash: "#/", ready: (page) => page.getByText("Your listings", { exact: true }).waitFor() },
    {
      name: "search",
      hash: "#/search?own=true&q=2%20bed%20aparment%20in%20Valencia%20with%20a%20shiny%20terrace%2C%20no%20houses",
      ready: link("Flat with a terrace 0"),
    },
    {
      name: "search-nothing",
      hash: "#/search?q=9%20bed%20house%20in%20Leiden",
      ready: heading("No matching listings"),
    },
    {
      name: "search-not-a-query",
      hash: "#/search?q=hello",
      ready: (page) => page.getByRole("main").getByRole("heading", { level: 2 }).first().waitFor(),
    },
    { name: "agents", hash: "#/agents", ready: heading("No agents yet") },
    // Includes the listings of all organizations, also those of other tests.
    { name: "market", hash: "#/market", ready: heading(/^\d+ cities$/) },
    { name: "listings", hash: "#/listings", ready: link("Canal house 11") },
    { name: "listings-empty", hash: "#/listings?status=sold", ready: heading("No sold listings") },
    { name: "listing", hash: `#/listings/${organization.ids[0]}`, ready: heading("Facts") },
    {
      name: "listing-similar",
      hash: `#/listings/${organization.ids[0]}?tab=similar`,
      ready: (page) => page.getByText("same city").first().waitFor(),
    },
    {
      name: "listing-history",
      hash: `#/listings/${organization.ids[0]}?tab=history`,
      ready: (page) => page.getByText("€195,000").last().waitFor(),
    },
    {
      name: "listing-ads",
      hash: `#/listings/${organization.ids[0]}?tab=ads`,
      ready: (page) => page.getByText("Open house on Sunday").first().waitFor(),
    },
    { name: "listing-edit", hash: `#/listings/${organization.ids[0]}/edit`, ready: heading("Location") },
    { name: "listing-new", hash: "#/listings/new", ready: heading("Location") },
    { name: "listing-missing", hash: "#/listings/nothing", ready: heading("This listing doesn’t exist") },
    { name: "keys", hash: "#/keys", ready: (page) => page.getByRole("cell", { name: /^website/ }).waitFor() },
    { name: "changes", hash: "#/changes", ready: (page) => page.getByText("Live").waitFor() },
    { name: "import", hash: "#/import", ready: heading("Choose a CSV file") },
    { name: "settings", hash: "#/settings", ready: heading("Organization and branding") },
    { name: "not-found", hash: "#/nothing/here", ready: heading("Page not found") },
  ];

  /** Console errors of the browser for responses that a page expects, such as a listing that does not exist. */
  const isExpected = (problem: string): boolean => /status of (400|404|422)/.test(problem);

  const views = [
    { theme: "light", width: 1280, rules: undefined },
    // The other rules have the same result in the dark theme and on a phone.
    { theme: "dark", width: 1280, rules: ["color-contrast"] },
    { theme: "light", width: 390, rules: ["scrollable-region-focusable"] },
  ] as const;

  it("have no serious accessibility violation, horizontal overflow or console error in any theme and on a phone", async () => {
    const { page, problems, context } = await visit(organization.browser, organization.system.url);
    const found: string[] = [];
    const capture = async (name: string, ready: PageUnderTest["ready"]): Promise<void> => {
      for (const { theme, width, rules } of views) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: 860 });
        await ready(page);
        const view = `${name}-${theme}-${width}`;
        await page.screenshot({ path: join(artifacts, `${view}.png`) });
        for (const problem of await seriousViolations(page, rules)) found.push(`${view}: ${problem}`);
        const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        if (Number(overflow) > 0) found.push(`${view}: ${String(overflow)} px wider than the window`);
      }
    };
    await page.goto(`${organization.system.url}/dashboard/#/sign-up`);
    await capture("sign-up", (at) => at.getByLabel("Organization").waitFor());
    await signInAt(page, organization.email, organization.system.url);
    for (const { name, hash, ready } of pages()) {
      await page.goto(`${organization.system.url}/dashboard/${hash}`);
      await capture(name, ready);
    }
    expect(found).to.deep.equal([]);
    expect(problems.filter((problem) => !isExpected(problem))).to.deep.equal([]);
    await context.close();
  });

  it("dialogs, map and dry run have no serious accessibility violation", async () => {
    const visitor = await visit(organization.browser, organization.system.url);
    const { page, problems } = visitor;
    await signInAt(page, organization.email, organization.system.url);
    const found: string[] = [];
    const capture = async (name: string): Promise<void> => {
      await page.screenshot({ path: join(artifacts, `${name}.png`) });
      for (const problem of await seriousViolations(page)) found.push(`${name}: ${problem}`);
      await page.keyboard.press("Escape");
    };
    await page.goto(`${organization.system.url}/dashboard/#/search?q=homes%20in%20Leiden`);
    // A dialog that opens while the results arrive may be closed again.
    await page.waitForLoadState("networkidle");
    for (const [button, name] of [
      ["Filters", "dialog-filters"],
      ["API request", "dialog-request"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("dialog").waitFor();
      await capture(name);
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: "Map" }).click();
    await page.locator(".cluster, .pin").first().waitFor();
    await capture("map");
    await page.goto(`${organization.system.url}/dashboard/#/keys`);
    for (const [button, dialog] of [
      ["New API key", "New API key"],
      ["Usage of website", "Usage of “website”"],
      ["Rotate website", "Rotate “website”"],
      ["Revoke website", "Revoke “website”?"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("dialog", { name: dialog }).waitFor();
      await capture(`dialog-${button.split(" ")[0]?.toLowerCase() ?? ""}`);
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.goto(`${organization.system.url}/dashboard/#/import`);
    await page
      .getByLabel("CSV file")
      .setInputFiles({ name: "homes.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByRole("heading", { name: "Dry run" }).waitFor();
    await capture("import-dry-run");
    expect(found).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
    await visitor.context.close();
  });
});
