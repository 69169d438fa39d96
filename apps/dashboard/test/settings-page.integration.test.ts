import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOrganization } from "./organization-fixture.ts";

describe("settings page", () => {
  const organization = useOrganization("Dune Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);

  it("saves settings, retains the input on a conflict with another user, and updates the name in the navigation", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, "#/settings");
    await page.getByLabel("Display name").fill("Tulip");
    await organization.plat.updateOrganization({ defaultCurrency: "EUR" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Another user changed these settings.").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    const saved = await organization.plat.getOrganization();
    expect([saved.branding.displayName, saved.defaultCurrency]).to.deep.equal(["Tulip", "EUR"]);
    expect(await page.getByLabel("Default currency").inputValue()).to.equal("EUR");
    await page.getByLabel("Name", { exact: true }).fill("Tulip and Co");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await page.getByRole("complementary").getByText("Tulip and Co").waitFor();
    await context.close();
  });
});
