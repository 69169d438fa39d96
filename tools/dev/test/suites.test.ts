import { expect } from "chai";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../src/paths.ts";
import { backingServiceNeeds } from "../src/suites.ts";

const mongo = { MONGO_URL: "mongodb://db.example" };
const both = { ...mongo, ELASTICSEARCH_URL: "http://es.example" };

describe("backing services of npm test", () => {
  it("none are started for suites that need none", () => {
    const needs = backingServiceNeeds(root, ["packages/contracts", "tools/dev"], {});
    expect(needs).to.deep.equal({ install: [], shared: [], despiteUrl: [] });
  });

  it("those given by URL are not installed, and suites use them", () => {
    const needs = (env: NodeJS.ProcessEnv): readonly string[] =>
      backingServiceNeeds(root, ["services/keys"], env).install;
    expect(needs({})).to.deep.equal(["mongo", "elasticsearch", "redis", "nats"]);
    expect(needs(mongo)).to.deep.equal(["elasticsearch", "redis", "nats"]);
    expect(needs(both)).to.deep.equal(["redis", "nats"]);
    expect(needs({ ...both, MONGO_URL: "" })).to.include("mongo");
    expect(backingServiceNeeds(root, ["services/keys"], both).shared).to.deep.equal(["mongo", "elasticsearch"]);
  });

  it("Redis and NATS are installed even if URLs are given, because suites stop them", () => {
    const env = { REDIS_URL: "redis://there", NATS_URL: "nats://there" };
    expect(backingServiceNeeds(root, ["services/gateway"], env).install).to.include.members(["redis", "nats"]);
  });

  it("all are installed for the suite that tests them, also those given by URL", () => {
    const { install, despiteUrl } = backingServiceNeeds(root, ["services/keys", "tools/backing-services"], both);
    expect([install, despiteUrl]).to.deep.equal([
      ["redis", "nats"],
      ["mongo", "elasticsearch"],
    ]);
    expect(backingServiceNeeds(root, ["services/keys"], both).despiteUrl).to.deep.equal([]);
    expect(backingServiceNeeds(root, ["tools/backing-services"], mongo).shared).to.deep.equal([]);
  });

  it("every suite whose tests start some is recognised", () => {
    const filesOf = (folder: string): string[] =>
      existsSync(folder) ? readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))) : [];
    const starts = (folder: string): boolean =>
      filesOf(join(root, folder, "test"))
        .filter((file) => file.endsWith(".ts"))
        .some((file) => /\b(startBackingServices|testBackingServices|startPlat)\(/.test(readFileSync(file, "utf8")));
    const inside = (parent: string): string[] => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
    const starting = ["packages", "tools", "services", "apps", "tests"].flatMap(inside).filter(starts);
    expect(starting).to.include.members(["packages/kit", "tools/backing-services", "services/search", "tests/e2e"]);
    for (const folder of starting)
      expect(backingServiceNeeds(root, [folder], {}).install, folder).to.include.members(["redis", "nats"]);
  });
});
