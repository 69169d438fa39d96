import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOrganization } from "./organization-fixture.ts";

describe("listing form", () => {
  const organization = useOrganization("Mill Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);
  const id = (index: number): string => organization.ids[index] ?? "";

  it("edit: changes only the fields that the user changed", async () => {
    const before = await organization.plat.updateProperty(id(0), {
      listingType: "rent",
      status: "pending",
      pricePeriod: "week",
      areaUnit: "sqft",
      description: "First line\r\nSecond line",
    });
    const { page, context } = await signedIn(organization);
    await openPage(page, `#/listings/${id(0)}/edit`);
    await page.getByLabel("Title").fill("Another title");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Another title" }).waitFor();
    const after = await organization.plat.getProperty(id(0));
    expect({ ...after, updatedAt: before.updatedAt, version: before.version }).to.deep.equal({
      ...before,
      title: "Another title",
    });
    await context.close();
  });

  it("create: shows validation errors next to their fields and focuses the first one", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, "#/listings/new");
    await page.getByLabel("Title").fill("Mill");
    await page.getByLabel("Type", { exact: false }).first().fill("House");
    await page.getByLabel("Year built").fill("90000");
    await page.getByLabel("Images").fill("https://mill.example/1.jpg\nnowhere");
    await page.getByRole("button", { name: "Create listing" }).click();
    await page.getByText("Item 2 must be an absolute http or https URL").waitFor();
    await page.getByText("Some fields are invalid").waitFor();
    expect(await page.getByText("/media").count()).to.equal(0);
    expect(await page.locator(":focus").getAttribute("name")).to.equal("yearBuilt");
    await context.close();
  });

  it("edit: resolves a conflict with another user without losing either change", async () => {
    const { page, problems, context } = await signedIn(organization);
    const listingId = id(1);
    await openPage(page, `#/listings/${listingId}/edit`);
    await page.getByLabel("Title").fill("My title");
    await organization.plat.updateProperty(listingId, { price: 123_456 });
    await page.getByRole("button", { name: "Save changes" }).click();
    const dialog = page.getByRole("dialog", { name: "Changed by another user" });
    expect(await dialog.getByRole("row", { name: /Price/ }).innerText()).to.include("123456");
    expect(await dialog.getByRole("row", { name: /Title/ }).innerText()).to.include("My title");
    await dialog.getByRole("button", { name: "Save my changes" }).click();
    await page.getByRole("heading", { level: 1, name: "My title" }).waitFor();
    expect(await organization.plat.getProperty(listingId)).to.include({ title: "My title", price: 123_456 });
    expect(problems.filter((problem) => !problem.includes("412"))).to.deep.equal([]);
    await context.close();
  });

  it("creates a listing after a validation error, marks it as sold and deletes it", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, "#/listings/new");
    await page.getByLabel("Title").fill("Harbour loft");
    await page.getByLabel("Type", { exact: false }).first().fill("Loft");
    await page.getByLabel("Country").fill("Nowhere");
    await page.getByRole("button", { name: "Create listing" }).click();
    await page.getByText("must be an ISO 3166-1 alpha-2 code, for example `US`").waitFor();
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
});
