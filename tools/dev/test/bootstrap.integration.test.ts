import { expect } from "chai";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../src/paths.ts";

const script = (name: string): string =>
  JSON.stringify(new URL(`../../../tools/dev/bootstrap/${name}`, import.meta.url).href);

interface Run {
  child: ChildProcess;
  /** All that it has printed so far. */
  printed: () => string;
  /** Until it has printed the text. @throws Error with what it printed instead when it ends before */
  says: (text: string) => Promise<void>;
  ended: Promise<number | null>;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv): Run {
  const child = spawn(process.execPath, args, { env, cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const heard = new Set<() => void>();
  const tell = (): void => heard.forEach((each) => each());
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      tell();
    });
  const ended = once(child, "close").then(() => {
    tell();
    return child.exitCode;
  });
  const says = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (output.includes(text)) resolve();
        else if (child.exitCode !== null) reject(new Error(`it ended with: ${output}`));
      };
      heard.add(look);
      look();
    });
  return { child, printed: () => output, says, ended };
}

/** Code that runs in a process of its own. */
const evaluate = (code: string, env: NodeJS.ProcessEnv): Run => start(["--input-type=module", "--eval", code], env);

describe("bootstrap scripts", () => {
  let folder: string;
  let locks: string;
  let lock: string;
  const running: Run[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-bootstrap-"));
    locks = join(folder, "plat", "locks");
    lock = join(locks, "thing.lock");
    await mkdir(locks, { recursive: true });
  });
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  const work = `import { withLock } from ${script("lock.mjs")};
    await withLock("thing", "getting it", async () => console.log("has it"));`;
  const takeLock = (code = work): Run => {
    const run = evaluate(code, { ...process.env, XDG_CACHE_HOME: folder });
    running.push(run);
    return run;
  };
  const secondsAgo = async (file: string, seconds: number): Promise<void> => {
    const then = new Date(Date.now() - seconds * 1000);
    await utimes(file, then, then);
  };

  const dead = {
    "is empty, from a full disk": "",
    "names process 0": "0",
    "names a process that is gone": JSON.stringify({ pid: 2 ** 22 + 1, started: "1" }),
    "names a number that another process has now": JSON.stringify({ pid: process.pid, started: "before the reboot" }),
  };
  for (const [what, content] of Object.entries(dead))
    it(`take over a lock that ${what}`, async () => {
      await writeFile(lock, content);
      await secondsAgo(lock, 60);
      const run = takeLock();
      expect(await run.ended, run.printed()).to.equal(0);
      expect(run.printed()).to.equal("has it\n");
      expect(await readdir(locks)).to.deep.equal([]);
    });

  it("wait for a lock and report its file, its holder and the reason", async () => {
    const holder = takeLock(`import { withLock } from ${script("lock.mjs")};
      await withLock("thing", "getting it", () => {
        console.log("has it");
        return new Promise(() => setInterval(() => undefined, 1000));
      });`);
    await holder.says("has it");
    const waiter = takeLock();
    await waiter.says("Waiting");
    expect(waiter.printed()).to.equal(`Waiting for process ${holder.child.pid}, which is getting it (${lock}).\n`);
    expect(JSON.parse(await readFile(lock, "utf8"))).to.have.property("pid", holder.child.pid);
    holder.child.kill("SIGKILL");
    expect(await waiter.ended).to.equal(0);
    expect(waiter.printed()).to.include("has it");
  });

  it("do not take over a new lock without a holder, which may be about to be written", async () => {
    await writeFile(lock, "");
    const ahead = new Date(Date.now() + 3_600_000);
    await utimes(lock, ahead, ahead);
    const waiter = takeLock();
    await waiter.says(`(${lock})`);
    await secondsAgo(lock, 60);
    expect(await waiter.ended).to.equal(0);
  });

  it("never grant one lock to two processes at a time", async () => {
    const both = `import { withLock } from ${script("lock.mjs")};
      import { rmSync, writeFileSync } from "node:fs";
      const inside = ${JSON.stringify(join(folder, "inside"))};
      for (let turn = 0; turn < 30; turn++) await withLock("thing", "counting", async () => {
        writeFileSync(inside, "", { flag: "wx" });
        await new Promise((later) => setImmediate(later));
        rmSync(inside);
      });`;
    const runs = [1, 2, 3].map(() => takeLock(both));
    for (const run of runs) expect(await run.ended, run.printed()).to.equal(0);
  });

  it("report a cache folder that cannot be created in one sentence with the variable to set", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const { printed, ended } = start(["tools/dev/bootstrap/run.mjs", "services", "--help"], {
      ...process.env,
      XDG_CACHE_HOME: file,
    });
    expect(await ended).to.equal(1);
    expect(printed()).to.include(join(file, "plat")).and.include("Set XDG_CACHE_HOME to a writable folder");
    expect(printed().trim().split("\n")).to.have.length(1);
  });

  it("report file system errors with their reason", async () => {
    const result = evaluate(
      `import { reasonOfSystem } from ${script("common.mjs")};
       const of = (code, path) => console.log(reasonOfSystem(Object.assign(new Error("no"), { code, path })));
       of("EACCES", "/home/nobody/.cache"); of("EROFS", "/home/nobody/.cache/plat/locks"); of("ENOSPC"); of("EACCES", "/srv/plat/node_modules"); of("ENOENT", "/x");`,
      { ...process.env, XDG_CACHE_HOME: "/home/nobody/.cache" },
    );
    await result.ended;
    const [first, second, ...others] = result.printed().trim().split("\n");
    expect(first).to.match(/^\/home\/nobody\/\.cache cannot be written: permission denied\. Set XDG_CACHE/);
    expect(second).to.match(
      /^\/home\/nobody\/\.cache\/plat\/locks cannot be written: the file system is read-only.*Set XDG_CACHE/,
    );
    expect(others).to.deep.equal([
      "A file cannot be written: the disk is full.",
      "/srv/plat/node_modules cannot be written: permission denied.",
      "undefined",
    ]);
  });

  it("use the proxy of the environment for downloads, but never for loopback addresses", async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    });
    server.on("connect", (request, socket) => {
      asked.push(request.url);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { proxySettings } = (await import(new URL("../bootstrap/proxy.mjs", import.meta.url).href)) as {
      proxySettings: (env: NodeJS.ProcessEnv) => Record<string, string>;
    };
    const { HTTPS_PROXY: _1, https_proxy: _2, HTTP_PROXY: _3, http_proxy: _4, ...rest } = process.env;
    const { NO_PROXY: _5, no_proxy: _6, NODE_USE_ENV_PROXY: _7, ...plain } = rest;
    expect(proxySettings(plain)).to.deep.equal({});
    const proxied = { ...plain, http_proxy: own };
    const code = `await fetch("http://jars.invalid/a.jar").catch(() => undefined); await fetch("${own}/direct");`;
    try {
      const run = evaluate(code, { ...proxied, ...proxySettings(proxied) });
      expect(await run.ended, run.printed()).to.equal(0);
      expect(asked).to.have.length(2);
      expect(asked[0]).to.include("jars.invalid");
      expect(asked[1]).to.equal("/direct");
      expect(proxySettings({ HTTPS_PROXY: own, NO_PROXY: "intern.example" })["NO_PROXY"]).to.equal(
        "intern.example,127.0.0.1,localhost,::1",
      );
    } finally {
      server.close();
    }
  });
});
