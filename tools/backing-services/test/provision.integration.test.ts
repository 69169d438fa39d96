import { mkdir, readdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { identify, tryLock } from "../src/lock.ts";
import { findChromium, provision } from "../src/index.ts";
import {
  cleanEnv,
  emptyPath,
  failure,
  program,
  removeTemporaryFolders,
  spawnScript,
  temporaryFolder,
} from "./support.ts";
import { provisionOnce } from "../src/cache.ts";
import { findJdk } from "../src/java.ts";

const silent = (): void => undefined;

describe("provisioning", () => {
  after(removeTemporaryFolders);

  it("two concurrent processes share one complete build", async () => {
    const env = cleanEnv({ XDG_CACHE_HOME: await temporaryFolder() });
    const results = await Promise.all([1, 2, 3].map(() => spawnScript("provisioner.ts", [], env)));
    const answers = results.map(({ line }) => JSON.parse(line) as { built: boolean; folder: string });
    expect(answers.filter(({ built }) => built)).to.have.length(1);
    for (const { folder } of answers) expect(await readdir(folder)).to.have.members(["first", "second"]);
    expect(await readdir(join(env["XDG_CACHE_HOME"] ?? "", "plat", "backing-services"))).to.deep.equal(["thing-1"]);
  });

  it("a failed build leaves no partial result, and the next attempt succeeds", async () => {
    const context = { env: { XDG_CACHE_HOME: await temporaryFolder() }, progress: silent };
    const broken = provisionOnce("thing-2", context, async (folder) => {
      await writeFile(join(folder, "half"), "");
      throw new Error("no network");
    });
    expect(await failure(broken)).to.equal("no network");
    const folder = await provisionOnce("thing-2", context, (temporary) => writeFile(join(temporary, "whole"), ""));
    expect(await readdir(folder)).to.deep.equal(["whole"]);
  });

  it("a lock is denied while its holder runs, and taken over after its exit", async () => {
    const file = join(await temporaryFolder(), "x.lock");
    const first = await tryLock(file);
    expect(first).to.have.property("lock");
    expect(await tryLock(file)).to.deep.equal({ holder: await identify(process.pid) });
    await writeFile(file, JSON.stringify({ pid: process.pid, started: "another time" }));
    expect(await tryLock(file)).to.have.property("lock");
  });

  it("a missing backing service is reported with what to install", async () => {
    const env = { PATH: "", XDG_CACHE_HOME: await temporaryFolder(), PYPI_URL: "http://127.0.0.1:1" };
    expect(await failure(provision(["redis"], silent, env))).to.include("apt-get install redis-server");
    const nats = await failure(provision(["nats"], silent, env));
    expect(nats)
      .to.include("brew install nats-server")
      .and.to.include("PYPI_URL")
      .and.to.include("'go' is not on PATH");
    const mongo = await failure(provision(["mongo"], silent, env));
    expect(mongo)
      .to.include("apt-get install python3")
      .and.to.include("no Python 3.10")
      .and.to.include("'cargo' is not");
  });

  it("the browser is the one of CHROMIUM_PATH, otherwise one on PATH, otherwise the error names what to install", async () => {
    const bin = await emptyPath();
    const chromium = await program(bin, "chromium", "echo Chromium 150.0.1");
    const found = { command: chromium, env: {} };
    expect(await findChromium({ PATH: bin }, silent)).to.deep.equal(found);
    expect(await findChromium({ PATH: "", CHROMIUM_PATH: chromium }, silent)).to.deep.equal(found);
    expect(await failure(findChromium({ PATH: bin, CHROMIUM_PATH: "/not/there" }, silent))).to.include("/not/there");
    const message = await failure(findChromium({ PATH: "", XDG_CACHE_HOME: bin }, silent, { paths: [] }));
    expect(message)
      .to.include("apt-get install chromium-headless-shell")
      .and.include("CHROMIUM_PATH")
      .and.include("snap install");
  });

  it("the headless shell is preferred to a complete browser", async () => {
    const bin = await emptyPath();
    await program(bin, "chromium", "echo Chromium 150.0.1");
    const shell = await program(bin, "chromium-headless-shell", "echo Chromium 150.0.1");
    expect(await findChromium({ PATH: bin }, silent)).to.deep.equal({ command: shell, env: {} });
  });

  it("a browser on PATH that does not run is skipped in favour of one in a common location", async () => {
    const bin = await emptyPath();
    await program(bin, "chromium-browser", "echo 'this needs the chromium snap' >&2; exit 1");
    const chrome = await program(await temporaryFolder(), "chrome", "echo Google Chrome 150.0.1");
    const { command } = await findChromium({ PATH: bin }, silent, { paths: ["/not/there", chrome] });
    expect(command).to.equal(chrome);
  });

  it("a JDK is found behind a shim in another folder", async () => {
    const [bin, jdk] = [await emptyPath(), await temporaryFolder()];
    await program(bin, "javac", "exit 1");
    await program(bin, "java", `echo '    java.home = ${jdk}' >&2`);
    await mkdir(join(jdk, "bin"));
    const javac = await program(join(jdk, "bin"), "javac", "echo javac 25.0.1");
    await program(join(jdk, "bin"), "java", "exit 0");
    expect(await findJdk({ PATH: bin })).to.include({ javac: await realpath(javac), version: "25.0.1", major: 25 });
  });

  it("a long build is aborted if something else is missing", async () => {
    // A Go that never exits, and no Redis.
    const bin = await temporaryFolder();
    await writeFile(join(bin, "go"), "#!/bin/sh\nexec /bin/sleep 1000\n", { mode: 0o755 });
    const env = { PATH: bin, XDG_CACHE_HOME: await temporaryFolder(), PYPI_URL: "http://127.0.0.1:1" };
    const message = await failure(provision(["redis", "nats"], silent, env));
    expect(message).to.include("apt-get install redis-server").and.not.to.include("NATS");
  });

  it("all missing programs are reported in one error", async () => {
    const env = { PATH: "", XDG_CACHE_HOME: await temporaryFolder(), PYPI_URL: "http://127.0.0.1:1" };
    expect(await failure(provision(["redis", "nats"], silent, env)))
      .to.include("Redis 7")
      .and.to.include("NATS server 2.10");
  });
});
