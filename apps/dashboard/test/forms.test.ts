import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOffice } from "./organization-fixture.ts";

describe("forms and lists of a listing", () => {
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

describe("agents", () => {
  const office = useOffice("Lock Homes");

  it("are made, given a listing, shown with it, changed and deleted; the listing stays", async () => {
    const { page, faults, context } = await signedIn(office);
    await goTo(office, page, "#/agents");
    await page.getByRole("heading", { name: "No agent yet" }).waitFor();
    await page.getByRole("button", { name: "New agent" }).first().click();
    const making = page.getByRole("dialog", { name: "New agent" });
    await making.getByLabel("Name").fill("Ada Haven");
    await making.getByLabel("E-mail").fill("nowhere");
    await making.getByRole("button", { name: "Create agent" }).click();
    await making.locator(".field-error").waitFor();
    await making.getByLabel("E-mail").fill("ada@lock.example");
    await making.getByLabel("Languages").fill("en, nl");
    await making.getByRole("button", { name: "Create agent" }).click();
    await page.getByRole("row", { name: /Ada Haven.*en, nl/ }).waitFor();

    const id = office.ids[0] ?? "";
    await goTo(office, page, `#/listings/${id}/edit`);
    await page.getByLabel("Agent").selectOption("Ada Haven");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("ada@lock.example").waitFor();
    await goTo(office, page, "#/agents");
    await page
      .getByRole("row", { name: /Ada Haven/ })
      .getByRole("link", { name: "1" })
      .click();
    await page.getByText("Only those of Ada Haven.").waitFor();
    await page.getByRole("link", { name: "Flat with a terrace 0" }).waitFor();
    expect(await page.getByRole("row").count()).to.equal(2);

    await goTo(office, page, "#/agents");
    await page.getByRole("button", { name: "Edit Ada Haven" }).click();
    await page.getByRole("dialog").getByLabel("Telephone").fill("+31 71 555 0100");
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByRole("cell", { name: "+31 71 555 0100" }).waitFor();
    await page.getByRole("button", { name: "Delete Ada Haven" }).click();
    await page.getByRole("button", { name: "Delete agent" }).click();
    await page.getByRole("heading", { name: "No agent yet" }).waitFor();
    expect(await office.plat.getProperty(id)).to.include({ title: "Flat with a terrace 0" });
    expect(faults.filter((fault) => !fault.includes("400"))).to.deep.equal([]);
    await context.close();
  });

  it("find their listings by words, whatever their status is", async () => {
    await office.plat.updateProperty(office.ids[5] ?? "", { status: "sold" }, { waitForIndex: true });
    const { page, context } = await signedIn(office);
    await goTo(office, page, "#/listings");
    await page.getByRole("searchbox", { name: "Words of a listing" }).fill("canal house 5");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("link", { name: "Canal house 5" }).waitFor();
    await page.getByRole("status").filter({ hasText: "1 listing" }).waitFor();
    await context.close();
  });
});
