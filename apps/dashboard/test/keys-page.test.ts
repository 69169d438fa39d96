import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, held, signedIn, useOffice } from "./organization-fixture.ts";

describe("API keys page", () => {
  const office = useOffice("Bridge Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);

  it("rotates and revokes keys, which are dead at once", async () => {
    const { page, context } = await signedIn(office);
    const { key } = await office.plat.createKey({ name: "old program" });
    await at(page, "#/keys");
    await page.getByRole("button", { name: "Rotate old program" }).click();
    await page.getByLabel("The old key ends").selectOption("0");
    await page.getByRole("button", { name: "Rotate key" }).click();
    const fresh = await page.getByRole("dialog").getByRole("region", { name: "API key" }).innerText();
    await page.getByRole("button", { name: "I have copied it" }).click();
    const statusOf = async (credential: string): Promise<number> =>
      (await fetch(`${office.system.url}/properties/stats/counts`, { headers: { "x-api-key": credential } })).status;
    expect([await statusOf(key), await statusOf(fresh)]).to.deep.equal([401, 200]);
    await page.getByRole("button", { name: "Revoke old program" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await statusOf(fresh)).to.equal(401);
    await context.close();
  });

  it("shows a key that was made although its dialog was closed meanwhile", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/keys");
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByLabel("Name").fill("in a hurry");
    const making = await held(page, "**/api-keys", (route) => route.request().method() === "POST");
    await page.getByRole("button", { name: "Create key" }).click();
    await making.arrived();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await making.letGo();
    await page.getByRole("dialog", { name: "Your new API key" }).waitFor();
    await context.close();
  });
});
