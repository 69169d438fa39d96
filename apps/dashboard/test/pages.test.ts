import { expect } from "chai";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { seriousFaults } from "./axe.ts";
import { artifacts, visit } from "./browser.ts";
import { enter, useOffice } from "./organization-fixture.ts";

interface Stop {
  name: string;
  hash: string;
  /** Is there when the page has what it shows. */
  ready: (page: Page) => Promise<unknown>;
}

const csv = 'id,title,type,beds,price,city\n1,Nice house,House,3,"250,000",Leiden\n2,Bad row,House,x,1,Leiden\n';

describe("every page", () => {
  const office = useOffice("Garden Homes");
  before(async () => {
    const { plat, ids } = office;
    await plat.createKey({ name: "website", scopes: ["read"] });
    await plat.updateProperty(ids[0] ?? "", { price: 195_000 });
    await plat.createAd(ids[0] ?? "", { headline: "Open house on Sunday", platform: "portal" });
  });

  const link = (name: string) => (page: Page) => page.getByRole("link", { name, exact: true }).first().waitFor();
  const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name }).first().waitFor();
  const stops = (): Stop[] => [
    { name: "start", hash: "#/", ready: (page) => page.getByText("Your listings", { exact: true }).waitFor() },
    {
      name: "search",
      hash: "#/search?own=true&q=2%20bed%20aparment%20in%20Valencia%20with%20a%20shiny%20terrace%2C%20no%20houses",
      ready: link("Flat with a terrace 0"),
    },
    {
      name: "search-nothing",
      hash: "#/search?q=9%20bed%20house%20in%20Leiden",
      ready: heading("Nothing fits all of that"),
    },
    {
      name: "search-not-a-query",
      hash: "#/search?q=hello",
      ready: (page) => page.getByRole("main").getByRole("heading", { level: 2 }).first().waitFor(),
    },
    { name: "agents", hash: "#/agents", ready: heading("No agent yet") },
    // Of every organization, also those of other tests.
    { name: "market", hash: "#/market", ready: heading(/^\d+ cities$/) },
    { name: "listings", hash: "#/listings", ready: link("Canal house 11") },
    { name: "listings-empty", hash: "#/listings?status=sold", ready: heading("No sold listing") },
    { name: "listing", hash: `#/listings/${office.ids[0]}`, ready: heading("Facts") },
    {
      name: "listing-similar",
      hash: `#/listings/${office.ids[0]}?tab=similar`,
      ready: (page) => page.getByText("same city").first().waitFor(),
    },
    {
      name: "listing-history",
      hash: `#/listings/${office.ids[0]}?tab=history`,
      ready: (page) => page.getByText("€195,000").last().waitFor(),
    },
    {
      name: "listing-ads",
      hash: `#/listings/${office.ids[0]}?tab=ads`,
      ready: (page) => page.getByText("Open house on Sunday").first().waitFor(),
    },
    { name: "listing-edit", hash: `#/listings/${office.ids[0]}/edit`, ready: heading("Place") },
    { name: "listing-new", hash: "#/listings/new", ready: heading("Place") },
    { name: "listing-missing", hash: "#/listings/nothing", ready: heading("This listing is not there") },
    { name: "keys", hash: "#/keys", ready: (page) => page.getByRole("cell", { name: /^website/ }).waitFor() },
    { name: "changes", hash: "#/changes", ready: (page) => page.getByText("Live").waitFor() },
    { name: "import", hash: "#/import", ready: heading("Choose a CSV file") },
    { name: "settings", hash: "#/settings", ready: heading("Organization and branding") },
    { name: "not-found", hash: "#/nothing/here", ready: heading("Page not found") },
  ];

  /** What the browser itself says of answers that a page is about: those listings are not there. */
  const isExpected = (fault: string): boolean => /status of (400|404|422)/.test(fault);

  for (const { kind, theme, width, rules } of [
    { kind: "a wide window", theme: "light", width: 1280, rules: undefined },
    // The rest is the same in the dark and on a phone.
    { kind: "the dark", theme: "dark", width: 1280, rules: ["color-contrast"] },
    { kind: "a phone", theme: "light", width: 390, rules: ["scrollable-region-focusable"] },
  ] as const) {
    it(`shows what it should in ${kind}: nothing serious for axe, nothing cut off, no error in the console`, async () => {
      const visitor = await visit(office.browser, office.system.url, {
        colorScheme: theme,
        viewport: { width, height: 860 },
      });
      const { page, faults } = visitor;
      const found: string[] = [];
      const look = async (name: string): Promise<void> => {
        await page.screenshot({ path: join(artifacts, `${name}-${theme}-${width}.png`) });
        for (const fault of await seriousFaults(page, rules)) found.push(`${name}: ${fault}`);
        const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        if (Number(overflow) > 0) found.push(`${name}: ${String(overflow)} px wider than the window`);
      };
      await page.goto(`${office.system.url}/dashboard/#/sign-up`);
      await page.getByLabel("Organization").waitFor();
      await look("sign-up");
      await enter(page, office.email, office.system.url);
      for (const { name, hash, ready } of stops()) {
        await page.goto(`${office.system.url}/dashboard/${hash}`);
        await ready(page);
        await look(name);
      }
      expect(found).to.deep.equal([]);
      expect(faults.filter((fault) => !isExpected(fault))).to.deep.equal([]);
      await visitor.context.close();
    });
  }

  it("shows dialogs and the map so that axe finds nothing serious in them", async () => {
    const visitor = await visit(office.browser, office.system.url);
    const { page, faults } = visitor;
    await enter(page, office.email, office.system.url);
    const found: string[] = [];
    const look = async (name: string): Promise<void> => {
      await page.screenshot({ path: join(artifacts, `${name}.png`) });
      for (const fault of await seriousFaults(page)) found.push(`${name}: ${fault}`);
      await page.keyboard.press("Escape");
    };
    await page.goto(`${office.system.url}/dashboard/#/search?q=homes%20in%20Leiden`);
    for (const [button, name] of [
      ["Filters", "dialog-filters"],
      ["As curl", "dialog-curl"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("dialog").waitFor();
      await look(name);
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: "Map" }).click();
    await page.locator(".cluster, .pin").first().waitFor();
    await look("map");
    await page.goto(`${office.system.url}/dashboard/#/keys`);
    for (const [button, dialog] of [
      ["New key", "New API key"],
      ["Usage of website", "Usage of “website”"],
      ["Rotate website", "Rotate “website”"],
      ["Revoke website", "Revoke “website”?"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("dialog", { name: dialog }).waitFor();
      await look(`dialog-${button.split(" ")[0]?.toLowerCase() ?? ""}`);
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.goto(`${office.system.url}/dashboard/#/import`);
    await page
      .getByLabel("CSV file")
      .setInputFiles({ name: "homes.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByRole("heading", { name: "Dry run" }).waitFor();
    await look("import-dry-run");
    expect(found).to.deep.equal([]);
    expect(faults).to.deep.equal([]);
    await visitor.context.close();
  });
});
