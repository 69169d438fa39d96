import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOrganization } from "./organization-fixture.ts";

describe("listing page", () => {
  const organization = useOrganization("Polder Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);
  const id = (index: number): string => organization.ids[index] ?? "";

  it("gallery: shows the other images after one that fails to load", async () => {
    const { page, context } = await signedIn(organization);
    const names = ["none.png", ...Array.from({ length: 9 }, (_, index) => `icon.svg?${index}`)];
    const media = names.map((name) => ({
      url: `${organization.system.url}/dashboard/${name}`,
      kind: "image" as const,
    }));
    await organization.plat.updateProperty(id(3), { media });
    await openPage(page, `#/listings/${id(3)}`);
    await page.locator(".gallery > .image-placeholder").waitFor();
    await page.getByRole("button", { name: "Image 10" }).click();
    await page.locator(".gallery > img").waitFor();
    await context.close();
  });

  it("shows the publication date independently of the time zone", async () => {
    await organization.plat.updateProperty(id(4), { publishedAt: "2026-05-01" });
    const { page, context } = await signedIn(organization, { timezoneId: "America/Los_Angeles" });
    await openPage(page, `#/listings/${id(4)}`);
    await page.getByText("1 May 2026", { exact: true }).waitFor();
    await openPage(page, `#/listings/${id(4)}/edit`);
    expect(await page.getByLabel("Published").inputValue()).to.equal("2026-05-01");
    await context.close();
  });

  it("shows an error if the listing is deleted before its latest version is loaded", async () => {
    const { page, context } = await signedIn(organization);
    const deleted = await organization.plat.createProperty({
      title: "Deleted",
      propertyType: "House",
      propertyCategory: "Residential",
    });
    await openPage(page, `#/listings/${deleted.id}`);
    await page.getByRole("heading", { level: 1, name: "Deleted" }).waitFor();
    await organization.plat.updateProperty(deleted.id, { price: 1 });
    await page.getByLabel("Status").selectOption("sold");
    await page.getByText("Changed by another user").waitFor();
    await organization.plat.deleteProperty(deleted.id);
    await page.getByRole("button", { name: "Load latest version" }).click();
    await page.getByRole("alert").filter({ hasText: "Not found" }).waitFor();
    await context.close();
  });

  it("ads: loads further pages, and edits and deletes an ad in place", async () => {
    for (let index = 0; index < 30; index++) await organization.plat.createAd(id(1), { headline: `Ad ${index}` });
    const { page, problems, context } = await signedIn(organization);
    await openPage(page, `#/listings/${id(1)}?tab=ads`);
    const ads = page.locator(".ads > li");
    await page.getByText("Showing the first 25.").waitFor();
    expect(await ads.count()).to.equal(25);
    await page.getByRole("button", { name: "Show more" }).click();
    await ads.nth(29).waitFor();
    expect(await ads.last().innerText()).to.include("Ad 0");
    expect(await page.getByRole("button", { name: "Show more" }).count()).to.equal(0);
    await page.getByRole("button", { name: "Edit Ad 0" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit ad" });
    await dialog.getByLabel("Headline").fill("First ad");
    await dialog.getByLabel("End date").fill("2031-05-01");
    await dialog.getByLabel("Target URL").fill("nowhere");
    await dialog.getByRole("button", { name: "Save ad" }).click();
    await dialog.locator(".field-error").waitFor();
    await dialog.getByLabel("Target URL").fill("https://mill.example/");
    await dialog.getByRole("button", { name: "Save ad" }).click();
    await ads.last().getByText("until 1 May 2031").waitFor();
    await page.getByLabel("Status of First ad").selectOption("paused");
    await page.getByRole("button", { name: "Delete Ad 1", exact: true }).click();
    await page.getByRole("button", { name: "Delete ad", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await ads.count()).to.equal(29);
    const remaining = await Array.fromAsync(organization.plat.listAdsAll(id(1)));
    expect(remaining.at(-1)).to.include({
      headline: "First ad",
      status: "paused",
      endsAt: "2031-05-01T23:59:59.999Z",
    });
    expect(remaining.some(({ headline }) => headline === "Ad 1")).to.equal(false);
    expect(problems.filter((problem) => !problem.includes("400"))).to.deep.equal([]);
    await context.close();
  });
});
