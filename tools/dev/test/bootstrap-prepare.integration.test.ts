import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../src/paths.ts";

/** What the bootstrap scripts need of a checkout. */
const files = [
  "package.json",
  "pnpm-workspace.yaml",
  "pnpm-lock.yaml",
  "tools/dev/bootstrap",
  "tools/dev/src/start.ts",
  "tools/backing-services/package.json",
  "tools/backing-services/src",
  "tools/backing-services/elasticsearch",
  "tools/backing-services/python",
];

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe("preparation of npm start", () => {
  let folder: string;
  let child: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-prepare-"));
    for (const file of files) await cp(join(root, file), join(folder, "checkout", file), { recursive: true });
    await mkdir(join(folder, "bin"));
  });
  afterEach(async () => {
    child?.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs `npm start` of a new checkout, in which this script replaces npm and nothing else is on PATH. */
  const start = async (npm: string): Promise<{ started: ChildProcess; output: () => string }> => {
    await writeFile(join(folder, "bin", "npm"), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
    let output = "";
    child = spawn(process.execPath, [join(folder, "checkout/tools/dev/bootstrap/run.mjs"), "start"], {
      env: {
        PATH: join(folder, "bin"),
        XDG_CACHE_HOME: join(folder, "cache"),
        ELASTICSEARCH_URL: "http://127.0.0.1:1",
        NATS_URL: "nats://127.0.0.1:1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
    return { started: child, output: () => output };
  };

  it("reports what is missing for pnpm and for every backing service in one message", async () => {
    const { started, output } = await start("echo 'npm error: the registry cannot be reached' >&2; exit 1");
    expect(await once(started, "close")).to.deep.equal([1, null]);
    expect(output())
      .to.include("the registry cannot be reached")
      .and.include("Redis 7 or newer is needed")
      .and.include("A MongoDB server is needed")
      .and.not.include("NATS server")
      .and.not.include("    at ");
  });

  for (const signal of ["SIGTERM", "SIGKILL"] as const)
    it(`stops the download of pnpm on ${signal}`, async function () {
      const hasPrefix = spawnSync("setpriv", ["--version"]).status === 0;
      // Only Linux can end a program whose parent was killed.
      if (signal === "SIGKILL" && !hasPrefix) return;
      const { stdout: path } = spawnSync("which", ["setpriv"], { encoding: "utf8" });
      if (hasPrefix) await symlink(path.trim(), join(folder, "bin", "setpriv"));
      await writeFile(join(folder, "bin", "true"), "#!/bin/sh\n", { mode: 0o755 });
      const file = join(folder, "pid");
      const { started } = await start(`echo $$ > '${file}'; exec /bin/sleep 600`);
      const pid = await eventually(() => {
        expect(existsSync(file) && readFileSync(file, "utf8").endsWith("\n")).to.equal(true);
        return Number(readFileSync(file, "utf8"));
      });
      const exited = once(started, "exit");
      started.kill(signal);
      const [code] = (await exited) as [number | null];
      if (signal === "SIGTERM") expect(code).to.equal(143);
      await eventually(() => expect(isAlive(pid)).to.equal(false));
    });
});
