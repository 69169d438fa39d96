import { type Plat, row, sendRequest, startPlat, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { errorTable } from "@plat/contracts";
import { type ExecutedBlock, executePage } from "../src/shell-blocks.ts";

const folder = new URL("../../../docs/guide/", import.meta.url);
const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
/** Pages without requests: their npm commands are tested in `commands.test.ts`. */
const pagesWithoutRequests = new Set(["dashboard.md", "import.md"]);

describe("docs/guide", function () {
  this.timeout(slowSuiteTimeoutMs);

  let plat: Plat;
  /** URL of a gateway with the default rate limits; the other gateways have no limits. */
  let limitedUrl: string;
  let token: string;

  const createKey = async (name: string, session = token): Promise<string> =>
    String(row(await sendRequest(plat.url, "/api-keys", { token: session, body: { name } }))["key"]);

  const executed = new Map<string, Promise<ExecutedBlock[]>>();
  /** Executes a page once: a second sign-up of the same user in one second would be rejected. */
  const execute = (page: string): Promise<ExecutedBlock[]> => {
    const run = async (): Promise<ExecutedBlock[]> => {
      const url = page === "quotas.md" ? limitedUrl : plat.url;
      return executePage(`docs/guide/${page}`, { url, key: await createKey(page) });
    };
    const blocks = executed.get(page) ?? run();
    executed.set(page, blocks);
    return blocks;
  };

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

  for (const page of pages.filter((name) => !pagesWithoutRequests.has(name))) {
    it(`${page}: all requests succeed in order, except those that the page marks with an error status`, async () => {
      const blocks = await execute(page);
      expect(blocks.length).to.be.greaterThan(1);
      for (const { text, expectedStatus, statuses } of blocks) {
        const others = expectedStatus === undefined ? statuses : statuses.slice(0, -1);
        if (expectedStatus !== undefined) expect(statuses.at(-1), text).to.equal(expectedStatus);
        for (const status of others)
          expect(status === expectedStatus || status < 400, `${text}\nresponded with ${status}`).to.equal(true);
      }
    });
  }

  for (const page of pagesWithoutRequests)
    it(`${page}: contains no requests to execute`, async () => {
      expect(await execute(page)).to.deep.equal([]);
    });

  it("tour.md: returns an interpretation, aggregations and the deletion event", async () => {
    const blocks = await execute("tour.md");
    for (const { text, stdout } of blocks) expect(stdout, text).to.not.include('"code":');
    const printed = blocks.map(({ stdout }) => stdout).join("\n");
    expect(printed).to.include("totalProperties").and.include("interpretation");
    expect(printed, "deletion event").to.include('"type":"property.deleted"');
  });

  it("search.md: returns the similar listing that the page created", async () => {
    const blocks = await execute("search.md");
    const [printed = "[]"] = blocks.filter(({ text }) => text.includes("/similar")).map(({ stdout }) => stdout);
    const titles = (JSON.parse(printed) as { title: string }[]).map(({ title }) => title);
    expect(titles).to.include("Bright flat by the market");
  });

  it("plain-language.md: understands the type, feature and city of the listing that the page created", async () => {
    const blocks = await execute("plain-language.md");
    const search = blocks.find(({ text }) => text.includes("finca with"));
    expect(search?.stdout).to.include('{"data":[{"title":"Above the vineyards"}').and.include('"unresolved":[]');
  });

  it("events.md: the copy contains the listings of the organization", async () => {
    const user = { email: "copies@example.com", password: "correct horse battery" };
    const signedUp = await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName: "Copies", ...user } });
    const key = await createKey("copy", String(row(signedUp)["token"]));
    const blocks = await executePage("docs/guide/events.md", { url: plat.url, key });
    expect(blocks.at(-1)?.stdout).to.match(/^1 listings, up to \d+$/m);
  });

  it("errors.md: lists every error code with its status", () => {
    const text = readFileSync(new URL("errors.md", folder), "utf8");
    for (const [code, { status }] of Object.entries(errorTable)) {
      const line = text.split("\n").find((each) => each.startsWith("|") && each.includes(`\`${code}\``));
      expect(line, code).to.be.a("string").and.include(String(status));
    }
  });
});
