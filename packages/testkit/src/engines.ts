import { type Engine, type EngineName, type Engines, startEngines } from "@plat/engines";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TestEngines {
  engine(name: EngineName): Engine;
  url(name: EngineName): string;
  /** Stops what was started here and removes its data. */
  stop(): Promise<void>;
}

/**
 * Real engines for a suite. MongoDB and Elasticsearch take long to start, so they are shared when the environment names
 * them (`npm test` does); suites keep apart by names of their own (`uniqueName`). Redis and NATS start within a moment
 * and are always a suite's own.
 */
export async function testEngines(...names: EngineName[]): Promise<TestEngines> {
  const dataDir = await mkdtemp(join(tmpdir(), "plat-test-"));
  const { REDIS_URL: _redis, NATS_URL: _nats, ...env } = process.env;
  const engines: Engines = await startEngines({ dataDir, engines: names, env });
  return {
    engine: (name) => engines[name],
    url: (name) => engines[name].url,
    async stop() {
      await engines.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let counter = 0;
/** A name that no other suite uses at the same time: for databases, indexes and prefixes. */
export const uniqueName = (stem: string): string => `${stem}_${process.pid}_${Date.now().toString(36)}_${counter++}`;
