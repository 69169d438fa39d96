import { join } from "node:path";
import { connect } from "node:net";
import { provisionOnce } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { hasApt, libraryFolders, unpackDebianPackage } from "./debian.ts";
import type { BackingServiceDefinition } from "./definition.ts";
import { findOnPath } from "./paths.ts";
import { HOST } from "./ports.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { Installation } from "./types.ts";
import { atLeast, programVersion } from "./version.ts";

const MISSING =
  "Redis 7 or newer is needed: install it (Debian 12, Ubuntu 24.04 and newer: 'apt-get install redis-server'; older ones have " +
  "Redis 6, newer packages for them are at packages.redis.io; macOS: 'brew install redis'; Fedora: 'dnf install redis') " +
  "or set REDIS_URL to a running server.";

async function provision(context: ProvisionContext): Promise<Installation> {
  let old = "";
  const program = await findOnPath("redis-server", context.env);
  if (program !== undefined) {
    const version = await programVersion(program, ["--version"], context.env);
    if (version !== undefined && atLeast(version, 7, 0)) {
      return { command: program, args: [], label: `Redis ${version} (${program})` };
    }
    old = ` (${program} is ${version ?? "not working"})`;
  }
  if (!(await hasApt(context.env))) throw new BackingServiceError(MISSING + old);
  try {
    const installDir = await provisionOnce(
      `redis-debian-${process.platform}-${process.arch}`,
      context,
      async (folder) => {
        await unpackDebianPackage("redis-server", folder, context);
        await verify(folder, context);
      },
    );
    return await verify(installDir, context);
  } catch (error) {
    context.signal?.throwIfAborted();
    throw new BackingServiceError(`${MISSING}${old}\nDownloading the Debian package failed: ${reasonOf(error)}`);
  }
}

async function verify(folder: string, context: ProvisionContext): Promise<Installation> {
  const command = join(folder, "usr", "bin", "redis-server");
  const env = { LD_LIBRARY_PATH: (await libraryFolders(folder)).join(":") };
  const version = await programVersion(command, ["--version"], { ...context.env, ...env });
  if (version === undefined || !atLeast(version, 7, 0)) {
    throw new BackingServiceError(`the system's package has ${version ?? "a redis-server that does not run"}`);
  }
  return { command, args: [], env, label: `Redis ${version} (Debian package, in the cache folder)` };
}

/** Sends one command over a new connection. @returns the first chunk of the reply as text */
function sendCommand(url: string, command: string): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: HOST, port: Number(port), timeout: 1000 });
    socket.once("connect", () => socket.write(`${command}\r\n`));
    socket.once("data", (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    socket.once("timeout", () => socket.destroy(new Error("no response")));
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("closed")));
  });
}

export const redis: BackingServiceDefinition = {
  name: "redis",
  title: "Redis",
  defaultPorts: [6379],
  startTimeoutMs: 60_000,
  provision,
  async plan({ dataDir, ports: [port = 0] }) {
    return {
      url: `redis://${HOST}:${port}`,
      args: [
        "--bind",
        HOST,
        "--port",
        String(port),
        "--dir",
        dataDir,
        "--appendonly",
        "yes",
        "--appendfsync",
        "everysec",
        "--save",
        "",
        "--maxmemory-policy",
        "noeviction",
        "--protected-mode",
        "yes",
        "--daemonize",
        "no",
        // Keeps the arguments visible, which identify a leftover process.
        "--set-proc-title",
        "no",
        "--logfile",
        "",
      ],
    };
  },
  async check({ url }, pid) {
    const info = await sendCommand(url, "INFO server");
    // While it loads its data, it responds with -LOADING.
    if (!info.includes(`process_id:${pid}\r`))
      throw new Error(info.startsWith("$") ? "another server listens on that port" : info);
    const persistence = await sendCommand(url, "PING");
    if (!persistence.startsWith("+PONG")) throw new Error(persistence);
  },
};
