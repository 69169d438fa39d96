import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOffice } from "./organization-fixture.ts";

describe("listing page", () => {
  const office = useOffice("Polder Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);
  const id = (index: number): string => office.ids[index] ?? "";

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

  it("show all ads page by page, and change and remove one where it stands", async () => {
    for (let index = 0; index < 30; index++) await office.plat.createAd(id(1), { headline: `Ad ${index}` });
    const { page, faults, context } = await signedIn(office);
    await at(page, `#/listings/${id(1)}?tab=ads`);
    const ads = page.locator(".ads > li");
    await page.getByText("The first 25 are shown; there are more.").waitFor();
    expect(await ads.count()).to.equal(25);
    await page.getByRole("button", { name: "Show more" }).click();
    await ads.nth(29).waitFor();
    expect(await ads.last().innerText()).to.include("Ad 0");
    expect(await page.getByRole("button", { name: "Show more" }).count()).to.equal(0);
    await page.getByRole("button", { name: "Edit Ad 0" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit ad" });
    await dialog.getByLabel("Headline").fill("First of all");
    await dialog.getByLabel("Ends").fill("2031-05-01");
    await dialog.getByLabel("Leads to").fill("nowhere");
    await dialog.getByRole("button", { name: "Save ad" }).click();
    await dialog.locator(".field-error").waitFor();
    await dialog.getByLabel("Leads to").fill("https://mill.example/");
    await dialog.getByRole("button", { name: "Save ad" }).click();
    await ads.last().getByText("until 1 May 2031").waitFor();
    await page.getByLabel("Status of First of all").selectOption("paused");
    await page.getByRole("button", { name: "Delete Ad 1", exact: true }).click();
    await page.getByRole("button", { name: "Delete ad", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await ads.count()).to.equal(29);
    const kept = await Array.fromAsync(office.plat.listAdsAll(id(1)));
    expect(kept.at(-1)).to.include({ headline: "First of all", status: "paused", endsAt: "2031-05-01T23:59:59.999Z" });
    expect(kept.some(({ headline }) => headline === "Ad 1")).to.equal(false);
    expect(faults.filter((fault) => !fault.includes("400"))).to.deep.equal([]);
    await context.close();
  });
});
