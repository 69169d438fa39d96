import { expect } from "chai";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../src/paths.ts";
import { allSuites, backingServiceNeeds } from "../src/suites.ts";

const mongo = { MONGO_URL: "mongodb://db.example" };
const both = { ...mongo, ELASTICSEARCH_URL: "http://es.example" };

describe("engines of npm test", () => {
  it("are none for suites that need none", () => {
    const { first, shared, despiteUrl } = backingServiceNeeds(root, ["packages/contracts", "tools/dev"], {});
    expect([first, shared, despiteUrl("packages/contracts")]).to.deep.equal([[], [], []]);
  });

  it("that are given by URL are not built, and are used by the suites", () => {
    const needs = (env: NodeJS.ProcessEnv): readonly string[] =>
      backingServiceNeeds(root, ["services/keys"], env).first;
    expect(needs({})).to.deep.equal(["mongo", "elasticsearch", "redis", "nats"]);
    expect(needs(mongo)).to.deep.equal(["elasticsearch", "redis", "nats"]);
    expect(needs(both)).to.deep.equal(["redis", "nats"]);
    expect(needs({ ...both, MONGO_URL: "" })).to.include("mongo");
    expect(backingServiceNeeds(root, ["services/keys"], both).shared).to.deep.equal(["mongo", "elasticsearch"]);
  });

  it("are a suite's own where it stops them, so a URL does not stand for those", () => {
    const env = { REDIS_URL: "redis://there", NATS_URL: "nats://there" };
    expect(backingServiceNeeds(root, ["services/gateway"], env).first).to.include.members(["redis", "nats"]);
  });

  it("are all made for the tests of engines, but only before these where a URL is given", () => {
    const folders = ["services/keys", "tools/backing-services"];
    const { first, despiteUrl } = backingServiceNeeds(root, folders, both);
    expect(first).to.deep.equal(["redis", "nats"]);
    expect(despiteUrl("services/keys")).to.deep.equal([]);
    expect(despiteUrl("tools/backing-services")).to.deep.equal(["mongo", "elasticsearch"]);
    expect(backingServiceNeeds(root, ["tools/backing-services"], mongo).shared).to.deep.equal([]);
  });

  it("are seen to be needed by every suite whose tests start some", () => {
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
