import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, readdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { identify, tryLock } from "../src/lock.ts";
import { findChromium, provision } from "../src/index.ts";
import { cleanEnv, removeTemporaryFolders, spawnScript, temporaryFolder } from "./support.ts";
import { provisionOnce } from "../src/cache.ts";
import { downloadAll } from "../src/download.ts";
import { findJdk } from "../src/java.ts";
import { pythonName } from "../src/mongo-secantusdb.ts";
import { findOnPath } from "../src/paths.ts";

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

  it("a download with another checksum is rejected", async () => {
    const server = createServer((_request, response) => response.end("not a jar")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const folder = await temporaryFolder();
    const item = { url: `http://127.0.0.1:${port}/a.jar`, file: join(folder, "a.jar"), sha256: "0".repeat(64) };
    expect(await failure(downloadAll([item], { env: {}, progress: silent }))).to.include("SHA-256");
    expect(await readdir(folder)).to.deep.equal([]);
    server.close();
  });

  it("a missing backing service is reported with what to install", async () => {
    const env = { PATH: "", XDG_CACHE_HOME: await temporaryFolder() };
    expect(await failure(provision(["redis"], silent, env))).to.include("apt-get install redis-server");
    const nats = await failure(provision(["nats"], silent, env));
    expect(nats).to.include("install Go").and.to.include("'go' is not on PATH");
    const mongo = await failure(provision(["mongo"], silent, env));
    expect(mongo).to.include("rustup.rs").and.to.include("'cargo' is not on PATH").and.to.include("'python3'");
  });

  const program = async (folder: string, name: string, script: string): Promise<string> => {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return join(folder, name);
  };
  /** A folder for PATH with only what is needed to run programs. */
  const emptyPath = async (): Promise<string> => {
    const bin = await temporaryFolder();
    const prefix = await findOnPath("setpriv", process.env);
    if (prefix !== undefined) await symlink(prefix, join(bin, "setpriv"));
    return bin;
  };

  it("the browser is the one of CHROMIUM_PATH, otherwise one on PATH, otherwise the error names what to install", async () => {
    const bin = await emptyPath();
    const chromium = await program(bin, "chromium", "echo Chromium 150.0.1");
    const found = { command: chromium, env: {} };
    expect(await findChromium({ PATH: bin }, silent)).to.deep.equal(found);
    expect(await findChromium({ PATH: "", CHROMIUM_PATH: chromium }, silent)).to.deep.equal(found);
    expect(await failure(findChromium({ PATH: bin, CHROMIUM_PATH: "/not/there" }, silent))).to.include("/not/there");
    const message = await failure(findChromium({ PATH: "", XDG_CACHE_HOME: bin }, silent, { paths: [] }));
    expect(message).to.include("apt-get install chromium").and.include("CHROMIUM_PATH").and.include("snap install");
  });

  it("a browser on PATH that does not run is skipped in favour of one in a common location", async () => {
    const bin = await emptyPath();
    await program(bin, "chromium-browser", "echo 'this needs the chromium snap' >&2; exit 1");
    const chrome = await program(await temporaryFolder(), "chrome", "echo Google Chrome 150.0.1");
    const { command } = await findChromium({ PATH: bin }, silent, { paths: ["/not/there", chrome] });
    expect(command).to.equal(chrome);
  });

  it("a build that failed to compile is not repeated with the same cargo, and the server for Python is used once installed", async () => {
    const [bin, cache] = [await emptyPath(), await temporaryFolder()];
    for (const tool of ["cc", "cmake"]) await program(bin, tool, "exit 0");
    const failing = (version: string): Promise<string> =>
      program(
        bin,
        "cargo",
        `if [ "$1" = --version ]; then echo "cargo ${version}"; exit; fi
         echo build >> '${bin}/builds'; echo 'error: could not compile \`wt-sys\`'; exit 101`,
      );
    const builds = async (): Promise<number> => (await readFile(join(bin, "builds"), "utf8")).trim().split("\n").length;
    const env = { PATH: bin, XDG_CACHE_HOME: cache };
    await failing("1.90.0");
    expect(await failure(provision(["mongo"], silent, env))).to.include("could not compile `wt-sys`");
    expect(await builds()).to.equal(1);
    expect(await failure(provision(["mongo"], silent, env)))
      .to.include("cargo 1.90.0 failed to build it before")
      .and.include("remove that file to try again");
    expect(await builds()).to.equal(1);
    await failing("1.91.0");
    expect(await failure(provision(["mongo"], silent, env))).to.include("could not compile `wt-sys`");
    expect(await builds()).to.equal(2);
    await failing("1.92.0");
    await mkdir(join(cache, "plat", "backing-services", pythonName));
    const lines: string[] = [];
    const { mongo } = await provision(["mongo"], (line) => lines.push(line), env);
    expect(mongo?.kind).to.equal("secantusdb-python");
    expect(lines.join("\n")).to.include("ten times slower").and.include(pythonName);
    expect(await builds()).to.equal(2);
  });

  it("a build that failed for another reason, such as the network, is retried", async () => {
    const [bin, cache] = [await emptyPath(), await temporaryFolder()];
    for (const tool of ["cc", "cmake"]) await program(bin, tool, "exit 0");
    await program(bin, "cargo", `echo build >> '${bin}/builds'; echo 'error: failed to download'; exit 101`);
    const message = await failure(provision(["mongo"], silent, { PATH: bin, XDG_CACHE_HOME: cache }));
    expect(message).to.include("failed to download");
    expect((await readFile(join(bin, "builds"), "utf8")).trim().split("\n")).to.have.length(3);
    expect(await readdir(join(cache, "plat", "backing-services"))).to.deep.equal([]);
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
    const env = { PATH: bin, XDG_CACHE_HOME: await temporaryFolder() };
    const message = await failure(provision(["redis", "nats"], silent, env));
    expect(message).to.include("apt-get install redis-server").and.not.to.include("NATS");
  });

  it("all missing programs are reported in one error", async () => {
    const env = { PATH: "", XDG_CACHE_HOME: await temporaryFolder() };
    expect(await failure(provision(["redis", "nats"], silent, env)))
      .to.include("Redis 7")
      .and.to.include("NATS server 2.10");
  });
});
