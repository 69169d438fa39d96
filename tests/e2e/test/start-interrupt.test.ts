import { eventually, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const start = fileURLToPath(new URL("../../../tools/dev/src/start.ts", import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe("npm start", function () {
  this.timeout(slowSuiteTimeoutMs);

  let folder: string;
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-interrupt-"));
  });
  afterEach(async () => {
    child?.kill("SIGKILL");
    child = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  /** Puts a shell script on the PATH of the process under test. */
  const installProgram = async (name: string, script: string): Promise<void> => {
    await writeFile(join(folder, "bin", name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, "bin", name), 0o755);
  };

  it("stops at the first Ctrl-C during the build of a backing service, and terminates the build", async () => {
    await mkdir(join(folder, "bin"));
    await installProgram("mongod", "echo db version v3.0.0");
    await installProgram("cc", "exit 0");
    await installProgram("cmake", "exit 0");
    await installProgram("cargo", `echo $$ > '${folder}/building'; sleep 600 & echo $! > '${folder}/child'; wait`);
    let output = "";
    const { MONGO_URL: _, ...inherited } = process.env;
    child = spawn(process.execPath, [start], {
      env: {
        ...inherited,
        PATH: `${join(folder, "bin")}:/usr/bin:/bin`,
        XDG_CACHE_HOME: join(folder, "cache"),
        PLAT_DATA_DIR: join(folder, "data"),
        DASHBOARD_DIR: folder,
        MONGO_BUILD: "cargo",
        PORT: String(await freePort()),
        // Never connected to, because the build does not finish.
        ELASTICSEARCH_URL: "http://127.0.0.1:1",
        REDIS_URL: "redis://127.0.0.1:1",
        NATS_URL: "nats://127.0.0.1:1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
    const exited = once(child, "exit");
    const pids = await eventually(
      () => {
        const written = ["building", "child"].map((name) => Number(readFileSync(join(folder, name), "utf8")));
        // The file exists before it has content, and 0 is not the id of a single process.
        expect(Math.min(...written), output).to.be.greaterThan(0);
        return written;
      },
      { timeoutMs: 120_000 },
    );
    expect(pids.map(isAlive)).to.deep.equal([true, true]);

    child.kill("SIGINT");
    const [code] = (await exited) as [number | null];

    expect(output).to.include("Stopping …");
    expect(code, output).to.equal(0);
    await eventually(() => expect(pids.map(isAlive)).to.deep.equal([false, false]));
  });
});
