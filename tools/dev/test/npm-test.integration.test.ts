import { expect } from "chai";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../src/paths.ts";

describe("npm test", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-of-npm-test-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Runs it with its own temporary folder, for a suite that needs no backing services. */
  async function npmTest(suite: string, stopAt?: string): Promise<{ code: number | null; printed: string }> {
    const child = spawn(process.execPath, [join(root, "tools/dev/src/test.ts"), "--unit", "--force", suite], {
      env: { ...process.env, TMPDIR: folder, XDG_CACHE_HOME: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        const before = printed;
        printed += chunk.toString();
        if (stopAt !== undefined && printed.includes(stopAt) && !before.includes(stopAt)) child.kill("SIGTERM");
      });
    await once(child, "close");
    return { code: child.exitCode, printed };
  }

  it("stops its children and empties the temporary folder when it is interrupted", async () => {
    const { code, printed } = await npmTest("packages/interpreter", "$ mocha");
    expect(code, printed).to.equal(1);
    expect(printed).to.include("Stopping …").and.include("Stopped before the end.");
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it("ends its suites when it is killed", async () => {
    const socket = join(folder, "run.sock");
    const server = createServer().listen(socket);
    await once(server, "listening");
    const preload = new URL("../src/test-environment.ts", import.meta.url).href;
    const suite = spawn(process.execPath, ["--import", preload, "--eval", "setInterval(() => {}, 1000)"], {
      env: { ...process.env, PLAT_TEST_RUN: socket },
      stdio: "ignore",
    });
    const [connection] = (await once(server, "connection")) as [Socket];
    connection.destroy();
    expect(await once(suite, "exit")).to.deep.equal([null, "SIGTERM"]);
    server.close();
  });

  it("fails for an unknown suite and lists the suites", async () => {
    const { code, printed } = await npmTest("services/nothing");
    expect(code).to.equal(1);
    expect(printed).to.include("No such suite: services/nothing").and.include("services/keys");
  });
});
