import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { announceStop, startBackingServices, waitForStop } from "../src/index.ts";
import { identify, isAlive, processStart } from "../src/lock.ts";
import { cleanEnv, failure, removeTemporaryFolders, spawnStarter, temporaryFolder, until } from "./support.ts";

describe("lifecycle of backing services", function () {
  // Servers start slowly on a machine that is busy with other suites.
  this.timeout(180_000);

  const children: ChildProcess[] = [];

  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
    }
    await removeTemporaryFolders();
  });

  it("stop when the starting process is killed with SIGKILL, and start again on their data", async () => {
    const dataDir = await temporaryFolder();
    const { child, backingServices } = await spawnStarter(dataDir, ["mongo", "redis", "nats", "elasticsearch"]);
    children.push(child);
    const pids = Object.values(backingServices).map(({ pid }) => pid);
    expect(pids).to.have.length(4);
    for (const pid of pids) expect(await processStart(pid)).to.be.a("string");
    child.kill("SIGKILL");
    await until("all engines ended", async () => {
      const starts = await Promise.all(pids.map((pid) => processStart(pid)));
      return starts.every((start) => start === undefined);
    });
    const again = await startBackingServices({ dataDir, services: ["redis"], env: cleanEnv() });
    await again.stop();
  });

  it("reject a second process on the same data with the pid of the first", async () => {
    const dataDir = await temporaryFolder();
    const { child } = await spawnStarter(dataDir, ["redis"]);
    children.push(child);
    const message = await failure(startBackingServices({ dataDir, services: ["redis"], env: cleanEnv() }));
    expect(message).to.include(`pid ${child.pid}`);
  });

  it("a start during the stop of another process waits for it; a start while the other process runs does not", async () => {
    const dataDir = await temporaryFolder();
    const waitedFor: number[] = [];
    const wait = (options = {}): Promise<void> => waitForStop(dataDir, ({ pid }) => waitedFor.push(pid), options);
    await wait();
    announceStop(dataDir);
    const running = await startBackingServices({ dataDir, services: [], env: cleanEnv() });
    await wait();
    expect(waitedFor).to.deep.equal([]);
    announceStop(dataDir);
    await wait({ timeoutMs: 1 });
    const waiting = wait();
    await running.stop();
    await waiting;
    expect(waitedFor).to.deep.equal([process.pid, process.pid]);
    const again = await startBackingServices({ dataDir, services: [], env: cleanEnv() });
    await wait();
    await again.stop();
    expect(waitedFor).to.have.length(2);
    expect(await readdir(dataDir)).to.deep.equal([]);
  });

  it("a process does not announce the stop of the one that it waits for", async () => {
    const dataDir = await temporaryFolder();
    const { child } = await spawnStarter(dataDir, ["redis"]);
    children.push(child);
    announceStop(dataDir);
    expect(await readdir(dataDir)).not.to.include("backing-services.lock.stopping");
  });

  it("use the URL of the environment instead of starting a process", async () => {
    const dataDir = await temporaryFolder();
    const env = cleanEnv({ REDIS_URL: "redis://127.0.0.1:1", PATH: "" });
    const backingServices = await startBackingServices({ dataDir, services: ["redis"], env });
    expect(backingServices.redis).to.include({ url: "redis://127.0.0.1:1", managed: false });
    expect(backingServices.redis.pid).to.equal(undefined);
    expect({ ...backingServices.urls }).to.deep.equal({ REDIS_URL: "redis://127.0.0.1:1" });
    expect(await failure(backingServices.redis.kill())).to.include("not started by this process");
    expect(() => backingServices.mongo).to.throw("not requested");
    await backingServices.stop();
  });

  it("reject an invalid URL with the name of its variable", async () => {
    const env = cleanEnv({ NATS_URL: "localhost" });
    expect(
      await failure(startBackingServices({ dataDir: await temporaryFolder(), services: ["nats"], env })),
    ).to.include("NATS_URL");
  });

  it("report a process that exits at start with its last log lines, and stop the others", async () => {
    const dataDir = await temporaryFolder();
    const configFile = join(dataDir, "broken.conf");
    await writeFile(configFile, "no_such_setting_at_all: {\n");
    const lines: string[] = [];
    const message = await failure(
      startBackingServices({
        dataDir,
        services: ["redis", "nats"],
        env: cleanEnv(),
        nats: { configFile },
        onProgress: (line) => lines.push(line),
      }),
    );
    expect(message).to.include("NATS exited (exit code 1)");
    expect(message).to.include("broken.conf");
    expect(message).to.include(join(dataDir, "logs", "nats.log"));
    // Everything was released: the same data can be used again immediately.
    const backingServices = await startBackingServices({ dataDir, services: ["redis"], env: cleanEnv() });
    await backingServices.stop();
  });

  it("a custom NATS configuration does not replace the settings for durability", async () => {
    const dataDir = await temporaryFolder();
    const configFile = join(dataDir, "own.conf");
    await writeFile(configFile, 'max_payload: 1MB\nmax_connections: 77\nlisten: "0.0.0.0:1"\n');
    const backingServices = await startBackingServices({
      dataDir,
      services: ["nats"],
      env: cleanEnv(),
      nats: { configFile },
    });
    try {
      const varz: unknown = await (await fetch(`${backingServices.nats.monitorUrl}/varz`)).json();
      expect(varz).to.include({ max_connections: 77, max_payload: 8 * 1024 * 1024, host: "127.0.0.1" });
    } finally {
      await backingServices.stop();
    }
  });

  it("use another port if the default port is in use", async () => {
    const server = createServer().listen(6379, "127.0.0.1");
    // In use by another program.
    await new Promise<void>((resolve) => {
      server.once("listening", resolve);
      server.once("error", () => resolve());
    });
    const options = {
      dataDir: await temporaryFolder(),
      backingServices: ["redis"] as const,
      env: cleanEnv(),
      preferUsualPorts: true,
    };
    const backingServices = await startBackingServices(options);
    expect(new URL(backingServices.urls.REDIS_URL).port).not.to.equal("6379");
    await backingServices.stop();
    server.close();
  });

  it("an unexpected exit settles exited", async () => {
    const backingServices = await startBackingServices({
      dataDir: await temporaryFolder(),
      services: ["redis"],
      env: cleanEnv(),
    });
    try {
      process.kill(backingServices.redis.pid ?? 0, "SIGKILL");
      expect(await backingServices.redis.exited).to.deep.equal({ code: null, signal: "SIGKILL" });
    } finally {
      await backingServices.stop();
    }
  });

  const pretender = async (dataDir: string, mark: string): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", mark], { stdio: "ignore" });
    children.push(child);
    await once(child, "spawn");
    const id = await identify(child.pid ?? 0);
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, "redis.pid"), JSON.stringify(id));
    return child;
  };

  it("stop a process that an earlier run left on the same data", async () => {
    const dataDir = await temporaryFolder();
    const child = await pretender(dataDir, join(dataDir, "redis"));
    const backingServices = await startBackingServices({ dataDir, services: ["redis"], env: cleanEnv() });
    expect(child.signalCode).to.equal("SIGTERM");
    const pidFile: unknown = JSON.parse(await readFile(join(dataDir, "redis.pid"), "utf8"));
    expect(pidFile).to.have.property("pid", backingServices.redis.pid);
    await backingServices.stop();
  });

  it("do not signal an unrelated process with a reused pid", async () => {
    const dataDir = await temporaryFolder();
    const child = await pretender(dataDir, "something else");
    const backingServices = await startBackingServices({ dataDir, services: ["redis"], env: cleanEnv() });
    await backingServices.stop();
    expect(child.signalCode).to.equal(null);
    const id = await identify(child.pid ?? 0);
    expect(id !== undefined && (await isAlive(id))).to.equal(true);
  });
});
