import { isPlatError, Plat } from "@plat/client";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { visit } from "./browser.ts";
import { enter, goTo, signedIn, useOffice } from "./organization-fixture.ts";
import { password } from "./system.ts";

describe("rate limit", () => {
  const office = useOffice("Weir Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);
  const id = (index: number): string => office.ids[index] ?? "";

  it("counts down when the quota is used up, and then goes on by itself", async () => {
    const gateway = await office.system.service.start("gateway", { RATE_LIMITS: "3/10s" });
    const url = gateway.url ?? "";
    const { page, context } = await visit(office.browser, url);
    await enter(page, office.email, url);
    const elsewhere = new Plat({ baseUrl: url, retries: 0 });
    await elsewhere.signIn({ email: office.email, password });
    const isUsedUp = (): Promise<boolean> =>
      elsewhere.propertyCounts().then(
        () => false,
        (error: unknown) => isPlatError(error, "quota_exceeded"),
      );
    const countdown = page.getByText(/Going on in \d+ s/);
    const found = page.getByRole("status").filter({ hasText: "listings" });
    // The same person uses the quota up elsewhere, and again where some of it was back before the page asked.
    await eventually(
      async () => {
        await page.goto(`${url}/dashboard/#/keys`);
        await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
        await eventually(async () => expect(await isUsedUp()).to.equal(true));
        await page.goto(`${url}/dashboard/#/search?own=true`);
        await countdown.or(found).first().waitFor();
        expect(await countdown.isVisible()).to.equal(true);
      },
      { timeoutMs: 120_000 },
    );
    await found.waitFor();
    await context.close();
    await gateway.stop();
  });

  it("promises no second try of a change that a rate limit refused, for it makes none", async () => {
    await office.plat.createAd(id(6), { headline: "Open day" });
    const { page, context } = await signedIn(office);
    await page.route("**/ads/*", (route) =>
      route.fulfill({
        status: 429,
        contentType: "application/problem+json",
        headers: { "retry-after": "30" },
        body: JSON.stringify({ code: "quota_exceeded", status: 429, title: "x", detail: "Too many.", requestId: "r" }),
      }),
    );
    await at(page, `#/listings/${id(6)}?tab=ads`);
    await page.getByLabel("Status of Open day").selectOption("paused");
    const alert = page.getByRole("alert").filter({ hasText: "The rate limit is reached" });
    await alert.waitFor();
    expect(await alert.innerText()).to.not.include("Going on");
    expect(await page.getByLabel("Status of Open day").inputValue()).to.equal("active");
    await context.close();
  });
});
