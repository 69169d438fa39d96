import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { elasticsearch } from "./elasticsearch.ts";
import type { EngineDefinition } from "./engine.ts";
import { Guard } from "./guard.ts";
import { tryLock } from "./lock.ts";
import { ExternalEngine, ManagedEngine } from "./managed.ts";
import { mongo } from "./mongo.ts";
import { nats } from "./nats.ts";
import { redis } from "./redis.ts";
import { ENGINE_NAMES, EngineError, reasonOf, URL_VARIABLES } from "./types.ts";
import type { Engine, EngineName, Engines, Installation, Progress, StartEnginesOptions } from "./types.ts";

const DEFINITIONS: Readonly<Record<EngineName, EngineDefinition>> = { mongo, elasticsearch, redis, nats };

const SILENT: Progress = () => undefined;

const prefixed =
  (definition: EngineDefinition, progress: Progress): Progress =>
  (line) =>
    progress(`${definition.title}: ${line}`);

async function provisionOne(
  definition: EngineDefinition,
  env: NodeJS.ProcessEnv,
  onProgress: Progress,
): Promise<Installation> {
  return definition.provision({ env, progress: prefixed(definition, onProgress) });
}

/** Waits for all, then throws what went wrong, all of it in one message. */
async function all<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(work);
  const failures = results.filter((result) => result.status === "rejected").map((result): unknown => result.reason);
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) {
    const messages = failures.map((failure) => reasonOf(failure));
    throw new EngineError(messages.join("\n\n"), { cause: new AggregateError(failures) });
  }
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/**
 * Puts engines in place without starting them: found on PATH, else made once in the cache folder.
 * @throws EngineError that says what to install
 */
export async function provision(
  engines: readonly EngineName[] = ENGINE_NAMES,
  onProgress: Progress = SILENT,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Partial<Record<EngineName, Installation>>> {
  const made = await all(
    engines.map(async (name) => [name, await provisionOne(DEFINITIONS[name], env, onProgress)] as const),
  );
  return Object.fromEntries(made);
}

/**
 * Starts the engines that have no URL in the environment and waits until all serve. They end with this process, however it ends.
 * @throws EngineError when one can't be put in place or started (what was started is stopped again), or when the data is in use
 */
export async function startEngines(options: StartEnginesOptions): Promise<Engines> {
  const env = options.env ?? process.env;
  const onProgress = options.onProgress ?? SILENT;
  const names = [...new Set(options.engines ?? ENGINE_NAMES)];
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const result = await tryLock(join(dataDir, "engines.lock"));
  if ("holder" in result) {
    throw new EngineError(`The engines on ${dataDir} are already running, pid ${result.holder.pid}.`);
  }
  const { lock } = result;
  const guard = new Guard(env);
  const started: ManagedEngine[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((engine) => engine.stop()));
    guard.close();
    await lock.release();
  };
  const abort = new AbortController();

  const startOne = async (name: EngineName): Promise<Engine> => {
    const definition = DEFINITIONS[name];
    const given = env[URL_VARIABLES[name]];
    if (given !== undefined && given !== "") {
      checkUrl(name, given);
      onProgress(`${definition.title}: using ${URL_VARIABLES[name]}`);
      return new ExternalEngine(name, given);
    }
    const progress = prefixed(definition, onProgress);
    const installation = await provisionOne(definition, env, onProgress);
    if (abort.signal.aborted) throw new EngineError(`${definition.title} was not started.`);
    const begun = Date.now();
    const engine = await ManagedEngine.start(
      { definition, installation, options, dataDir, env, guard, progress },
      abort.signal,
    );
    started.push(engine);
    progress(
      `${installation.label} serves on ${new URL(engine.url).port} after ${((Date.now() - begun) / 1000).toFixed(1)} s`,
    );
    return engine;
  };

  let first: unknown;
  try {
    const engines = await all(
      names.map((name) =>
        startOne(name).catch((error: unknown) => {
          first ??= error;
          // The others need not go on to start what will be stopped.
          abort.abort();
          throw error;
        }),
      ),
    );
    return assemble(engines, stop);
  } catch (error) {
    await stop();
    throw first ?? error;
  }
}

function checkUrl(name: EngineName, url: string): void {
  if (!URL.canParse(url.split(",", 1)[0] ?? ""))
    throw new EngineError(`${URL_VARIABLES[name]} is not a URL: '${url.replace(/\/\/[^@/]*@/, "//…@")}'.`);
}

function assemble(engines: readonly Engine[], stop: () => Promise<void>): Engines {
  const byName = new Map(engines.map((engine) => [engine.name, engine]));
  const get = (name: EngineName): Engine => {
    const engine = byName.get(name);
    if (engine === undefined) throw new EngineError(`The engine ${name} was not asked for.`);
    return engine;
  };
  const urls = {} as Engines["urls"];
  for (const name of ENGINE_NAMES) {
    const engine = byName.get(name);
    Object.defineProperty(
      urls,
      URL_VARIABLES[name],
      engine === undefined ? { get: () => get(name).url } : { value: engine.url, enumerable: true },
    );
  }
  return {
    get mongo() {
      return get("mongo");
    },
    get elasticsearch() {
      return get("elasticsearch");
    },
    get redis() {
      return get("redis");
    },
    get nats() {
      return get("nats");
    },
    urls,
    stop,
  };
}
