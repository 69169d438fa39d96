import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { compiledName, compiledVersion } from "../src/mongo-cargo.ts";
import { provisionMongo } from "../src/mongo-source.ts";
import { wheelsName, wheelsVersion } from "../src/mongo-wheels.ts";
import { readWriter, recordWriter } from "../src/mongo-writer.ts";
import type { Installation } from "../src/types.ts";
import { emptyPath, failure, program, removeTemporaryFolders, temporaryFolder } from "./support.ts";

const servers = ["mongod", "secantusdb", "secantusdb-python"] as const;
type Server = (typeof servers)[number];

describe("source of MongoDB", () => {
  let bin: string;
  let cache: string;
  let dataDir: string;
  const lines: string[] = [];

  beforeEach(async () => {
    [bin, cache, dataDir] = await Promise.all([emptyPath(), temporaryFolder(), temporaryFolder()]);
    lines.length = 0;
  });
  afterEach(removeTemporaryFolders);

  const installed = (): string => join(cache, "plat", "backing-services");
  const makeAvailable = async (server: Server): Promise<void> => {
    if (server === "mongod") await program(bin, "mongod", "echo db version v7.0.1");
    if (server === "secantusdb") await mkdir(join(installed(), compiledName), { recursive: true });
    if (server === "secantusdb-python") {
      await program(bin, "python3", "echo /usr/bin/python3; echo cpython-311-x86_64-linux-gnu");
      const target = { python: "cp311", system: "manylinux", arch: "x86_64" } as const;
      await mkdir(join(installed(), wheelsName(target)), { recursive: true });
    }
  };
  const provision = (more: NodeJS.ProcessEnv = {}): Promise<Installation> =>
    provisionMongo({
      // No test may download.
      env: { PATH: bin, XDG_CACHE_HOME: cache, PYPI_URL: "http://127.0.0.1:1", ...more },
      progress: (line) => lines.push(line),
      dataDir,
    });
  const writtenBy = (text: string): Promise<void> => writeFile(join(dataDir, "written-by"), `${text}\n`);
  /** A cargo that runs the script to build, and the other tools of a build. */
  const installCargo = async (script: string, version = "1.90.0"): Promise<void> => {
    for (const tool of ["cc", "cmake"]) await program(bin, tool, "exit 0");
    await program(bin, "cargo", `if [ "$1" = --version ]; then echo "cargo ${version}"; exit; fi\n${script}`);
  };
  const builds = async (): Promise<number> => (await readFile(join(bin, "builds"), "utf8")).trim().split("\n").length;
  const buildScript = (): string =>
    `echo build >> '${bin}/builds'; while [ "$1" != --root ]; do shift; done
     /bin/mkdir -p "$2/bin"; echo '#!/bin/sh' > "$2/bin/secantusd-rs"; /bin/chmod +x "$2/bin/secantusd-rs"`;

  const subsets = servers.reduce<Server[][]>((all, server) => [...all, ...all.map((set) => [...set, server])], [[]]);
  const commands: Record<Server, string> = {
    mongod: "install 'mongod' 5 or newer",
    secantusdb: "npm run services -- build mongo",
    "secantusdb-python": "make a Python 3.10 to 3.13",
  };

  for (const available of subsets) {
    const [best] = available;
    const names = available.join(", ") || "no server";
    if (best !== undefined)
      it(`with ${names} and new data, ${best} is used`, async () => {
        for (const server of available) await makeAvailable(server);
        const { kind, note } = await provision();
        expect(kind).to.equal(best);
        expect(note?.includes("npm run services -- build mongo")).to.equal(best === "secantusdb-python" || undefined);
      });
    for (const writer of servers)
      if (available.includes(writer))
        it(`with ${names}, data of ${writer} stay with it`, async () => {
          for (const server of available) await makeAvailable(server);
          await writtenBy(writer);
          const { kind, note = "" } = await provision();
          expect(kind).to.equal(writer);
          expect(note.includes("npm run export, npm run reset, npm start, npm run import")).to.equal(writer !== best);
        });
      else
        it(`with ${names}, data of ${writer} are rejected with what to do`, async () => {
          for (const server of available) await makeAvailable(server);
          await writtenBy(writer);
          expect(await failure(provision()))
            .to.include(dataDir)
            .and.include(commands[writer])
            .and.include("npm run reset");
          expect(lines.filter((line) => line.startsWith("building"))).to.deep.equal([]);
        });
  }

  it("data of another version of SecantusDB are rejected, with both versions", async () => {
    await makeAvailable("secantusdb");
    await makeAvailable("secantusdb-python");
    await writtenBy("secantusdb 0.4.0");
    expect(await failure(provision()))
      .to.include("0.4.0")
      .and.include(compiledVersion);
    await writtenBy("secantusdb-python 0.6.0");
    expect(await failure(provision()))
      .to.include("0.6.0")
      .and.include(wheelsVersion);
    await writtenBy("secantusdb-python 0.7.0b3");
    expect((await provision()).kind).to.equal("secantusdb-python");
  });

  it("data of another version of mongod are used, and the version is recorded", async () => {
    await makeAvailable("mongod");
    await writtenBy("mongod 6.0.9");
    const found = await provision();
    await recordWriter(dataDir, found);
    expect(await readWriter(dataDir)).to.deep.equal({ kind: "mongod", version: "7.0.1" });
    expect(await failure(recordWriter(dataDir, { ...found, kind: "secantusdb" }))).to.include("written by mongod");
  });

  it("without a Python, SecantusDB is compiled", async () => {
    await program(bin, "python3", "echo /usr/bin/python3; echo cpython-39-x86_64-linux-gnu");
    await installCargo(buildScript());
    expect((await provision()).kind).to.equal("secantusdb");
  });

  it("MONGO_BUILD=cargo compiles SecantusDB although there is a Python, once", async () => {
    await makeAvailable("secantusdb-python");
    await installCargo(buildScript());
    for (let start = 0; start < 2; start++)
      expect((await provision({ MONGO_BUILD: "cargo" })).kind).to.equal("secantusdb");
    expect(await builds()).to.equal(1);
    expect(await failure(provision({ MONGO_BUILD: "fast" }))).to.include("MONGO_BUILD must be 'cargo'");
  });

  it("with a Python, a failed download is reported instead of a build", async () => {
    await program(bin, "python3", "echo /usr/bin/python3; echo cpython-311-x86_64-linux-gnu");
    await installCargo(buildScript());
    expect(await failure(provision()))
      .to.include("PYPI_URL can name a mirror")
      .and.include("http://127.0.0.1:1/secantusdb/")
      .and.include("mongod");
    expect(await readdir(bin)).to.not.include("builds");
  });

  it("a build that failed to compile is not repeated with the same cargo", async () => {
    const broken = `echo build >> '${bin}/builds'; echo 'error: could not compile \`wt-sys\`'; exit 101`;
    await installCargo(broken);
    expect(await failure(provision())).to.include("could not compile `wt-sys`");
    expect(await failure(provision()))
      .to.include("cargo 1.90.0 failed to build it before")
      .and.include("remove that file to try again");
    expect(await builds()).to.equal(1);
    await installCargo(broken, "1.91.0");
    expect(await failure(provision())).to.include("could not compile `wt-sys`");
    expect(await builds()).to.equal(2);
  });

  it("a build that failed for another reason, such as the network, is retried", async () => {
    await installCargo(`echo build >> '${bin}/builds'; echo 'error: failed to download'; exit 101`);
    expect(await failure(provision())).to.include("failed to download");
    expect(await builds()).to.equal(3);
    expect(await readdir(installed())).to.deep.equal([]);
  });
});
