import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOffice } from "./organization-fixture.ts";

/** Cells that a person would have to scroll sideways to see, by the names of their columns. */
const cutOff = `[...document.querySelectorAll("td")]
  .filter((cell) => {
    const box = cell.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth || cell.scrollWidth > cell.clientWidth + 1;
  })
  .map((cell) => cell.dataset.label)`;

describe("tables on a phone", () => {
  const office = useOffice("Pocket Homes");
  before(async () => {
    const { plat, ids } = office;
    await plat.createKey({ name: "a website with quite a long name of its own", scopes: ["read"] });
    await plat.createAgent({
      name: "Ada Haven",
      email: "a.rather.long.address@pocket-homes.example",
      phone: "+31 71 555",
    });
    await plat.updateProperty(ids[0] ?? "", { price: 195_000 }, { waitForIndex: true });
  });

  const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });

  it("show every value with the name of its column, and can be ordered", async () => {
    const { page, context } = await signedIn(office, { viewport: { width: 390, height: 844 } });
    const cut: string[] = [];
    for (const hash of ["market", "listings", "keys", "agents", `listings/${office.ids[0]}?tab=history`]) {
      await goTo(office, page, `#/${hash}`);
      await rows(page).first().waitFor();
      for (const name of await page.evaluate<string[]>(cutOff)) cut.push(`${hash}: ${name}`);
    }
    expect(cut).to.deep.equal([]);
    await goTo(office, page, "#/market");
    await page.getByRole("button", { name: "Ours" }).click();
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
