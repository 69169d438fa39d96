import { type BackingServices, startBackingServices } from "@plat/backing-services";
import { lenientTimeouts, uniqueName } from "@plat/testkit";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { busPasswords, natsFile } from "./bus.ts";

/** Four engines, the bus among them with its real permissions. MongoDB and Elasticsearch may be those of `npm test`. */
export interface SecuredBackingServices {
  backingServices: BackingServices;
  /** Addresses, and names that no other suite uses. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

export async function startSecuredBackingServices(
  passwords: Readonly<Record<string, string>> = busPasswords,
): Promise<SecuredBackingServices> {
  const folder = await mkdtemp(join(tmpdir(), "plat-deploy-"));
  const { NATS_URL: _, REDIS_URL: __, ...env } = process.env;
  const backingServices = await startBackingServices({
    dataDir: folder,
    env: { ...env, ...passwords },
    nats: { configFile: natsFile("nats.conf") },
  });
  return {
    backingServices,
    settings: { ...backingServices.urls, ...lenientTimeouts, ELASTICSEARCH_INDEX: uniqueName("deploy").toLowerCase() },
    async stop() {
      await backingServices.stop();
      await rm(folder, { recursive: true });
    },
  };
}
