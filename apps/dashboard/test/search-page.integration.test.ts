import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, holdRequests, signedIn, waitForTotal, useOrganization } from "./organization-fixture.ts";
import { untilSearchable } from "./system.ts";

describe("search page", () => {
  const organization = useOrganization("Canal Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);

  it("updates a search with chips, facets, filters and suggestions and stores it in the URL", async () => {
    const { page, problems, context } = await signedIn(organization);
    await openPage(page, "#/search?own=true");
    await waitForTotal(page, "12 listings");
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
    await waitForTotal(page, "4 listings");
    await page.getByText("Corrected aparment to apartment.").waitFor();
    await page.getByText("Details", { exact: true }).click();
    await page.getByRole("row", { name: "2 bed bedrooms rooms" }).waitFor();
    await page.getByRole("button", { name: "Remove Bedrooms: 2" }).click();
    await waitForTotal(page, "8 listings");
    expect(await box.inputValue()).to.equal("aparment in Valencia");
    await page.getByRole("checkbox", { name: /El Carmen/ }).check();
    await waitForTotal(page, "4 listings");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Price, maximum").fill("215000");
    await page.getByRole("button", { name: "Apply" }).click();
    await waitForTotal(page, "1 listing");
    const address = page.url();
    const other = await signedIn(organization);
    await other.page.goto(address);
    await waitForTotal(other.page, "1 listing");
    await other.context.close();
    await page.goBack();
    await waitForTotal(page, "4 listings");
    await openPage(page, "#/search?own=true&q=9%20bed%20house%20in%20Leiden");
    await page.getByRole("button", { name: /^Bedrooms: any/ }).click();
    await waitForTotal(page, "4 listings");
    expect(problems).to.deep.equal([]);
    await context.close();
  });

  it("shows the place from which the distance of a near query is measured", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, `#/search?own=true&q=${encodeURIComponent("flat near Ruzafa")}`);
    await page.getByText("Distance measured from the centre of Ruzafa (39.4617, -0.3735).").waitFor();
    await context.close();
  });

  it("shows a chip per group of alternative features, which removes the group", async () => {
    const { page, context } = await signedIn(organization);
    const filters = { anyFeatures: [["sea_view", "helipad"], ["moat"]] };
    await openPage(page, `#/search?own=true&f=${encodeURIComponent(JSON.stringify(filters))}`);
    await page.getByRole("button", { name: "Remove With: moat" }).click();
    await page.getByRole("button", { name: "Remove With: sea view or helipad" }).click();
    await waitForTotal(page, "12 listings");
    await context.close();
  });

  it("filters dialog: applies unchanged filters without changing them", async () => {
    const { page, context } = await signedIn(organization);
    const filters = {
      listingType: "rent",
      status: ["sold", "rented"],
      price: { max: 1200, period: "week" },
      area: { min: 10, unit: "sqft" },
      anyFeatures: [["pool", "sea_view"], ["lift"]],
    };
    await openPage(page, `#/search?f=${encodeURIComponent(JSON.stringify(filters))}`);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const applied = new URLSearchParams(page.url().split("?")[1]).get("f");
    expect(JSON.parse(applied ?? "")).to.deep.equal(filters);
    await context.close();
  });

  it("completions: discards a response that arrives after the search was sent", async () => {
    const { page, context } = await signedIn(organization);
    const completions = await holdRequests(page, "**/properties/aggregations");
    await openPage(page, "#/search");
    const box = page.getByRole("combobox", { name: "What are you looking for?" });
    await box.fill("flat in val");
    await completions.arrived();
    await box.press("Enter");
    await completions.release();
    expect(await page.getByRole("option", { name: /Valencia/ }).count()).to.equal(0);
    await context.close();
  });

  it("reloads the results if the same search is sent again", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, "#/search?own=true&q=studio");
    await page.getByRole("heading", { name: "No matching listings" }).waitFor();
    const studio = { title: "New studio", propertyType: "Studio", propertyCategory: "Residential" };
    const { total: before } = await organization.plat.search({ filterByOrganization: true, limit: 1 });
    const created = await organization.plat.createProperty(studio, { waitForIndex: true });
    await untilSearchable(organization.plat, before.value + 1);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("link", { name: "New studio" }).waitFor();
    await organization.plat.deleteProperty(created.id, { waitForIndex: true });
    await context.close();
  });
});

describe("search page with more than one page of results", () => {
  const organization = useOrganization("Tulip Homes");
  before(async () => {
    const more = Array.from({ length: 18 }, (_, index) => ({
      title: `Row ${index}`,
      propertyType: "House",
      propertyCategory: "Residential",
      price: 1000 + index,
    }));
    await organization.plat.batchProperties({ mode: "create", items: more }, { waitForIndex: true });
    await untilSearchable(organization.plat, organization.ids.length + more.length);
  });
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);

  it("discards a further page of a previous search", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, "#/search?own=true");
    await waitForTotal(page, "30 listings");
    const nextPage = await holdRequests(page, "**/properties/search", (route) =>
      (route.request().postData() ?? "").includes("cursor"),
    );
    await page.getByRole("button", { name: "Show more" }).click();
    await nextPage.arrived();
    await page.getByLabel("Sort by").selectOption("price");
    await page.locator(".hit").first().filter({ hasText: "Row 0" }).waitFor();
    await nextPage.release();
    expect(await page.locator(".hit").count()).to.equal(20);
    expect(await page.locator(".hit").first().innerText()).to.include("Row 0");
    await context.close();
  });
});
