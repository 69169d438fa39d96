import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOffice } from "./organization-fixture.ts";

describe("listing form", () => {
  const office = useOffice("Mill Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);
  const id = (index: number): string => office.ids[index] ?? "";

  it("change nothing of a listing but what a person changed, whatever its choices are", async () => {
    const before = await office.plat.updateProperty(id(0), {
      listingType: "rent",
      status: "pending",
      pricePeriod: "week",
      areaUnit: "sqft",
      description: "First line\r\nSecond line",
    });
    const { page, context } = await signedIn(office);
    await at(page, `#/listings/${id(0)}/edit`);
    await page.getByLabel("Title").fill("Another title");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Another title" }).waitFor();
    const after = await office.plat.getProperty(id(0));
    expect({ ...after, updatedAt: before.updatedAt, version: before.version }).to.deep.equal({
      ...before,
      title: "Another title",
    });
    await context.close();
  });

  it("name each field that is wrong in its place, an entry of a list by its number, and lead to the first", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/listings/new");
    await page.getByLabel("Title").fill("Mill");
    await page.getByLabel("Type", { exact: false }).first().fill("House");
    await page.getByLabel("Year built").fill("90000");
    await page.getByLabel("Pictures").fill("https://mill.example/1.jpg\nnowhere");
    await page.getByRole("button", { name: "Create listing" }).click();
    await page.getByText("number 2 must be an absolute http or https URL").waitFor();
    await page.getByText("Some fields are not as they should be").waitFor();
    expect(await page.getByText("/media").count()).to.equal(0);
    expect(await page.locator(":focus").getAttribute("name")).to.equal("yearBuilt");
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
});
