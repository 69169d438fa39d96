import { expect } from "chai";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemEnvironment } from "../src/config.ts";

describe("environment of the index commands", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "plat-run-"));
    writeFileSync(join(folder, "run.json"), JSON.stringify({ NATS_URL: "nats://127.0.0.1:1", LOG_LEVEL: "warn" }));
  });
  after(() => rmSync(folder, { recursive: true }));

  it("contains the addresses from run.json in the folder PLAT_DATA_DIR", () => {
    const env = { PLAT_DATA_DIR: folder, LOG_LEVEL: "fatal" };
    expect(systemEnvironment(env)).to.deep.equal({ ...env, NATS_URL: "nats://127.0.0.1:1" });
  });

  it("is unchanged if the folder has no run.json or the environment contains an address", () => {
    const empty = { PLAT_DATA_DIR: join(folder, "other") };
    expect(systemEnvironment(empty)).to.deep.equal(empty);
    const named = { PLAT_DATA_DIR: folder, NATS_URL: "nats://127.0.0.1:2" };
    expect(systemEnvironment(named)).to.deep.equal(named);
  });
});
