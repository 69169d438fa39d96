import { expect } from "chai";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemEnvironment } from "../src/config.ts";

describe("the commands that look after the index", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "plat-run-"));
    writeFileSync(join(folder, "run.json"), JSON.stringify({ NATS_URL: "nats://127.0.0.1:1", LOG_LEVEL: "warn" }));
  });
  after(() => rmSync(folder, { recursive: true }));

  it("find the system that was started with the folder that PLAT_DATA_DIR names", () => {
    const env = { PLAT_DATA_DIR: folder, LOG_LEVEL: "fatal" };
    expect(systemEnvironment(env)).to.deep.equal({ ...env, NATS_URL: "nats://127.0.0.1:1" });
  });

  it("find none in a folder in which none was started, and go by the environment where it names one", () => {
    const empty = { PLAT_DATA_DIR: join(folder, "other") };
    expect(systemEnvironment(empty)).to.deep.equal(empty);
    const named = { PLAT_DATA_DIR: folder, NATS_URL: "nats://127.0.0.1:2" };
    expect(systemEnvironment(named)).to.deep.equal(named);
  });
});
