import { expect } from "chai";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../src/paths.ts";
import { allSuites, engineNeeds } from "../src/suites.ts";

const mongo = { MONGO_URL: "mongodb://db.example" };
const both = { ...mongo, ELASTICSEARCH_URL: "http://es.example" };

describe("engines of npm test", () => {
  it("are none for suites that need none", () => {
    const { first, shared, despiteUrl } = engineNeeds(root, ["packages/contracts", "deploy/local"], {});
    expect([first, shared, despiteUrl("packages/contracts")]).to.deep.equal([[], [], []]);
  });

  it("that are given by URL are not built, and are used by the suites", () => {
    const needs = (env: NodeJS.ProcessEnv): readonly string[] => engineNeeds(root, ["services/keys"], env).first;
    expect(needs({})).to.deep.equal(["mongo", "elasticsearch", "redis", "nats"]);
    expect(needs(mongo)).to.deep.equal(["elasticsearch", "redis", "nats"]);
    expect(needs(both)).to.deep.equal(["redis", "nats"]);
    expect(needs({ ...both, MONGO_URL: "" })).to.include("mongo");
    expect(engineNeeds(root, ["services/keys"], both).shared).to.deep.equal(["mongo", "elasticsearch"]);
  });

  it("are a suite's own where it stops them, so a URL does not stand for those", () => {
    const env = { REDIS_URL: "redis://there", NATS_URL: "nats://there" };
    expect(engineNeeds(root, ["services/gateway"], env).first).to.include.members(["redis", "nats"]);
  });

  it("are all made for the tests of engines, but only before these where a URL is given", () => {
    const folders = ["services/keys", "deploy/engines"];
    const { first, despiteUrl } = engineNeeds(root, folders, both);
    expect(first).to.deep.equal(["redis", "nats"]);
    expect(despiteUrl("services/keys")).to.deep.equal([]);
    expect(despiteUrl("deploy/engines")).to.deep.equal(["mongo", "elasticsearch"]);
    expect(engineNeeds(root, ["deploy/engines"], mongo).shared).to.deep.equal([]);
  });

  it("are seen to be needed by every suite whose tests start some", () => {
    const filesOf = (folder: string): string[] =>
      existsSync(folder) ? readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))) : [];
    const starts = (folder: string): boolean =>
      filesOf(join(root, folder, "test"))
        .filter((file) => file.endsWith(".ts"))
        .some((file) => /\b(startEngines|testEngines|startPlat)\(/.test(readFileSync(file, "utf8")));
    const starting = allSuites(root).filter(starts);
    expect(starting).to.include.members(["packages/kit", "deploy/engines", "services/search", "tests/e2e"]);
    for (const folder of starting)
      expect(engineNeeds(root, [folder], {}).first, folder).to.include.members(["redis", "nats"]);
  });
});
