import { isPlatError, Plat } from "@plat/client";
import { eventually, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { visit } from "./browser.ts";
import { signInAt, goTo, signedIn, useOrganization } from "./organization-fixture.ts";
import { password } from "./system.ts";

describe("rate limit", function () {
  this.timeout(slowSuiteTimeoutMs);

  const organization = useOrganization("Weir Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);
  const id = (index: number): string => organization.ids[index] ?? "";

  it("counts down and retries a read automatically", async () => {
    const gateway = await organization.system.service.start("gateway", { RATE_LIMITS: "3/10s" });
    const url = gateway.url ?? "";
    const { page, context } = await visit(organization.browser, url);
    await signInAt(page, organization.email, url);
    const secondClient = new Plat({ baseUrl: url, retries: 0 });
    await secondClient.signIn({ email: organization.email, password });
    const isExhausted = (): Promise<boolean> =>
      secondClient.propertyCounts().then(
        () => false,
        (error: unknown) => isPlatError(error, "quota_exceeded"),
      );
    const countdown = page.getByText(/Retrying in \d+ s/);
    const found = page.getByRole("status").filter({ hasText: "listings" });
    // A second client of the same user exhausts the quota, again if some of it was restored before the page sent its request.
    await eventually(
      async () => {
        await page.goto(`${url}/dashboard/#/keys`);
        await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
        await eventually(async () => expect(await isExhausted()).to.equal(true));
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

  it("shows no countdown for a rejected update, which is not retried", async () => {
    await organization.plat.createAd(id(6), { headline: "Open day" });
    const { page, context } = await signedIn(organization);
    await page.route("**/ads/*", (route) =>
      route.fulfill({
        status: 429,
        contentType: "application/problem+json",
        headers: { "retry-after": "30" },
        body: JSON.stringify({ code: "quota_exceeded", status: 429, title: "x", detail: "Too many.", requestId: "r" }),
      }),
    );
    await openPage(page, `#/listings/${id(6)}?tab=ads`);
    await page.getByLabel("Status of Open day").selectOption("paused");
    const alert = page.getByRole("alert").filter({ hasText: "Rate limit exceeded" });
    await alert.waitFor();
    expect(await alert.innerText()).to.not.include("Retrying");
    expect(await page.getByLabel("Status of Open day").inputValue()).to.equal("active");
    await context.close();
  });
});
