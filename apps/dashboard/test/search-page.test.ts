import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, held, signedIn, total, useOffice } from "./organization-fixture.ts";
import { untilShown } from "./system.ts";

describe("search page", () => {
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

  it("leave the filters of a search as they are when none is changed", async () => {
    const { page, context } = await signedIn(office);
    const filters = {
      listingType: "rent",
      status: ["sold", "rented"],
      price: { max: 1200, period: "week" },
      area: { min: 10, unit: "sqft" },
    };
    await at(page, `#/search?f=${encodeURIComponent(JSON.stringify(filters))}`);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const asked = new URLSearchParams(page.url().split("?")[1]).get("f");
    expect(JSON.parse(asked ?? "")).to.deep.equal(filters);
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
});

describe("search page with more than one page of results", () => {
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
});
