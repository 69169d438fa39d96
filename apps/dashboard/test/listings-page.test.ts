import type { Page } from "playwright-core";
import { goTo, signedIn, useOffice } from "./organization-fixture.ts";

describe("listings page", () => {
  const office = useOffice("Ferry Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);
  const id = (index: number): string => office.ids[index] ?? "";

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
