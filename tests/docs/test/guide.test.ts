import { type Plat, sendRequest, row, startPlat } from "@plat/testkit";
import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { errorTable } from "@plat/contracts";
import { runPage } from "../src/pages.ts";

const folder = new URL("../../../docs/guide/", import.meta.url);
const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));

describe("docs/guide", () => {
  let plat: Plat;
  /** A gateway with the limits that come with Plat; the others have none. */
  let limitedUrl: string;
  let token: string;

  before(async () => {
    plat = await startPlat();
    const { url } = plat;
    limitedUrl = (await plat.start("gateway", { RATE_LIMITS: "20/1m,100/10m,500/1h" })).url ?? "";
    await plat.start("gateway");
    expect(limitedUrl).to.not.equal(url);
    const user = { email: "guide@example.com", password: "correct horse battery" };
    const signedUp = await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName: "Guides", ...user } });
    token = String(row(signedUp)["token"]);
  });
  after(() => plat.stop());

  for (const page of pages) {
    it(`${page}: every command works as pasted, in order, and what is said to be refused is refused so`, async () => {
      const made = await sendRequest(plat.url, "/api-keys", { token, body: { name: page } });
      const url = page === "quotas.md" ? limitedUrl : plat.url;
      const blocks = await runPage(`docs/guide/${page}`, { url, key: String(row(made)["key"]) });
      expect(blocks.length).to.be.greaterThan(1);
      for (const { text, answers, statuses } of blocks) {
        const others = answers === undefined ? statuses : statuses.slice(0, -1);
        if (answers !== undefined) expect(statuses.at(-1), text).to.equal(answers);
        for (const status of others)
          expect(status === answers || status < 400, `${text}\nanswered ${status}`).to.equal(true);
      }
    });
  }

  it("search.md: the similar listings that it asks for are there", async () => {
    const made = await sendRequest(plat.url, "/api-keys", { token, body: { name: "similar" } });
    const blocks = await runPage("docs/guide/search.md", { url: plat.url, key: String(row(made)["key"]) });
    const [shown = "[]"] = blocks.filter(({ text }) => text.includes("/similar")).map(({ printed }) => printed);
    const titles = (JSON.parse(shown) as { title: string }[]).map(({ title }) => title);
    expect(titles).to.include("Bright flat by the market");
  });

  it("plain-language.md: words of one's own are understood", async () => {
    const made = await sendRequest(plat.url, "/api-keys", { token, body: { name: "own words" } });
    const blocks = await runPage("docs/guide/plain-language.md", { url: plat.url, key: String(row(made)["key"]) });
    const own = blocks.find(({ text }) => text.includes("finca with"));
    expect(own?.printed).to.include('{"data":[{"title":"Above the vineyards"}').and.include('"unresolved":[]');
  });

  it("events.md: the copy that it keeps holds what the organization has", async () => {
    const other = { email: "copies@example.com", password: "correct horse battery" };
    const signedUp = await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName: "Copies", ...other } });
    const fresh = String(row(signedUp)["token"]);
    const key = String(row(await sendRequest(plat.url, "/api-keys", { token: fresh, body: { name: "copy" } }))["key"]);
    const blocks = await runPage("docs/guide/events.md", { url: plat.url, key });
    expect(blocks.at(-1)?.printed).to.match(/^1 listings, up to \d+$/m);
  });

  it("errors.md names every code with its status", () => {
    const text = readFileSync(new URL("errors.md", folder), "utf8");
    for (const [code, { status }] of Object.entries(errorTable)) {
      const line = text.split("\n").find((each) => each.startsWith("|") && each.includes(`\`${code}\``));
      expect(line, code).to.be.a("string").and.include(String(status));
    }
  });
});
