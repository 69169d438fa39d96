import type { Page } from "playwright-core";
import { goTo, signedIn, useOrganization } from "./organization-fixture.ts";

describe("listings page", () => {
  const organization = useOrganization("Ferry Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);
  const id = (index: number): string => organization.ids[index] ?? "";

  it("updates relative times while the page stays open", async () => {
    const { page, context } = await signedIn(organization);
    await page.clock.install();
    await page.reload();
    const { updatedAt } = await organization.plat.updateProperty(id(5), { floor: 3 });
    await openPage(page, "#/listings");
    const row = page.getByRole("row", { name: /Canal house 5/ });
    await row.waitFor();
    await page.clock.pauseAt(Date.parse(updatedAt) + 605_000);
    await row.getByText("10 minutes ago").waitFor();
    await context.close();
  });

  it("finds own listings in any status by words", async () => {
    await organization.plat.updateProperty(organization.ids[5] ?? "", { status: "sold" }, { waitForIndex: true });
    const { page, context } = await signedIn(organization);
    await goTo(organization, page, "#/listings");
    await page.getByRole("searchbox", { name: "Search your listings" }).fill("canal house 5");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("link", { name: "Canal house 5" }).waitFor();
    await page.getByRole("status").filter({ hasText: "1 listing" }).waitFor();
    await context.close();
  });
});
