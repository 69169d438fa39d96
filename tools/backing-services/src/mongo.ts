import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProvisionContext } from "./cache.ts";
import type { BackingServiceDefinition } from "./definition.ts";
import { becomePrimary, REPLICA_SET } from "./mongo-replica-set.ts";
import type { RunAdminCommand } from "./mongo-replica-set.ts";
import { secantusdb } from "./mongo-secantusdb.ts";
import { mongoCommand } from "./mongo-wire.ts";
import { exists, findOnPath } from "./paths.ts";
import { HOST } from "./ports.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { Installation } from "./types.ts";
import { atLeast, programVersion } from "./version.ts";

const MISSING =
  "A MongoDB server is needed: 'mongod' 5 or newer on PATH, or what it takes to build a compatible one: cargo (https://rustup.rs), " +
  "a C compiler and cmake (Debian, Ubuntu: 'apt-get install build-essential cmake'; macOS: 'xcode-select --install' and " +
  "'brew install cmake'), or Python 3.10 or newer with venv ('apt-get install python3-venv'); or set MONGO_URL to a server that runs.";

async function provision(context: ProvisionContext): Promise<Installation> {
  const reasons: string[] = [];
  const program = await findOnPath("mongod", context.env);
  if (program !== undefined) {
    const version = await programVersion(program, ["--version"], context.env);
    if (version !== undefined && atLeast(version, 5, 0)) {
      return { command: program, args: [], label: `MongoDB ${version} (${program})`, kind: "mongod" };
    }
    reasons.push(`${program} is ${version ?? "not working"}`);
  }
  try {
    return await secantusdb(context);
  } catch (error) {
    context.signal?.throwIfAborted();
    throw new BackingServiceError([MISSING, ...reasons, reasonOf(error)].join("\n"), { cause: error });
  }
}

/** The servers have incompatible files. @throws BackingServiceError if another server wrote this data */
async function keepApart(dataDir: string, { kind = "", label }: Installation): Promise<void> {
  const file = join(dataDir, "written-by");
  const before = (await readFile(file, "utf8").catch(() => kind)).trim();
  if (before !== kind) {
    throw new BackingServiceError(
      `The data in ${dataDir} was written by ${before}, which is not what was found now (${label}). ` +
        "Make that available again, or remove the data (npm run reset).",
    );
  }
  await writeFile(file, `${kind}\n`);
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

export const mongo: BackingServiceDefinition = {
  name: "mongo",
  title: "MongoDB",
  defaultPorts: [27017],
  startTimeoutMs: 90_000,
  provision,
  async plan({ installation, dataDir, ports: [port = 0] }) {
    await keepApart(dataDir, installation);
    // Direct: the driver uses the given address instead of the one in the replica set's configuration.
    const url = `mongodb://${HOST}:${port}/?directConnection=true`;
    if (installation.kind === "mongod") {
      return {
        url,
        args: [
          "--dbpath",
          dataDir,
          "--bind_ip",
          HOST,
          "--port",
          String(port),
          "--replSet",
          REPLICA_SET,
          "--wiredTigerCacheSizeGB",
          "0.5",
        ],
      };
    }
    // An explicit file prevents it from reading settings in the home folder or the current one.
    const config = join(dataDir, "secantusd.toml");
    if (!(await exists(config))) await writeFile(config, "# The settings are on the command line.\n");
    return {
      url,
      args: [
        "--config",
        config,
        "--host",
        HOST,
        "--port",
        String(port),
        "--storage-path",
        join(dataDir, "store"),
        "--cache-size",
        "512M",
        "--log-level",
        "WARNING",
        // Without it, acknowledged writes are lost when the process is killed.
        "--sync-on-commit",
      ],
    };
  },
  async check({ url }, pid, installation) {
    const address = addressOf(url);
    const ask: RunAdminCommand = (command, timeoutMs) => mongoCommand(address, { ...command, $db: "admin" }, timeoutMs);
    if (installation.kind !== "mongod") {
      if ((await ask({ hello: 1 }))["isWritablePrimary"] !== true) throw new Error("not a primary yet");
      return;
    }
    const status = await ask({ serverStatus: 1 });
    if (status["pid"] !== pid) throw new Error("another server listens on that port");
    await becomePrimary(ask, `${HOST}:${address.port}`);
  },
};
