import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOrganization } from "./organization-fixture.ts";

describe("navigation", () => {
  const organization = useOrganization("Beacon Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);

  it("shows an error page for a malformed link and stays usable", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, "#/search?f=%7B%22price%22%3Anull%7D");
    await page.getByRole("heading", { level: 1, name: "This page can’t be displayed" }).waitFor();
    await page.getByRole("link", { name: "Market" }).click();
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    await context.close();
  });

  it("phone: scrolls the current page and the home link into view", async () => {
    const { page, context } = await signedIn(organization, { viewport: { width: 390, height: 860 } });
    await openPage(page, "#/settings");
    await page.getByRole("heading", { name: "Organization and branding" }).waitFor();
    await eventually(async () => {
      const box = await page.getByRole("link", { name: "Settings" }).boundingBox();
      expect(box?.x).to.be.within(0, 390 - (box?.width ?? 0));
    });
    await openPage(page, "#/");
    await eventually(async () => {
      const box = await page.locator(".brand img").boundingBox();
      expect([box?.width, (box?.x ?? -1) >= 0]).to.deep.equal([28, true]);
    });
    await context.close();
  });
});
