import { Plat } from "@plat/client";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { fillSignIn, goTo, held, signedIn, total, useOffice } from "./organization-fixture.ts";
import { untilShown } from "./system.ts";

describe("the dashboard when things go another way than planned", () => {
  const office = useOffice("Tulip Homes");
  before(async () => {
    const more = Array.from({ length: 18 }, (_, index) => ({
      title: `Row ${index}`,
      propertyType: "House",
      propertyCategory: "Residential",
      price: 1000 + index,
    }));
    await office.plat.batchProperties({ mode: "create", items: more }, { waitForIndex: true });
    await untilShown(office.plat, office.ids.length + more.length);
  });

  const at = (page: Page, hash: string) => goTo(office, page, hash);
  const id = (index: number): string => office.ids[index] ?? "";

  it("leaves the rest standing when a link holds what no page can show", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/search?f=%7B%22price%22%3Anull%7D");
    await page.getByRole("heading", { level: 1, name: "This page cannot be shown" }).waitFor();
    await page.getByRole("link", { name: "Market" }).click();
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    await context.close();
  });

  it("saves settings and says so, keeps what was typed when somebody else saved first, and shows the new name", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/settings");
    await page.getByLabel("Display name").fill("Tulip");
    await office.plat.updateOrganization({ defaultCurrency: "EUR" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Somebody else has changed the organization meanwhile.").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    const saved = await office.plat.getOrganization();
    expect([saved.branding.displayName, saved.defaultCurrency]).to.deep.equal(["Tulip", "EUR"]);
    expect(await page.getByLabel("Default currency").inputValue()).to.equal("EUR");
    await page.getByLabel("Name", { exact: true }).fill("Tulip and Co");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await page.getByRole("complementary").getByText("Tulip and Co").waitFor();
    await context.close();
  });

  it("keeps what was typed when the session has ended, and goes on with it after signing in again", async () => {
    const { page, context } = await signedIn(office);
    await at(page, `#/listings/${id(8)}/edit`);
    await page.getByLabel("Title").fill("Typed before the end");
    const token = await page.evaluate("JSON.parse(localStorage.getItem('plat.session')).token");
    await new Plat({ baseUrl: office.system.url, key: String(token) }).signOut();
    await page.getByRole("button", { name: "Save changes" }).click();
    const again = page.getByRole("dialog", { name: "Sign in" });
    await again.getByText("Your session has ended.").waitFor();
    await page.keyboard.press("Escape");
    await fillSignIn(page, office.email);
    expect(await page.getByLabel("Title").inputValue()).to.equal("Typed before the end");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Typed before the end" }).waitFor();
    await context.close();
  });

  it("does not put a further page of an earlier search below a later one", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/search?own=true");
    await total(page, "30 listings");
    const further = await held(page, "**/properties/search", (route) =>
      (route.request().postData() ?? "").includes("cursor"),
    );
    await page.getByRole("button", { name: "Show more" }).click();
    await further.arrived();
    await page.getByLabel("Order").selectOption("price");
    await page.locator(".hit").first().filter({ hasText: "Row 0" }).waitFor();
    await further.letGo();
    expect(await page.locator(".hit").count()).to.equal(20);
    expect(await page.locator(".hit").first().innerText()).to.include("Row 0");
    await context.close();
  });

  it("offers no names any more once the search has been sent", async () => {
    const { page, context } = await signedIn(office);
    const names = await held(page, "**/properties/aggregations");
    await at(page, "#/search");
    const box = page.getByRole("combobox", { name: "What are you looking for?" });
    await box.fill("flat in val");
    await names.arrived();
    await box.press("Enter");
    await names.letGo();
    expect(await page.getByRole("option", { name: /Valencia/ }).count()).to.equal(0);
    await context.close();
  });

  it("asks again when the same search is sent again", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/search?own=true&q=studio");
    await page.getByRole("heading", { name: "Nothing fits all of that" }).waitFor();
    const studio = { title: "New studio", propertyType: "Studio", propertyCategory: "Residential" };
    const { total: before } = await office.plat.search({ filterByOrganization: true, limit: 1 });
    const made = await office.plat.createProperty(studio, { waitForIndex: true });
    await untilShown(office.plat, before.value + 1);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("link", { name: "New studio" }).waitFor();
    await office.plat.deleteProperty(made.id, { waitForIndex: true });
    await context.close();
  });

  it("goes on importing while other pages are looked at, and has the report afterwards", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/import");
    const file = (text: string) => ({ name: "homes.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    const input = page.getByLabel("CSV file");
    await input.setInputFiles(file("title,type\n"));
    await page.getByText("The file has no row below its header.").waitFor();
    // A browser says nothing when the file is chosen that is chosen already.
    await eventually(async () => expect(await input.inputValue()).to.equal(""));
    await input.setInputFiles(file("id,title,type,price\ni1,One,House,1\n"));
    const sending = await held(page, "**/properties/batch");
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await sending.arrived();
    await page.getByRole("link", { name: "Market" }).click();
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    await sending.letGo();
    await page.getByRole("link", { name: "Import" }).click();
    await page.getByText("1 of 1 row: 1 made, 0 changed, 0 refused.").waitFor();
    await page.getByRole("button", { name: "Another file" }).click();
    await input.waitFor();
    await context.close();
  });

  it("shows every picture of a listing, also after one that cannot be loaded", async () => {
    const { page, context } = await signedIn(office);
    const names = ["none.png", ...Array.from({ length: 9 }, (_, index) => `icon.svg?${index}`)];
    const media = names.map((name) => ({ url: `${office.system.url}/dashboard/${name}`, kind: "image" as const }));
    await office.plat.updateProperty(id(3), { media });
    await at(page, `#/listings/${id(3)}`);
    await page.locator(".gallery > .picture-none").waitFor();
    await page.getByRole("button", { name: "Picture 10" }).click();
    await page.locator(".gallery > img").waitFor();
    await context.close();
  });

  it("shows the day of publication as it was given, wherever one sits", async () => {
    await office.plat.updateProperty(id(4), { publishedAt: "2026-05-01" });
    const { page, context } = await signedIn(office, { timezoneId: "America/Los_Angeles" });
    await at(page, `#/listings/${id(4)}`);
    await page.getByText("1 May 2026", { exact: true }).waitFor();
    await at(page, `#/listings/${id(4)}/edit`);
    expect(await page.getByLabel("Published").inputValue()).to.equal("2026-05-01");
    await context.close();
  });

  it("has the room one is in, and the way to the start, in sight on a phone", async () => {
    const { page, context } = await signedIn(office, { viewport: { width: 390, height: 860 } });
    await at(page, "#/settings");
    await page.getByRole("heading", { name: "Organization and branding" }).waitFor();
    await eventually(async () => {
      const box = await page.getByRole("link", { name: "Settings" }).boundingBox();
      expect(box?.x).to.be.within(0, 390 - (box?.width ?? 0));
    });
    await at(page, "#/");
    await eventually(async () => {
      const box = await page.locator(".brand img").boundingBox();
      expect([box?.width, (box?.x ?? -1) >= 0]).to.deep.equal([28, true]);
    });
    await context.close();
  });

  it("keeps saying how long ago something was while the page stays open", async () => {
    const { page, context } = await signedIn(office);
    await page.clock.install();
    await page.reload();
    const { updatedAt } = await office.plat.updateProperty(id(5), { floor: 3 });
    await at(page, "#/listings");
    const row = page.getByRole("row", { name: /Canal house 5/ });
    await row.waitFor();
    await page.clock.pauseAt(Date.parse(updatedAt) + 605_000);
    await row.getByText("10 minutes ago").waitFor();
    await context.close();
  });

  it("promises no second try of a change that a rate limit refused, for it makes none", async () => {
    await office.plat.createAd(id(6), { headline: "Open day" });
    const { page, context } = await signedIn(office);
    await page.route("**/ads/*", (route) =>
      route.fulfill({
        status: 429,
        contentType: "application/problem+json",
        headers: { "retry-after": "30" },
        body: JSON.stringify({ code: "quota_exceeded", status: 429, title: "x", detail: "Too many.", requestId: "r" }),
      }),
    );
    await at(page, `#/listings/${id(6)}?tab=ads`);
    await page.getByLabel("Status of Open day").selectOption("paused");
    const alert = page.getByRole("alert").filter({ hasText: "The rate limit is reached" });
    await alert.waitFor();
    expect(await alert.innerText()).to.not.include("Going on");
    expect(await page.getByLabel("Status of Open day").inputValue()).to.equal("active");
    await context.close();
  });

  it("shows a key that was made although its dialog was closed meanwhile", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/keys");
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByLabel("Name").fill("in a hurry");
    const making = await held(page, "**/api-keys", (route) => route.request().method() === "POST");
    await page.getByRole("button", { name: "Create key" }).click();
    await making.arrived();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await making.letGo();
    await page.getByRole("dialog", { name: "Your new API key" }).waitFor();
    await context.close();
  });

  it("says so when a listing is gone that is to be shown as it is now", async () => {
    const { page, context } = await signedIn(office);
    const gone = await office.plat.createProperty({
      title: "Gone",
      propertyType: "House",
      propertyCategory: "Residential",
    });
    await at(page, `#/listings/${gone.id}`);
    await page.getByRole("heading", { level: 1, name: "Gone" }).waitFor();
    await office.plat.updateProperty(gone.id, { price: 1 });
    await page.getByLabel("Status").selectOption("sold");
    await page.getByText("Changed by somebody else").waitFor();
    await office.plat.deleteProperty(gone.id);
    await page.getByRole("button", { name: "Show it" }).click();
    await page.getByRole("alert").filter({ hasText: "There is no such thing" }).waitFor();
    await context.close();
  });
});
