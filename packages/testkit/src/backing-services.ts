import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BackingService,
  type BackingServiceName,
  type BackingServices,
  type BackingServicesOptions,
  testEnvironment,
} from "./environment.ts";

export interface TestBackingServices {
  service(name: BackingServiceName): BackingService;
  url(name: BackingServiceName): string;
  /** Stops the backing services that this call started and removes their data. */
  stop(): Promise<void>;
}

/** Starts backing services with the environment that the test runner provides. */
export const startBackingServices = (options: BackingServicesOptions): Promise<BackingServices> =>
  testEnvironment().startBackingServices(options);

/**
 * Starts real backing services for a suite. MongoDB and Elasticsearch start slowly, so suites share the instances in
 * `MONGO_URL` and `ELASTICSEARCH_URL` (set by `npm test`) and use unique names for their data (`uniqueName`). Redis and
 * NATS start quickly, so each suite gets its own instances.
 */
export async function testBackingServices(...names: BackingServiceName[]): Promise<TestBackingServices> {
  const dataDir = await mkdtemp(join(tmpdir(), "plat-test-"));
  const { REDIS_URL: _redis, NATS_URL: _nats, ...env } = process.env;
  const running = await startBackingServices({ dataDir, services: names, env });
  return {
    service: (name) => running[name],
    url: (name) => running[name].url,
    async stop() {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let counter = 0;
/** Returns a name that no other suite uses, for databases, indexes and prefixes. */
export const uniqueName = (stem: string): string => `${stem}_${process.pid}_${Date.now().toString(36)}_${counter++}`;
