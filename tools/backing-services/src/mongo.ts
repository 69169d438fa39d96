import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BackingServiceDefinition } from "./definition.ts";
import { becomePrimary, REPLICA_SET } from "./mongo-replica-set.ts";
import type { RunAdminCommand } from "./mongo-replica-set.ts";
import { provisionMongo } from "./mongo-source.ts";
import { mongoCommand } from "./mongo-wire.ts";
import { recordWriter } from "./mongo-writer.ts";
import { exists } from "./paths.ts";
import { HOST } from "./ports.ts";

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

export const mongo: BackingServiceDefinition = {
  name: "mongo",
  title: "MongoDB",
  defaultPorts: [27017],
  startTimeoutMs: 90_000,
  provision: provisionMongo,
  async plan({ installation, dataDir, ports: [port = 0] }) {
    await recordWriter(dataDir, installation);
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
