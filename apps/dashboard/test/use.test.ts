import { isPlatError, Plat } from "@plat/client";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { visit } from "./browser.ts";
import { enter, fillSignIn, goTo, signedIn, total, useOffice } from "./organization-fixture.ts";
import { newOrganization, password } from "./system.ts";

describe("using the dashboard", () => {
  const office = useOffice("Canal Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);

  it("changes a search by its chips, facets, filters and suggestions, and holds it in the address", async () => {
    const { page, faults, context } = await signedIn(office);
    await at(page, "#/search?own=true");
    await total(page, "12 listings");
    const box = page.getByRole("combobox", { name: "What are you looking for?" });
    await box.fill("2 bed aparment in vale");
    await page
      .getByRole("option", { name: /Valencia/ })
      .first()
      .waitFor();
    await box.press("ArrowDown");
    await box.press("Enter");
    expect(await box.inputValue()).to.equal("2 bed aparment in Valencia ");
    await box.press("Enter");
    await total(page, "4 listings");
    await page.getByText("Read aparment as apartment.").waitFor();
    await page.getByRole("button", { name: "Remove Bedrooms: 2" }).click();
    await total(page, "8 listings");
    expect(await box.inputValue()).to.equal("aparment in Valencia");
    await page.getByRole("checkbox", { name: /El Carmen/ }).check();
    await total(page, "4 listings");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Price, to").fill("215000");
    await page.getByRole("button", { name: "Apply" }).click();
    await total(page, "1 listing");
    const address = page.url();
    const other = await signedIn(office);
    await other.page.goto(address);
    await total(other.page, "1 listing");
    await other.context.close();
    await page.goBack();
    await total(page, "4 listings");
    await at(page, "#/search?own=true&q=9%20bed%20house%20in%20Leiden");
    await page.getByRole("button", { name: /^Bedrooms: any/ }).click();
    await total(page, "4 listings");
    expect(faults).to.deep.equal([]);
    await context.close();
  });

  it("shows both sides when somebody else changed the listing meanwhile, and loses neither", async () => {
    const { page, faults, context } = await signedIn(office);
    const id = office.ids[1] ?? "";
    await at(page, `#/listings/${id}/edit`);
    await page.getByLabel("Title").fill("Ours");
    await office.plat.updateProperty(id, { price: 123_456 });
    await page.getByRole("button", { name: "Save changes" }).click();
    const dialog = page.getByRole("dialog", { name: "Changed by somebody else" });
    expect(await dialog.getByRole("row", { name: /Price/ }).innerText()).to.include("123456");
    expect(await dialog.getByRole("row", { name: /Title/ }).innerText()).to.include("Ours");
    await dialog.getByRole("button", { name: "Save mine" }).click();
    await page.getByRole("heading", { level: 1, name: "Ours" }).waitFor();
    expect(await office.plat.getProperty(id)).to.include({ title: "Ours", price: 123_456 });
    expect(faults.filter((fault) => !fault.includes("412"))).to.deep.equal([]);
    await context.close();
  });

  it("creates, marks as sold and deletes a listing, and names the field that is wrong", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/listings/new");
    await page.getByLabel("Title").fill("Harbour loft");
    await page.getByLabel("Type", { exact: false }).first().fill("Loft");
    await page.getByLabel("Country").fill("Nowhere");
    await page.getByRole("button", { name: "Create listing" }).click();
    await page.getByText("must be an ISO 3166-1 alpha-2 country code, like US").waitFor();
    await page.getByLabel("Country").fill("NL");
    await page.getByRole("button", { name: "Create listing" }).click();
    await page.getByRole("heading", { level: 1, name: "Harbour loft" }).waitFor();
    await page.getByLabel("Status").selectOption("sold");
    await page.locator(".lead").getByText("sold").waitFor();
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("cell", { name: "sold" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete listing" }).click();
    await page.getByRole("heading", { level: 1, name: "Listings" }).waitFor();
    await page.getByRole("link", { name: "Harbour loft" }).waitFor({ state: "detached" });
    await context.close();
  });

  it("imports a CSV file: good rows are in, refused ones are named and can be saved", async () => {
    const { page, faults, context } = await signedIn(office);
    const csv =
      'id,title,type,beds,price,country\na1,Import one,House,3,"250,000",NL\na2,Import two,House,x,1,NL\na3,Import three,House,2,90000,Nowhere\n';
    await at(page, "#/import");
    await page
      .getByLabel("CSV file")
      .setInputFiles({ name: "homes.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByText("2 rows would be sent, 1 refused before that.").waitFor();
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByText("3 of 3 rows: 1 made, 0 changed, 2 refused.").waitFor();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Report of refused rows" }).click();
    const report = await readFile(await (await saving).path(), "utf8");
    expect(report.split("\r\n").slice(0, 3)).to.deep.equal([
      "line,externalId,field,reason",
      "3,a2,Bedrooms,“x” is not a number",
      '4,a3,address.country,"must be an ISO 3166-1 alpha-2 country code, like US"',
    ]);
    const { data } = await office.plat.listProperties({ fields: ["title", "price"], limit: 1 });
    expect(data).to.deep.equal([{ title: "Import one", price: 250_000 }]);
    expect(faults).to.deep.equal([]);
    await context.close();
  });

  it("shows changes as they happen", async () => {
    const { page, faults, context } = await signedIn(office);
    await at(page, "#/changes");
    await page.getByText("Live").waitFor();
    await office.plat.updateProperty(office.ids[2] ?? "", { title: "Renamed just now", price: 777_000 });
    const first = page.getByRole("list", { name: /Changes/ }).getByRole("listitem");
    await first.filter({ hasText: "Renamed just now" }).first().waitFor();
    expect(faults).to.deep.equal([]);
    await context.close();
  });

  it("calls what has changed by its name, also when no change that is shown tells it", async () => {
    const { plat, email } = await newOrganization(office.system.url, "Busy");
    const house = { propertyType: "House", propertyCategory: "Residential", price: 1 };
    const { id } = await plat.createProperty({ ...house, title: "The first of all" });
    const items = Array.from({ length: 120 }, (_, number) => ({ ...house, title: `Later ${number}` }));
    await plat.batchProperties({ mode: "create", items });
    await plat.updateProperty(id, { price: 2 });
    await eventually(async () =>
      expect((await plat.listEvents({ types: ["property.price_changed"] })).data).to.have.length(1),
    );
    const { page, faults, context } = await signedIn({ ...office, email });
    await at(page, "#/changes");
    const changes = page.getByRole("list", { name: /Changes/ }).getByRole("listitem");
    await changes.filter({ hasText: "price changed" }).filter({ hasText: "The first of all" }).waitFor();
    expect(await changes.filter({ hasText: "The first of all" }).count(), "its creation is not shown").to.equal(1);
    expect(faults).to.deep.equal([]);
    await context.close();
  });

  it("rotates and revokes keys, which are dead at once", async () => {
    const { page, context } = await signedIn(office);
    const { key } = await office.plat.createKey({ name: "old program" });
    await at(page, "#/keys");
    await page.getByRole("button", { name: "Rotate old program" }).click();
    await page.getByLabel("The old key ends").selectOption("0");
    await page.getByRole("button", { name: "Rotate key" }).click();
    const fresh = await page.getByRole("dialog").getByRole("region", { name: "API key" }).innerText();
    await page.getByRole("button", { name: "I have copied it" }).click();
    const statusOf = async (credential: string): Promise<number> =>
      (await fetch(`${office.system.url}/properties/stats/counts`, { headers: { "x-api-key": credential } })).status;
    expect([await statusOf(key), await statusOf(fresh)]).to.deep.equal([401, 200]);
    await page.getByRole("button", { name: "Revoke old program" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await statusOf(fresh)).to.equal(401);
    await context.close();
  });

  it("signs out in every tab of the browser at once", async () => {
    const { page, context } = await signedIn(office);
    const second = await context.newPage();
    await second.goto(`${office.system.url}/dashboard/#/market`);
    await second.getByRole("heading", { name: "Market" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await second.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.evaluate("localStorage.getItem('plat.session')")).to.equal(null);
    await context.close();
  });

  it("says so when the session has ended elsewhere, and goes on where one was", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/settings");
    await page.getByRole("heading", { name: "Organization and branding" }).waitFor();
    const token = await page.evaluate("JSON.parse(localStorage.getItem('plat.session')).token");
    await new Plat({ baseUrl: office.system.url, key: String(token) }).signOut();
    await page.getByRole("link", { name: "Market" }).click();
    await page.getByText("Your session has ended.").waitFor();
    await fillSignIn(page, office.email);
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    await context.close();
  });

  it("counts down when the quota is used up, and then goes on by itself", async () => {
    const gateway = await office.system.service.start("gateway", { RATE_LIMITS: "3/10s" });
    const url = gateway.url ?? "";
    const { page, context } = await visit(office.browser, url);
    await enter(page, office.email, url);
    const elsewhere = new Plat({ baseUrl: url, retries: 0 });
    await elsewhere.signIn({ email: office.email, password });
    const isUsedUp = (): Promise<boolean> =>
      elsewhere.propertyCounts().then(
        () => false,
        (error: unknown) => isPlatError(error, "quota_exceeded"),
      );
    const countdown = page.getByText(/Going on in \d+ s/);
    const found = page.getByRole("status").filter({ hasText: "listings" });
    // The same person uses the quota up elsewhere, and again where some of it was back before the page asked.
    await eventually(
      async () => {
        await page.goto(`${url}/dashboard/#/keys`);
        await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
        await eventually(async () => expect(await isUsedUp()).to.equal(true));
        await page.goto(`${url}/dashboard/#/search?own=true`);
        await countdown.or(found).first().waitFor();
        expect(await countdown.isVisible()).to.equal(true);
      },
      { timeoutMs: 120_000 },
    );
    await found.waitFor();
    await context.close();
    await gateway.stop();
  });

  it("asks for no password where an outside issuer signs people in", async () => {
    const gateway = await office.system.service.start("gateway", {
      SESSION_ISSUER: "https://login.example",
      SESSION_JWKS_URL: "https://login.example/jwks",
      SESSION_AUDIENCE: "plat",
    });
    const url = gateway.url ?? "";
    const { page, context } = await visit(office.browser, url);
    await page.goto(`${url}/dashboard/`);
    await page.getByText("https://login.example").waitFor();
    expect(await page.locator("input[type=password]").count()).to.equal(0);
    await page.getByLabel("Session token").fill(office.plat.session?.token ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Canal Homes" }).waitFor();
    await context.close();
    await gateway.stop();
  });
});
