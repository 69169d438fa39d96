import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { identify, isAlive } from "../src/lock.ts";
import { cleanEnv, removeTemporaryFolders, temporaryFolder, until } from "./support.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const RUN = fileURLToPath(new URL("../../dev/bootstrap/run.mjs", import.meta.url));

function run(...args: string[]): ChildProcess {
  return spawn(process.execPath, [RUN, ...args], { stdio: ["ignore", "pipe", "pipe"], env: cleanEnv() });
}

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return { code: child.exitCode, output };
}

describe("commands of the project", () => {
  after(removeTemporaryFolders);

  it("an unknown command fails and lists the commands", async () => {
    const { code, output } = await ended(run("toString"));
    expect(code).to.equal(1);
    expect(output).to.include("Unknown command 'toString'").and.to.include("verify-index");
  });

  it("arguments and exit code are passed through", async () => {
    expect(await ended(run("services", "--help"))).to.have.property("code", 0);
    const { code, output } = await ended(run("services", "oracle"));
    expect(code).to.equal(1);
    expect(output).to.equal("Unknown backing service 'oracle'. Expected mongo, elasticsearch, redis, nats.\n");
    expect((await ended(run("services", "--no-such"))).output).to.include("Unknown option '--no-such'");
  });

  const startRedis = async (): Promise<{ child: ChildProcess; redis: { pid: number; started: string } }> => {
    const dataDir = await temporaryFolder();
    const child = run("services", "redis", "--data", dataDir);
    if (child.stdout === null) throw new Error("no output");
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    expect(line).to.match(/^export REDIS_URL='redis:\/\/127\.0\.0\.1:\d+'$/);
    const { pid } = JSON.parse(await readFile(join(dataDir, "redis.pid"), "utf8")) as { pid: number };
    const redis = await identify(pid);
    if (redis === undefined) throw new Error("it does not run");
    return { child, redis };
  };

  it("a signal is forwarded, and the command exits gracefully", async () => {
    const { child, redis } = await startRedis();
    child.kill("SIGTERM");
    expect((await ended(child)).code).to.equal(0);
    expect(await isAlive(redis)).to.equal(false);
  });

  it("SIGKILL also stops the processes that the command started", async () => {
    const { child, redis } = await startRedis();
    child.kill("SIGKILL");
    await until("Redis ended", async () => !(await isAlive(redis)));
  });
});
