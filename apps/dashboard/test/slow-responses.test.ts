import { freeze } from "@plat/testkit";
import { expect } from "chai";
import { goTo, held, signedIn, useOffice } from "./organization-fixture.ts";

describe("the dashboard when an answer is late", () => {
  const office = useOffice("Lagoon Homes");

  it("says that it still waits, where nothing is shown yet and beside what was there before", async () => {
    const { page, context } = await signedIn(office);
    const waiting = page.getByRole("status").filter({ hasText: "Still waiting for its answer." });
    // Market counts the listings of every organization, also those of other tests.
    const cities = page.getByRole("heading", { name: /^\d+ (city|cities)$/ });
    await page.clock.install();
    await page.reload();
    const first = await held(page, "**/properties/aggregations*");
    // However long this takes, half a second of the page's own time goes by.
    await page.clock.pauseAt(Number(await page.evaluate("Date.now()")) + 20_000);
    await goTo(office, page, "#/market");
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    await page.clock.runFor(500);
    await first.arrived();
    expect(await waiting.count()).to.equal(0);
    await page.clock.runFor(3_000);
    await waiting.waitFor();
    await page.clock.resume();
    await first.letGo();
    await cities.waitFor();
    expect(await waiting.count()).to.equal(0);

    await page.unrouteAll();
    const second = await held(page, "**/properties/aggregations*");
    await page.getByRole("button", { name: "pending" }).click();
    await second.arrived();
    await page.clock.fastForward(3_000);
    await waiting.waitFor();
    await cities.waitFor();
    await second.letGo();
    await waiting.waitFor({ state: "hidden" });
    await context.close();
  });

  it("says of a listing saved and of one deleted that searches follow in a moment, until another page is shown", async () => {
    const { page, context } = await signedIn(office);
    const { pid } = office.system.service.service("search");
    const follows = (text: string) => page.getByRole("status").filter({ hasText: text });
    await goTo(office, page, "#/listings/new");
    await page.getByLabel("Title").fill("Ahead of the index");
    await page.getByLabel("Type", { exact: false }).first().fill("House");
    await freeze(pid);
    try {
      await page.getByRole("button", { name: "Create listing" }).click();
      await page.getByRole("heading", { level: 1, name: "Ahead of the index" }).waitFor();
      await follows("Search and Market will show it in a moment.").waitFor();
      await page.getByRole("tab", { name: "History" }).click();
      await page.getByRole("heading", { name: "No change yet" }).waitFor();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("button", { name: "Delete listing" }).click();
      await page.getByRole("heading", { level: 1, name: "Listings" }).waitFor();
      await follows("Search and Market may show it for a moment longer.").waitFor();
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
    expect(await follows("Search and Market").count()).to.equal(0);
    await context.close();
  });
});
