import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, signedIn, useOffice } from "./organization-fixture.ts";

describe("navigation", () => {
  const office = useOffice("Beacon Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);

  it("leaves the rest standing when a link holds what no page can show", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/search?f=%7B%22price%22%3Anull%7D");
    await page.getByRole("heading", { level: 1, name: "This page cannot be shown" }).waitFor();
    await page.getByRole("link", { name: "Market" }).click();
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    await context.close();
  });

  it("has the room one is in, and the way to the start, in sight on a phone", async () => {
    const { page, context } = await signedIn(office, { viewport: { width: 390, height: 860 } });
    await at(page, "#/settings");
    await page.getByRole("heading", { name: "Organization and branding" }).waitFor();
    await eventually(async () => {
      const box = await page.getByRole("link", { name: "Settings" }).boundingBox();
      expect(box?.x).to.be.within(0, 390 - (box?.width ?? 0));
    });
    await at(page, "#/");
    await eventually(async () => {
      const box = await page.locator(".brand img").boundingBox();
      expect([box?.width, (box?.x ?? -1) >= 0]).to.deep.equal([28, true]);
    });
    await context.close();
  });
});
