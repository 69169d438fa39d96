import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOrganization } from "./organization-fixture.ts";

/** Returns the column names of the cells that are cut off or need horizontal scrolling. */
const clippedCells = `[...document.querySelectorAll("td")]
  .filter((cell) => {
    const box = cell.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth || cell.scrollWidth > cell.clientWidth + 1;
  })
  .map((cell) => cell.dataset.label)`;

describe("tables on a narrow screen", () => {
  const organization = useOrganization("Pocket Homes");
  before(async () => {
    const { plat, ids } = organization;
    await plat.createKey({ name: "a website with quite a long name", scopes: ["read"] });
    await plat.createAgent({
      name: "Ada Haven",
      email: "a.rather.long.address@pocket-homes.example",
      phone: "+31 71 555",
    });
    await plat.updateProperty(ids[0] ?? "", { price: 195_000 }, { waitForIndex: true });
  });

  const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });

  it("show every value with its column name and can be sorted", async () => {
    const { page, context } = await signedIn(organization, { viewport: { width: 390, height: 844 } });
    const clipped: string[] = [];
    for (const hash of ["market", "listings", "keys", "agents", `listings/${organization.ids[0]}?tab=history`]) {
      await goTo(organization, page, `#/${hash}`);
      await rows(page).first().waitFor();
      for (const name of await page.evaluate<string[]>(clippedCells)) clipped.push(`${hash}: ${name}`);
    }
    expect(clipped).to.deep.equal([]);
    await goTo(organization, page, "#/market");
    await page.getByRole("button", { name: "My organization" }).click();
    await rows(page).first().filter({ hasText: "Valencia" }).waitFor();
    const shown = await page.evaluate<string>(
      `getComputedStyle(document.querySelector("td[data-label=Listings]"), "::before").content`,
    );
    expect(shown).to.include("Listings");
    await page.getByRole("table").getByRole("button", { name: "city" }).click();
    await rows(page).first().filter({ hasText: "Leiden" }).waitFor();
    await context.close();
  });
});
