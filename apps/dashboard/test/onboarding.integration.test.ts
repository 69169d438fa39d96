import type { ServiceProcess } from "@plat/dev";
import { Plat } from "@plat/client";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { artifacts, visit } from "./browser.ts";
import { sharedEnvironment, startTimeoutMs } from "./shared-environment.ts";
import { type System, untilSearchable } from "./system.ts";

const run = promisify(execFile);

describe("onboarding", () => {
  let system: System;
  let browser: Browser;
  let gateway: ServiceProcess;
  before(async function () {
    this.timeout(startTimeoutMs);
    ({ browser, system } = await sharedEnvironment());
    // The default rate limits.
    gateway = await system.service.start("gateway", { RATE_LIMITS: "20/1m,100/10m,500/1h" });
  });

  after(() => gateway?.stop());

  it("leads from sign-up to an API key, a listing created with curl and a search that finds it, within the default rate limits", async () => {
    const url = gateway.url ?? "";
    const { page, problems } = await visit(browser, url);
    const shot = (name: string) => page.screenshot({ path: join(artifacts, `onboarding-${name}.png`) });
    await page.goto(`${url}/dashboard`);
    await page.getByRole("link", { name: "Create an organization" }).click();
    await page.getByLabel("Organization").fill("Harbour Homes");
    await page.getByLabel("Email").fill("mira@harbour.example");
    await page.getByLabel("Password").fill("correct horse battery");
    await shot("1-sign-up");
    await page.getByRole("button", { name: "Create organization" }).click();

    await page.getByRole("heading", { level: 1, name: "Harbour Homes" }).waitFor();
    await page.getByRole("button", { name: "Create your first key" }).click();
    await page.getByLabel("Name").fill("my first key");
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog", { name: "Your new API key" });
    const key = await dialog.getByRole("region", { name: "API key" }).innerText();
    expect(key.trim()).to.match(/^svc_pk_[0-9A-Za-z]{49}$/);
    const curl = await dialog.getByRole("region", { name: "Create a listing" }).innerText();
    await shot("2-key");
    await dialog.getByRole("button", { name: "Done" }).click();

    const pending = "-w '%{stderr}%header{x-index-pending}'";
    const { stdout, stderr } = await run("bash", ["-c", `${curl.trim()} ${pending}`]);
    expect(JSON.parse(stdout)).to.include({ title: "Two-bedroom flat by the river", status: "active" });
    // A second client that uses the gateway without rate limits.
    const secondClient = new Plat({ baseUrl: system.url });
    await secondClient.signIn({ email: "mira@harbour.example", password: "correct horse battery" });
    // The listing was not indexed within the time that the request waits.
    if (stderr === "true") await untilSearchable(secondClient, 1);

    await page.getByRole("button", { name: /check/i }).click();
    await page.getByRole("link", { name: "Search in plain language" }).click();
    await page.getByRole("link", { name: "Two-bedroom flat by the river" }).waitFor();
    await shot("3-found");
    // Polls with the second client, because polling counts against the rate limits.
    await eventually(async () => expect((await secondClient.listKeys())[0]?.usageCount).to.equal(1));
    await page.getByRole("link", { name: "API keys" }).click();
    const row = page.getByRole("row", { name: /my first key/ });
    expect(await row.innerText()).to.match(/Active[\s\S]*\b1\b/);
    await page.getByRole("link", { name: "Home", exact: true }).click();
    const keys = page.locator(".card").filter({ has: page.getByRole("heading", { name: "Your API keys" }) });
    await keys.getByText("Requests", { exact: true }).waitFor();
    expect((await keys.locator("dd").allInnerTexts()).slice(0, 2)).to.deep.equal(["1", "1"]);
    expect(problems).to.deep.equal([]);
    await page.context().close();
  });
});
