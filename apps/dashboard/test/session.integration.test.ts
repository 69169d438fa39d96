import { Plat } from "@plat/client";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { visit } from "./browser.ts";
import { fillSignIn, goTo, signedIn, useOrganization } from "./organization-fixture.ts";

describe("session", () => {
  const organization = useOrganization("Anchor Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);
  const id = (index: number): string => organization.ids[index] ?? "";

  it("signs out in all tabs of the browser", async () => {
    const { page, context } = await signedIn(organization);
    const second = await context.newPage();
    await second.goto(`${organization.system.url}/dashboard/#/market`);
    await second.getByRole("heading", { name: "Market" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await second.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.evaluate("localStorage.getItem('plat.session')")).to.equal(null);
    await context.close();
  });

  it("asks for a new sign-in when the session is revoked and continues on the same page", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, "#/settings");
    await page.getByRole("heading", { name: "Organization and branding" }).waitFor();
    const token = await page.evaluate("JSON.parse(localStorage.getItem('plat.session')).token");
    await new Plat({ baseUrl: organization.system.url, key: String(token) }).signOut();
    await page.getByRole("link", { name: "Market" }).click();
    await page.getByText("Your session has ended.").waitFor();
    await fillSignIn(page, organization.email);
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    await context.close();
  });

  it("retains the input of a form when the session is revoked", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, `#/listings/${id(8)}/edit`);
    await page.getByLabel("Title").fill("Typed before expiry");
    const token = await page.evaluate("JSON.parse(localStorage.getItem('plat.session')).token");
    await new Plat({ baseUrl: organization.system.url, key: String(token) }).signOut();
    await page.getByRole("button", { name: "Save changes" }).click();
    const again = page.getByRole("dialog", { name: "Sign in" });
    await again.getByText("Your session has ended.").waitFor();
    await page.keyboard.press("Escape");
    await fillSignIn(page, organization.email);
    expect(await page.getByLabel("Title").inputValue()).to.equal("Typed before expiry");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Typed before expiry" }).waitFor();
    await context.close();
  });

  it("external identity provider: signs in with a session token instead of a password", async () => {
    const gateway = await organization.system.service.start("gateway", {
      SESSION_ISSUER: "https://login.example",
      SESSION_JWKS_URL: "https://login.example/jwks",
      SESSION_AUDIENCE: "plat",
    });
    const url = gateway.url ?? "";
    const { page, context } = await visit(organization.browser, url);
    await page.goto(`${url}/dashboard/`);
    await page.getByText("https://login.example").waitFor();
    expect(await page.locator("input[type=password]").count()).to.equal(0);
    await page.getByLabel("Session token").fill(organization.plat.session?.token ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Anchor Homes" }).waitFor();
    await context.close();
    await gateway.stop();
  });
});
