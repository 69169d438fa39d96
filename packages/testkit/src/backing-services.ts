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
  /** Stops what was started here and removes its data. */
  stop(): Promise<void>;
}

/** Starts backing services as the test runner does. */
export const startBackingServices = (options: BackingServicesOptions): Promise<BackingServices> =>
  testEnvironment().startBackingServices(options);

/**
 * Real backing services for a suite. MongoDB and Elasticsearch are slow to start, so suites share the ones that the
 * environment names (`npm test` sets the URLs) and use unique names for their data (`uniqueName`). Redis and NATS start
 * quickly and are always a suite's own.
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
/** A name that no other suite uses at the same time: for databases, indexes and prefixes. */
export const uniqueName = (stem: string): string => `${stem}_${process.pid}_${Date.now().toString(36)}_${counter++}`;
