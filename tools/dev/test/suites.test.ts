import { expect } from "chai";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../src/paths.ts";
import { allSuites, backingServiceNeeds } from "../src/suites.ts";

const mongo = { MONGO_URL: "mongodb://db.example" };
const both = { ...mongo, ELASTICSEARCH_URL: "http://es.example" };

describe("backing services of npm test", () => {
  it("none are started for suites that need none", () => {
    const { first, shared, despiteUrl } = backingServiceNeeds(root, ["packages/contracts", "tools/dev"], {});
    expect([first, shared, despiteUrl("packages/contracts")]).to.deep.equal([[], [], []]);
  });

  it("those given by URL are not installed, and suites use them", () => {
    const needs = (env: NodeJS.ProcessEnv): readonly string[] =>
      backingServiceNeeds(root, ["services/keys"], env).first;
    expect(needs({})).to.deep.equal(["mongo", "elasticsearch", "redis", "nats"]);
    expect(needs(mongo)).to.deep.equal(["elasticsearch", "redis", "nats"]);
    expect(needs(both)).to.deep.equal(["redis", "nats"]);
    expect(needs({ ...both, MONGO_URL: "" })).to.include("mongo");
    expect(backingServiceNeeds(root, ["services/keys"], both).shared).to.deep.equal(["mongo", "elasticsearch"]);
  });

  it("Redis and NATS are installed even if URLs are given, because suites stop them", () => {
    const env = { REDIS_URL: "redis://there", NATS_URL: "nats://there" };
    expect(backingServiceNeeds(root, ["services/gateway"], env).first).to.include.members(["redis", "nats"]);
  });

  it("all are installed for the suite that tests them, only before that suite if URLs are given", () => {
    const folders = ["services/keys", "tools/backing-services"];
    const { first, despiteUrl } = backingServiceNeeds(root, folders, both);
    expect(first).to.deep.equal(["redis", "nats"]);
    expect(despiteUrl("services/keys")).to.deep.equal([]);
    expect(despiteUrl("tools/backing-services")).to.deep.equal(["mongo", "elasticsearch"]);
    expect(backingServiceNeeds(root, ["tools/backing-services"], mongo).shared).to.deep.equal([]);
  });

  it("every suite whose tests start some is recognised", () => {
    const filesOf = (folder: string): string[] =>
      existsSync(folder) ? readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))) : [];
    const starts = (folder: string): boolean =>
      filesOf(join(root, folder, "test"))
        .filter((file) => file.endsWith(".ts"))
        .some((file) => /\b(startBackingServices|testBackingServices|startPlat)\(/.test(readFileSync(file, "utf8")));
    const starting = allSuites(root).filter(starts);
    expect(starting).to.include.members(["packages/kit", "tools/backing-services", "services/search", "tests/e2e"]);
    for (const folder of starting)
      expect(backingServiceNeeds(root, [folder], {}).first, folder).to.include.members(["redis", "nats"]);
  });
});
