import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { elasticsearch } from "./elasticsearch.ts";
import type { BackingServiceDefinition } from "./definition.ts";
import { Guard } from "./guard.ts";
import { holderOf, tryLock } from "./lock.ts";
import type { ProcessId } from "./lock.ts";
import { ExternalBackingService, ManagedBackingService } from "./managed.ts";
import { mongo } from "./mongo.ts";
import { nats } from "./nats.ts";
import { keepTelling } from "./progress.ts";
import { redis } from "./redis.ts";
import { backingServiceNames, BackingServiceError, reasonOf, urlVariables } from "./types.ts";
import type {
  BackingService,
  BackingServiceName,
  BackingServices,
  Installation,
  Progress,
  StartOptions,
} from "./types.ts";

const DEFINITIONS: Readonly<Record<BackingServiceName, BackingServiceDefinition>> = {
  mongo,
  elasticsearch,
  redis,
  nats,
};

const GATHERING_MS = 500;

const SILENT: Progress = () => undefined;

const prefixed =
  (definition: BackingServiceDefinition, progress: Progress): Progress =>
  (line) =>
    progress(`${definition.title}: ${line}`);

/**
 * Waits for all, then throws what went wrong, all of it in one message. What fails at once (missing programs) is told
 * together; after that the others are ended, so that nobody waits minutes for a build to hear of it.
 */
async function all<T>(work: readonly Promise<T>[], abort: AbortController): Promise<T[]> {
  const failures: unknown[] = [];
  const results = await Promise.allSettled(
    work.map((each) =>
      each.catch(async (error: unknown) => {
        if (!abort.signal.aborted) failures.push(error);
        await delay(GATHERING_MS);
        abort.abort();
        throw error;
      }),
    ),
  );
  const [first] = failures;
  if (failures.length === 1) throw first;
  if (failures.length > 1) {
    throw new BackingServiceError(failures.map(reasonOf).join("\n\n"), { cause: new AggregateError(failures) });
  }
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

/**
 * Puts engines in place without starting them: found on PATH, else made once in the cache folder.
 * @throws BackingServiceError that says what to install
 */
export async function provision(
  backingServices: readonly BackingServiceName[] = backingServiceNames,
  onProgress: Progress = SILENT,
  env: NodeJS.ProcessEnv = process.env,
  signal?: AbortSignal,
): Promise<Partial<Record<BackingServiceName, Installation>>> {
  const abort = linked(signal);
  const made = await all(
    backingServices.map(async (name) => {
      const definition = DEFINITIONS[name];
      const { tell, end } = keepTelling(prefixed(definition, onProgress));
      const context = { env, progress: tell, signal: abort.signal };
      return [name, await definition.provision(context).finally(end)] as const;
    }),
    abort,
  );
  return Object.fromEntries(made);
}

const lockOf = (dataDir: string): string => join(resolve(dataDir), "engines.lock");

/** The process that runs engines on this data folder, if one does. */
export const runningOn = (dataDir: string): Promise<ProcessId | undefined> => holderOf(lockOf(dataDir));

/**
 * Starts the engines that have no URL in the environment and waits until all serve. They end with this process, however it ends.
 * @throws BackingServiceError when one can't be put in place or started (what was started is stopped again), or when the data is in use
 */
export async function startBackingServices(options: StartOptions): Promise<BackingServices> {
  const env = options.env ?? process.env;
  const onProgress = options.onProgress ?? SILENT;
  const names = [...new Set(options.services ?? backingServiceNames)];
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const result = await tryLock(lockOf(dataDir));
  if ("holder" in result) {
    throw new BackingServiceError(`The engines on ${dataDir} are already running, pid ${result.holder.pid}.`);
  }
  const { lock } = result;
  const guard = new Guard(env);
  const started: ManagedBackingService[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((engine) => engine.stop()));
    guard.close();
    await lock.release();
  };
  const abort = linked(options.signal);

  const startOne = async (name: BackingServiceName): Promise<BackingService> => {
    const definition = DEFINITIONS[name];
    const given = env[urlVariables[name]];
    if (given !== undefined && given !== "") {
      checkUrl(name, given);
      onProgress(`${definition.title}: using ${urlVariables[name]}`);
      return new ExternalBackingService(name, given);
    }
    const { tell: progress, end } = keepTelling(prefixed(definition, onProgress));
    const installation = await definition.provision({ env, progress, signal: abort.signal }).finally(end);
    abort.signal.throwIfAborted();
    const begun = Date.now();
    const engine = await ManagedBackingService.start(
      { definition, installation, options, dataDir, env, guard, progress },
      abort.signal,
    );
    started.push(engine);
    progress(
      `${installation.label} serves on ${new URL(engine.url).port} after ${((Date.now() - begun) / 1000).toFixed(1)} s`,
    );
    return engine;
  };

  try {
    return assemble(await all(names.map(startOne), abort), stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A controller that the given signal aborts too. */
function linked(signal: AbortSignal | undefined): AbortController {
  const abort = new AbortController();
  if (signal?.aborted === true) abort.abort(signal.reason);
  signal?.addEventListener("abort", () => abort.abort(signal.reason), { once: true });
  return abort;
}

function checkUrl(name: BackingServiceName, url: string): void {
  if (!URL.canParse(url.split(",", 1)[0] ?? ""))
    throw new BackingServiceError(`${urlVariables[name]} is not a URL: '${url.replace(/\/\/[^@/]*@/, "//…@")}'.`);
}

function assemble(backingServices: readonly BackingService[], stop: () => Promise<void>): BackingServices {
  const byName = new Map(backingServices.map((engine) => [engine.name, engine]));
  const get = (name: BackingServiceName): BackingService => {
    const engine = byName.get(name);
    if (engine === undefined) throw new BackingServiceError(`The engine ${name} was not asked for.`);
    return engine;
  };
  const urls = {} as BackingServices["urls"];
  for (const name of backingServiceNames) {
    const engine = byName.get(name);
    Object.defineProperty(
      urls,
      urlVariables[name],
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
