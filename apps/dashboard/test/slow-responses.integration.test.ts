import { freeze, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { goTo, holdRequests, signedIn, useOrganization } from "./organization-fixture.ts";

describe("slow responses", function () {
  this.timeout(slowSuiteTimeoutMs);

  const organization = useOrganization("Lagoon Homes");

  it("shows a notice after 3 s, both during the first load and next to existing content", async () => {
    const { page, context } = await signedIn(organization);
    const waiting = page.getByRole("status").filter({ hasText: "Still waiting for a response." });
    // The market includes the listings of all organizations, also those of other tests.
    const cities = page.getByRole("heading", { name: /^\d+ (city|cities)$/ });
    await page.clock.install();
    await page.reload();
    const first = await holdRequests(page, "**/properties/aggregations*");
    // The clock of the page is controlled by the test, so real time does not matter.
    await page.clock.pauseAt(Number(await page.evaluate("Date.now()")) + 20_000);
    await goTo(organization, page, "#/market");
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    await page.clock.runFor(500);
    await first.arrived();
    expect(await waiting.count()).to.equal(0);
    await page.clock.runFor(3_000);
    await waiting.waitFor();
    await page.clock.resume();
    await first.release();
    await cities.waitFor();
    expect(await waiting.count()).to.equal(0);

    await page.unrouteAll();
    const second = await holdRequests(page, "**/properties/aggregations*");
    await page.getByRole("button", { name: "pending" }).click();
    await second.arrived();
    await page.clock.fastForward(3_000);
    await waiting.waitFor();
    await cities.waitFor();
    await second.release();
    await waiting.waitFor({ state: "hidden" });
    await context.close();
  });

  it("shows a notice after a save or delete that the index has not processed, until the next navigation", async () => {
    const { page, context } = await signedIn(organization);
    const { pid } = organization.system.service.service("search");
    const pendingNotice = (text: string) => page.getByRole("status").filter({ hasText: text });
    await goTo(organization, page, "#/listings/new");
    await page.getByLabel("Title").fill("Ahead of the index");
    await page.getByLabel("Type", { exact: false }).first().fill("House");
    await freeze(pid);
    try {
      await page.getByRole("button", { name: "Create listing" }).click();
      await page.getByRole("heading", { level: 1, name: "Ahead of the index" }).waitFor();
      await pendingNotice("Search and Market will be up to date in a few seconds.").waitFor();
      await page.getByRole("tab", { name: "History" }).click();
      await page.getByRole("heading", { name: "No changes yet" }).waitFor();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("button", { name: "Delete listing" }).click();
      await page.getByRole("heading", { level: 1, name: "Listings" }).waitFor();
      await pendingNotice("It may appear in Search and Market for a few more seconds.").waitFor();
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
    expect(await pendingNotice("Search and Market").count()).to.equal(0);
    await context.close();
  });
});
