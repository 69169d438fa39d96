import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { identify } from "../src/lock.ts";
import { findChromium, provision } from "../src/index.ts";
import { cleanEnv, removeTemporaryFolders, spawnScript, temporaryFolder } from "./support.ts";
import { provisionOnce } from "../src/cache.ts";
import { downloadAll } from "../src/download.ts";
import { tryLock } from "../src/lock.ts";

async function failure(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

const silent = (): void => undefined;

describe("provisioning", () => {
  after(removeTemporaryFolders);

  it("two processes at once make one, and both get it whole", async () => {
    const env = cleanEnv({ XDG_CACHE_HOME: await temporaryFolder() });
    const results = await Promise.all([1, 2, 3].map(() => spawnScript("provisioner.ts", [], env)));
    const answers = results.map(({ line }) => JSON.parse(line) as { made: boolean; folder: string });
    expect(answers.filter(({ made }) => made)).to.have.length(1);
    for (const { folder } of answers) expect(await readdir(folder)).to.have.members(["first", "second"]);
    expect(await readdir(join(env["XDG_CACHE_HOME"] ?? "", "plat", "engines"))).to.deep.equal(["thing-1"]);
  });

  it("what fails half way leaves nothing that looks whole, and the next try makes it", async () => {
    const context = { env: { XDG_CACHE_HOME: await temporaryFolder() }, progress: silent };
    const broken = provisionOnce("thing-2", context, async (folder) => {
      await writeFile(join(folder, "half"), "");
      throw new Error("no network");
    });
    expect(await failure(broken)).to.equal("no network");
    const folder = await provisionOnce("thing-2", context, (made) => writeFile(join(made, "whole"), ""));
    expect(await readdir(folder)).to.deep.equal(["whole"]);
  });

  it("a lock is refused while its process lives and taken over once it is dead", async () => {
    const file = join(await temporaryFolder(), "x.lock");
    const first = await tryLock(file);
    expect(first).to.have.property("lock");
    expect(await tryLock(file)).to.deep.equal({ holder: await identify(process.pid) });
    await writeFile(file, JSON.stringify({ pid: process.pid, started: "another time" }));
    expect(await tryLock(file)).to.have.property("lock");
  });

  it("a download that is not what was locked is refused", async () => {
    const server = createServer((_request, response) => response.end("not a jar")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const folder = await temporaryFolder();
    const item = { url: `http://127.0.0.1:${port}/a.jar`, file: join(folder, "a.jar"), sha256: "0".repeat(64) };
    expect(await failure(downloadAll([item], { env: {}, progress: silent }))).to.include("SHA-256");
    expect(await readdir(folder)).to.deep.equal([]);
    server.close();
  });

  it("an engine that can't be had says what to install", async () => {
    const env = { PATH: "", XDG_CACHE_HOME: await temporaryFolder() };
    expect(await failure(provision(["redis"], silent, env))).to.include("apt-get install redis-server");
    const nats = await failure(provision(["nats"], silent, env));
    expect(nats).to.include("install Go").and.to.include("there is no 'go' on PATH");
    const mongo = await failure(provision(["mongo"], silent, env));
    expect(mongo).to.include("rustup.rs").and.to.include("there is no 'cargo' on PATH").and.to.include("'python3'");
  });

  it("a browser is the one that CHROMIUM_PATH names, else one on PATH, else what to install is said", async () => {
    const bin = await temporaryFolder();
    const program = join(bin, "chromium");
    await writeFile(program, "#!/bin/sh\n", { mode: 0o755 });
    expect(await findChromium({ PATH: bin }, silent)).to.deep.equal({ command: program, env: {} });
    expect(await findChromium({ PATH: "", CHROMIUM_PATH: program }, silent)).to.deep.equal({
      command: program,
      env: {},
    });
    expect(await failure(findChromium({ PATH: bin, CHROMIUM_PATH: "/not/there" }, silent))).to.include("/not/there");
    const message = await failure(findChromium({ PATH: "", XDG_CACHE_HOME: bin }, silent));
    expect(message).to.include("apt-get install chromium").and.include("CHROMIUM_PATH");
  });

  it("what takes long is broken off when something else is missing", async () => {
    // A Go that never ends, and no Redis.
    const bin = await temporaryFolder();
    await writeFile(join(bin, "go"), "#!/bin/sh\nexec /bin/sleep 1000\n", { mode: 0o755 });
    const env = { PATH: bin, XDG_CACHE_HOME: await temporaryFolder() };
    const message = await failure(provision(["redis", "nats"], silent, env));
    expect(message).to.include("apt-get install redis-server").and.not.to.include("NATS");
  });

  it("all that can't be had is told at once", async () => {
    const env = { PATH: "", XDG_CACHE_HOME: await temporaryFolder() };
    expect(await failure(provision(["redis", "nats"], silent, env)))
      .to.include("Redis 7")
      .and.to.include("NATS server 2.10");
  });
});
