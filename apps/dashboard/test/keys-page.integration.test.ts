import { expect } from "chai";
import type { Page } from "playwright-core";
import { goTo, holdRequests, signedIn, useOrganization } from "./organization-fixture.ts";

describe("API keys page", () => {
  const organization = useOrganization("Bridge Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);

  it("rotates and revokes keys, which the API rejects immediately", async () => {
    const { page, context } = await signedIn(organization);
    const { key } = await organization.plat.createKey({ name: "old program" });
    await openPage(page, "#/keys");
    await page.getByRole("button", { name: "Rotate old program" }).click();
    await page.getByLabel("Old key expires").selectOption("0");
    await page.getByRole("button", { name: "Rotate key" }).click();
    const replacement = await page.getByRole("dialog").getByRole("region", { name: "API key" }).innerText();
    await page.getByRole("button", { name: "Done" }).click();
    const statusOf = async (credential: string): Promise<number> =>
      (await fetch(`${organization.system.url}/properties/stats/counts`, { headers: { "x-api-key": credential } }))
        .status;
    expect([await statusOf(key), await statusOf(replacement)]).to.deep.equal([401, 200]);
    await page.getByRole("button", { name: "Revoke old program" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await statusOf(replacement)).to.equal(401);
    await context.close();
  });

  it("shows a created key if its dialog was closed before the response", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, "#/keys");
    await page.getByRole("button", { name: "New API key" }).first().click();
    await page.getByLabel("Name").fill("in a hurry");
    const creating = await holdRequests(page, "**/api-keys", (route) => route.request().method() === "POST");
    await page.getByRole("button", { name: "Create key" }).click();
    await creating.arrived();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await creating.release();
    await page.getByRole("dialog", { name: "Your new API key" }).waitFor();
    await context.close();
  });
});
