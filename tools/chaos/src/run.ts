import type { BackingServices, StartOptions } from "@plat/backing-services";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Checks, Scenario } from "./checks.ts";
import { fsync } from "./scenarios/fsync.ts";
import { kills } from "./scenarios/kills.ts";
import { links } from "./scenarios/links.ts";
import type { Options } from "./options.ts";
import type { Mutation } from "./mutations.ts";
import { randomFrom } from "./random.ts";
import { rolling } from "./scenarios/rolling.ts";
import type { ScenarioContext } from "./scenario.ts";
import { createMutatedCheckout } from "./mutated-checkout.ts";
import { startCluster } from "./cluster.ts";

const scenarioFunctions: Record<Scenario, (context: ScenarioContext) => Promise<void>> = {
  kills,
  links,
  rolling,
  fsync,
};

export interface RunInput {
  root: string;
  options: Options;
  scenarios: readonly Scenario[];
  mutation?: Mutation;
  /** Running backing services, which the run does not stop. */
  backingServices?: BackingServices;
  /** Separates the data of this run from that of others on the same backing services. */
  suffix?: string;
  checks: Checks;
  closers: Set<() => Promise<void>>;
  onProgress: (line: string) => void;
}

type BackingServicesModule = { startBackingServices: (options: StartOptions) => Promise<BackingServices> };

/** Runs scenarios one after another. Starts backing services unless given, stops what it started and removes its data. */
export async function runScenarios(input: RunInput): Promise<{ backingServices: string[] }> {
  const { options, mutation, checks, closers, onProgress } = input;
  const folder = await mkdtemp(join(tmpdir(), "plat-chaos-"));
  const cleanups: (() => Promise<void>)[] = [];
  const defer = (close: () => Promise<void>): (() => Promise<void>) => {
    cleanups.push(close);
    closers.add(close);
    return async () => {
      cleanups.splice(cleanups.indexOf(close), 1);
      closers.delete(close);
      await close();
    };
  };
  if (options.keep) onProgress(`data and logs are retained in ${folder}`);
  else defer(() => rm(folder, { recursive: true, force: true }));
  const versions: string[] = [];
  try {
    const root =
      mutation?.patches === undefined
        ? input.root
        : await createMutatedCheckout(input.root, join(folder, "tree"), mutation.patches);
    const logDir = join(folder, "logs");
    await mkdir(logDir);
    const backingServices =
      input.backingServices ?? (await startOwnBackingServices(root, folder, onProgress, versions));
    if (input.backingServices === undefined) defer(() => backingServices.stop());
    const closing = new Map<unknown, () => Promise<void>>();
    const context: ScenarioContext = {
      backingServices,
      options,
      checks,
      random: randomFrom(options.seed),
      root,
      logDir,
      closers,
      onProgress,
      prepare: mutation?.prepare,
      focus: mutation ?? {},
      async open(newMode) {
        const cluster = await startCluster({
          ...newMode,
          name: `${newMode.name}${input.suffix ?? ""}`,
          backingServices,
          root,
          logDir,
        });
        closing.set(
          cluster,
          defer(() => cluster.stop()),
        );
        return cluster;
      },
      close: async (cluster) => closing.get(cluster)?.(),
    };
    for (const scenario of input.scenarios) {
      onProgress(`── ${scenario}`);
      await scenarioFunctions[scenario](context);
    }
    return { backingServices: versions };
  } finally {
    for (const close of cleanups.splice(0).toReversed()) {
      if (!closers.delete(close)) continue;
      await close().catch((error: unknown) => console.error(error));
    }
  }
}

/** @param root checkout whose code starts the backing services, which may be mutated */
export async function startOwnBackingServices(
  root: string,
  folder: string,
  onProgress: (line: string) => void,
  versions: string[] = [],
): Promise<BackingServices> {
  const code = (await import(
    pathToFileURL(join(root, "tools/backing-services/src/index.ts")).href
  )) as BackingServicesModule;
  const { MONGO_URL, ELASTICSEARCH_URL, REDIS_URL, NATS_URL, ...env } = process.env;
  const given = Object.entries({ MONGO_URL, ELASTICSEARCH_URL, REDIS_URL, NATS_URL });
  const named = given.flatMap(([name, url]) => (url === undefined ? [] : [name]));
  if (named.length > 0)
    onProgress(`ignoring ${named.join(", ")}: this run kills its backing services, so it starts its own`);
  return code.startBackingServices({
    dataDir: join(folder, "backing-services"),
    env,
    onProgress: (line) => {
      const label = /: (.*) listens on/.exec(line)?.[1];
      if (label !== undefined) versions.push(label);
      onProgress(line);
    },
  });
}
