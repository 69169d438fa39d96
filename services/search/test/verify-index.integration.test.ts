import { slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { canonicalJson } from "../src/indexing/verify-index.ts";
import { generateListings } from "./support/generate.ts";
import { type CommandResult, type IndexCommand, runIndexCommand } from "./support/index-command.ts";
import { type SearchFixture, startSearchFixture } from "./support/search-fixture.ts";

describe("index verification", function () {
  this.timeout(slowSuiteTimeoutMs);

  let fixture: SearchFixture;
  before(async () => {
    fixture = await startSearchFixture();
    const documents = generateListings(1_500, 3);
    for (const document of documents) fixture.listings.documents.set(document.id, document);
    await fixture.load(documents);
  });
  after(() => fixture.stop());

  const run = (command: IndexCommand, args: string[] = [], env: Record<string, string> = {}): Promise<CommandResult> =>
    runIndexCommand(fixture.config, command, args, env);

  it("verify lists different, missing and unknown documents and exits with 1", async () => {
    const [changed, missing] = [...fixture.listings.documents.values()].filter(({ property }) => property !== null);
    if (changed?.property === null || changed === undefined || missing === undefined) throw new Error("no listing");
    fixture.listings.documents.set(changed.id, {
      ...changed,
      property: { ...changed.property, title: `${changed.property.title} ` },
    });
    fixture.listings.documents.delete(missing.id);
    const { code, output } = await run("verify", ["--retry-timeout", "0"]);
    expect(output)
      .to.include(`${changed.id} different`)
      .and.to.include(`${missing.id} unknown`)
      .and.to.include("1500 compared, 2 different");
    expect(code).to.equal(1);
    fixture.listings.documents.set(changed.id, changed);
    fixture.listings.documents.set(missing.id, missing);
    expect(await run("verify")).to.deep.equal({ code: 0, output: "1500 compared, 0 different\n" });
  });

  it("commands print which dependency is unavailable or which setting is invalid, and exit with 2", async () => {
    const [unavailable, wrong] = await Promise.all([
      run("verify", [], { NATS_URL: "nats://127.0.0.1:1" }),
      run("reindex", [], { ELASTICSEARCH_SHARDS: "many" }),
    ]);
    expect(unavailable).to.deep.equal({
      code: 2,
      output: "NATS cannot be reached at nats://127.0.0.1:1: is Plat running?\n",
    });
    expect(wrong.code).to.equal(2);
    expect(wrong.output).to.include("ELASTICSEARCH_SHARDS");
  });

  it("canonicalJson ignores the order of object members", () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 0.1 })).to.equal(
      canonicalJson({ a: 0.1, b: [{ c: null, d: 1 }] }),
    );
    expect(canonicalJson({ a: [1, 2] })).to.not.equal(canonicalJson({ a: [2, 1] }));
  });
});
