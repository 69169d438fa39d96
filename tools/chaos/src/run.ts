import type { BackingServices, StartOptions } from "@plat/backing-services";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Checks, Round } from "./checks.ts";
import { fsync } from "./scenarios/fsync.ts";
import { kills } from "./scenarios/kills.ts";
import { links } from "./scenarios/links.ts";
import type { Options } from "./options.ts";
import type { Plant } from "./mutations.ts";
import { randomFrom } from "./random.ts";
import { rolling } from "./scenarios/rolling.ts";
import type { Ground } from "./scenario.ts";
import { plantedTree } from "./mutated-checkout.ts";
import { startWorld } from "./cluster.ts";

const byName: Record<Round, (ground: Ground) => Promise<void>> = { kills, links, rolling, fsync };

export interface RunInput {
  root: string;
  options: Options;
  rounds: readonly Round[];
  plant?: Plant;
  /** BackingServices that run already and go on running. */
  backingServices?: BackingServices;
  /** Tells the data of this run from others' on the same engines. */
  suffix?: string;
  checks: Checks;
  closers: Set<() => Promise<void>>;
  onProgress: (line: string) => void;
}

type EnginesModule = { startBackingServices: (options: StartOptions) => Promise<BackingServices> };

/** BackingServices of their own, then one round after the other; everything is ended and its data removed. */
export async function runRounds(input: RunInput): Promise<{ backingServices: string[] }> {
  const { options, plant, checks, closers, onProgress } = input;
  const folder = await mkdtemp(join(tmpdir(), "plat-faults-"));
  const undo: (() => Promise<void>)[] = [];
  const doLater = (close: () => Promise<void>): (() => Promise<void>) => {
    undo.push(close);
    closers.add(close);
    return async () => {
      undo.splice(undo.indexOf(close), 1);
      closers.delete(close);
      await close();
    };
  };
  if (options.keep) onProgress(`data and logs are kept in ${folder}`);
  else doLater(() => rm(folder, { recursive: true, force: true }));
  const serving: string[] = [];
  try {
    const root =
      plant?.patches === undefined ? input.root : await plantedTree(input.root, join(folder, "tree"), plant.patches);
    const logDir = join(folder, "logs");
    await mkdir(logDir);
    const backingServices = input.backingServices ?? (await startOwnEngines(root, folder, onProgress, serving));
    if (input.backingServices === undefined) doLater(() => backingServices.stop());
    const closing = new Map<unknown, () => Promise<void>>();
    const ground: Ground = {
      backingServices,
      options,
      checks,
      random: randomFrom(options.seed),
      root,
      logDir,
      closers,
      onProgress,
      prepare: plant?.prepare,
      focus: plant ?? {},
      async open(wanted) {
        const world = await startWorld({
          ...wanted,
          name: `${wanted.name}${input.suffix ?? ""}`,
          backingServices,
          root,
          logDir,
        });
        closing.set(
          world,
          doLater(() => world.stop()),
        );
        return world;
      },
      close: async (world) => closing.get(world)?.(),
    };
    for (const round of input.rounds) {
      onProgress(`── ${round}`);
      await byName[round](ground);
    }
    return { backingServices: serving };
  } finally {
    for (const close of undo.splice(0).toReversed()) {
      if (!closers.delete(close)) continue;
      await close().catch((error: unknown) => console.error(error));
    }
  }
}

/** @param root whose way of starting engines is taken */
export async function startOwnEngines(
  root: string,
  folder: string,
  onProgress: (line: string) => void,
  serving: string[] = [],
): Promise<BackingServices> {
  const code = (await import(pathToFileURL(join(root, "tools/backing-services/src/index.ts")).href)) as EnginesModule;
  const { MONGO_URL, ELASTICSEARCH_URL, REDIS_URL, NATS_URL, ...env } = process.env;
  const given = Object.entries({ MONGO_URL, ELASTICSEARCH_URL, REDIS_URL, NATS_URL });
  const named = given.flatMap(([name, url]) => (url === undefined ? [] : [name]));
  if (named.length > 0) onProgress(`engines of its own are killed, so these are not used: ${named.join(", ")}`);
  return code.startBackingServices({
    dataDir: join(folder, "engines"),
    env,
    onProgress: (line) => {
      const label = /: (.*) serves on/.exec(line)?.[1];
      if (label !== undefined) serving.push(label);
      onProgress(line);
    },
  });
}
