import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { provisionOnce } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import type { BackingServiceDefinition } from "./definition.ts";
import { ParentDeathGuard } from "./guard.ts";
import { exists } from "./paths.ts";
import { reservePort, releasePorts } from "./ports.ts";
import { ChildProcessHandle } from "./process.ts";
import { untilReady } from "./ready.ts";
import { reasonOf } from "./types.ts";
import type { Installation } from "./types.ts";

const INDEX = {
  settings: {
    number_of_replicas: 0,
    analysis: {
      analyzer: {
        text: { type: "custom", tokenizer: "standard", filter: ["lowercase", "asciifolding", "porter_stem"] },
      },
    },
  },
  mappings: {
    properties: {
      text: { type: "text", analyzer: "text" },
      type: { type: "keyword" },
      price: { type: "double" },
      place: { type: "geo_point" },
    },
  },
};
const DOCUMENT = { text: "Sunny gardens", type: "house", price: 1.5, place: { lat: 1, lon: 2 } };
const SEARCH = {
  query: {
    bool: {
      must: { match: { text: "garden" } },
      filter: [{ range: { price: { gte: 1 } } }, { geo_distance: { distance: "5km", place: { lat: 1, lon: 2 } } }],
    },
  },
  aggs: { types: { terms: { field: "type" }, aggs: { price: { stats: { field: "price" } } } } },
};

/**
 * The archive of loaded classes (Java's class data sharing), which halves the time and CPU of every start. One start
 * creates it at the final location of the jars, because Java compares their paths. Undefined if this JDK cannot create
 * one.
 */
export async function classArchive(
  name: string,
  definition: Omit<BackingServiceDefinition, "provision">,
  installation: Installation,
  context: ProvisionContext,
): Promise<string | undefined> {
  const installDir = await provisionOnce(`${name}-classes`, context, async (folder) => {
    context.progress("starting it once to speed up later starts");
    const data = join(folder, "data");
    await mkdir(data, { recursive: true });
    const ports = await Promise.all([reservePort(), reservePort()]);
    const guard = new ParentDeathGuard(context.env);
    try {
      await exercise(definition, installation, context, { folder, data, ports, guard });
    } catch (error) {
      context.signal?.throwIfAborted();
      context.progress(`no class data archive, starts take longer: ${reasonOf(error)}`);
    } finally {
      guard.close();
      releasePorts(ports);
      await rm(data, { recursive: true, force: true });
    }
  });
  const file = join(installDir, "classes.jsa");
  return (await exists(file)) ? file : undefined;
}

async function exercise(
  definition: Omit<BackingServiceDefinition, "provision">,
  installation: Installation,
  { env, signal }: ProvisionContext,
  place: { folder: string; data: string; ports: number[]; guard: ParentDeathGuard },
): Promise<void> {
  const { folder, data, ports, guard } = place;
  const plan = await definition.plan({ installation, dataDir: data, ports, options: { dataDir: data }, env });
  const running = await ChildProcessHandle.start({
    name: definition.title,
    command: installation.command,
    args: [`-XX:ArchiveClassesAtExit=${join(folder, "classes.jsa")}`, ...installation.args, ...plan.args],
    env: { ...env, ...installation.env, ...plan.env },
    cwd: data,
    logFile: join(folder, "start.log"),
    pidFile: join(folder, "start.pid"),
    guard,
    marker: data,
  });
  try {
    await untilReady(definition, plan, installation, running, signal);
    const send = async (method: string, path: string, body: unknown): Promise<void> => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(plan.url + path, { method, headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      await response.arrayBuffer();
    };
    await send("PUT", "/exercise", INDEX);
    await send("PUT", "/exercise/_doc/1?version=1&version_type=external&refresh=true", DOCUMENT);
    await send("POST", "/exercise/_search", SEARCH);
  } finally {
    await running.stop(60_000);
  }
}
