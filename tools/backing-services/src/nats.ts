import { randomUUID } from "node:crypto";
import { access, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { provisionOnce, runCommand, withRetries } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { hasApt, unpackDebianPackage } from "./debian.ts";
import type { BackingServiceDefinition } from "./definition.ts";
import { findOnPath } from "./paths.ts";
import { HOST } from "./ports.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { Installation } from "./types.ts";
import { atLeast, programVersion } from "./version.ts";

const VERSION = "2.15.2";

const MISSING =
  `NATS server 2.10 or newer is needed: install Go (https://go.dev/dl), with which ${VERSION} is built here, or the server ` +
  "(Debian 13: 'apt-get install nats-server'; macOS: 'brew install nats-server'), or set NATS_URL to a server that runs.";

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
  const go = await findOnPath("go", env);
  const name = `nats-${VERSION}-${process.platform}-${process.arch}`;
  try {
    const installDir = await provisionOnce(name, context, async (folder) => {
      if (go === undefined) throw new BackingServiceError("'go' is not on PATH");
      context.progress(`building ${VERSION} with Go (about a minute)`);
      await withRetries("building", context, () =>
        runCommand(go, ["install", "-trimpath", `github.com/nats-io/nats-server/v2@v${VERSION}`], {
          env: { ...env, GOBIN: join(folder, "bin"), GOFLAGS: "", GOWORK: "off" },
          signal: context.signal,
          cwd: folder,
        }),
      );
    });
    return { command: join(installDir, "bin", "nats-server"), args: [], label: `NATS ${VERSION} (built with Go)` };
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
