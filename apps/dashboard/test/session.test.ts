import { Plat } from "@plat/client";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { visit } from "./browser.ts";
import { fillSignIn, goTo, signedIn, useOffice } from "./organization-fixture.ts";

describe("session", () => {
  const office = useOffice("Anchor Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);
  const id = (index: number): string => office.ids[index] ?? "";

  it("signs out in every tab of the browser at once", async () => {
    const { page, context } = await signedIn(office);
    const second = await context.newPage();
    await second.goto(`${office.system.url}/dashboard/#/market`);
    await second.getByRole("heading", { name: "Market" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await second.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.evaluate("localStorage.getItem('plat.session')")).to.equal(null);
    await context.close();
  });

  it("says so when the session has ended elsewhere, and goes on where one was", async () => {
    const { page, context } = await signedIn(office);
    await at(page, "#/settings");
    await page.getByRole("heading", { name: "Organization and branding" }).waitFor();
    const token = await page.evaluate("JSON.parse(localStorage.getItem('plat.session')).token");
    await new Plat({ baseUrl: office.system.url, key: String(token) }).signOut();
    await page.getByRole("link", { name: "Market" }).click();
    await page.getByText("Your session has ended.").waitFor();
    await fillSignIn(page, office.email);
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    await context.close();
  });

  it("keeps what was typed when the session has ended, and goes on with it after signing in again", async () => {
    const { page, context } = await signedIn(office);
    await at(page, `#/listings/${id(8)}/edit`);
    await page.getByLabel("Title").fill("Typed before the end");
    const token = await page.evaluate("JSON.parse(localStorage.getItem('plat.session')).token");
    await new Plat({ baseUrl: office.system.url, key: String(token) }).signOut();
    await page.getByRole("button", { name: "Save changes" }).click();
    const again = page.getByRole("dialog", { name: "Sign in" });
    await again.getByText("Your session has ended.").waitFor();
    await page.keyboard.press("Escape");
    await fillSignIn(page, office.email);
    expect(await page.getByLabel("Title").inputValue()).to.equal("Typed before the end");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Typed before the end" }).waitFor();
    await context.close();
  });

  it("asks for no password where an outside issuer signs people in", async () => {
    const gateway = await office.system.service.start("gateway", {
      SESSION_ISSUER: "https://login.example",
      SESSION_JWKS_URL: "https://login.example/jwks",
      SESSION_AUDIENCE: "plat",
    });
    const url = gateway.url ?? "";
    const { page, context } = await visit(office.browser, url);
    await page.goto(`${url}/dashboard/`);
    await page.getByText("https://login.example").waitFor();
    expect(await page.locator("input[type=password]").count()).to.equal(0);
    await page.getByLabel("Session token").fill(office.plat.session?.token ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Anchor Homes" }).waitFor();
    await context.close();
    await gateway.stop();
  });
});
