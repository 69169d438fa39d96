import { type Engines, startEngines } from "@plat/engines";
import { patientSettings, uniqueName } from "@plat/testkit";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { busPasswords, natsFile } from "./bus.ts";

/** Four engines, the bus among them with its real permissions. MongoDB and Elasticsearch may be those of `npm test`. */
export interface SecuredEngines {
  engines: Engines;
  /** Addresses, and names that no other suite uses. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

export async function startSecuredEngines(
  passwords: Readonly<Record<string, string>> = busPasswords,
): Promise<SecuredEngines> {
  const folder = await mkdtemp(join(tmpdir(), "plat-deploy-"));
  const { NATS_URL: _, REDIS_URL: __, ...env } = process.env;
  const engines = await startEngines({
    dataDir: folder,
    env: { ...env, ...passwords },
    nats: { configFile: natsFile("nats.conf") },
  });
  return {
    engines,
    settings: { ...engines.urls, ...patientSettings, ELASTICSEARCH_INDEX: uniqueName("deploy").toLowerCase() },
    async stop() {
      await engines.stop();
      await rm(folder, { recursive: true });
    },
  };
}
