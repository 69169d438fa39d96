import { eventually } from "@plat/testkit";
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

describe("npm start", () => {
  let folder: string;
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-give-up-"));
  });
  afterEach(async () => {
    child?.kill("SIGKILL");
    child = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  const program = async (name: string, script: string): Promise<void> => {
    await writeFile(join(folder, "bin", name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, "bin", name), 0o755);
  };

  it("is given up by the first Ctrl-C even while an engine is being built, and leaves no build behind", async () => {
    await mkdir(join(folder, "bin"));
    await program("mongod", "echo db version v3.0.0");
    await program("cc", "exit 0");
    await program("cmake", "exit 0");
    await program("cargo", `echo $$ > '${folder}/building'; sleep 600 & echo $! > '${folder}/below'; wait`);
    let printed = "";
    const { MONGO_URL: _, ...inherited } = process.env;
    child = spawn(process.execPath, [start], {
      env: {
        ...inherited,
        PATH: `${join(folder, "bin")}:/usr/bin:/bin`,
        XDG_CACHE_HOME: join(folder, "cache"),
        PLAT_DATA_DIR: join(folder, "data"),
        DASHBOARD_DIR: folder,
        PORT: String(await freePort()),
        // Nothing of these is reached: the build never ends.
        ELASTICSEARCH_URL: "http://127.0.0.1:1",
        REDIS_URL: "redis://127.0.0.1:1",
        NATS_URL: "nats://127.0.0.1:1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (printed += String(chunk)));
    const exited = once(child, "exit");
    const pids = await eventually(
      () => {
        const written = ["building", "below"].map((name) => Number(readFileSync(join(folder, name), "utf8")));
        // A file is there before anything stands in it, and 0 is a process of everybody's.
        expect(Math.min(...written), printed).to.be.greaterThan(0);
        return written;
      },
      { timeoutMs: 120_000 },
    );
    expect(pids.map(isAlive)).to.deep.equal([true, true]);

    child.kill("SIGINT");
    const [code] = (await exited) as [number | null];

    expect(printed).to.include("Stopping …");
    expect(code, printed).to.equal(0);
    await eventually(() => expect(pids.map(isAlive)).to.deep.equal([false, false]));
  });
});
