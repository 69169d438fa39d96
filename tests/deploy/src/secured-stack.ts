import { type BackingServices, startBackingServices } from "@plat/backing-services";
import { lenientTimeouts, uniqueName } from "@plat/testkit";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { natsPasswords, natsFile } from "./nats-users.ts";

/** The four backing services, NATS with its real permissions. MongoDB and Elasticsearch may be those of `npm test`. */
export interface SecuredBackingServices {
  backingServices: BackingServices;
  /** URLs, and names that no other suite uses. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

export async function startSecuredBackingServices(
  passwords: Readonly<Record<string, string>> = natsPasswords,
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
