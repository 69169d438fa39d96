import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOffice } from "./organization-fixture.ts";

describe("settings page", () => {
  const office = useOffice("Dune Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);

  it("saves settings and says so, keeps what was typed when somebody else saved first, and shows the new name", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/settings");
    await page.getByLabel("Display name").fill("Tulip");
    await office.plat.updateOrganization({ defaultCurrency: "EUR" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Somebody else has changed the organization meanwhile.").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    const saved = await office.plat.getOrganization();
    expect([saved.branding.displayName, saved.defaultCurrency]).to.deep.equal(["Tulip", "EUR"]);
    expect(await page.getByLabel("Default currency").inputValue()).to.equal("EUR");
    await page.getByLabel("Name", { exact: true }).fill("Tulip and Co");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await page.getByRole("complementary").getByText("Tulip and Co").waitFor();
    await context.close();
  });
});
