import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { elasticsearch } from "./elasticsearch.ts";
import type { BackingServiceDefinition } from "./definition.ts";
import { ParentDeathGuard } from "./guard.ts";
import { holderOf, tryLock } from "./lock.ts";
import type { ProcessId } from "./lock.ts";
import { ExternalBackingService, ManagedBackingService } from "./managed.ts";
import { mongo } from "./mongo.ts";
import { nats } from "./nats.ts";
import { repeatWhileSilent } from "./progress.ts";
import { redis } from "./redis.ts";
import { lockOf, stoppingFileOf } from "./stopping.ts";
import { backingServiceNames, BackingServiceError, reasonOf, urlVariables } from "./types.ts";
import type {
  BackingService,
  BackingServiceName,
  BackingServices,
  Installation,
  Progress,
  StartOptions,
  StatusListener,
} from "./types.ts";

const DEFINITIONS: Readonly<Record<BackingServiceName, BackingServiceDefinition>> = {
  mongo,
  elasticsearch,
  redis,
  nats,
};

const COLLECT_ERRORS_MS = 5_000;

const SILENT: Progress = () => undefined;

interface Listeners {
  onProgress: Progress;
  onStatus?: StatusListener | undefined;
}

/** Reports of one backing service. */
function reporterOf(
  { title }: BackingServiceDefinition,
  { onProgress, onStatus }: Listeners,
): { progress: Progress; status: Progress; failed: (error: unknown) => never; end: () => void } {
  const { report, end } = repeatWhileSilent((line) => onProgress(`${title}: ${line}`));
  const status: Progress = (text) => onStatus?.(title, text, "running");
  return {
    progress: (line) => {
      report(line);
      status(line);
    },
    status,
    failed: (error) => {
      onStatus?.(title, reasonOf(error), "failed");
      throw error;
    },
    end,
  };
}

/**
 * Waits for all, then throws all failures in one error. Failures that appear soon (missing programs, unreachable hosts)
 * are collected; then the others are aborted, so that a failure is reported without waiting minutes for a build.
 */
async function all<T>(work: readonly Promise<T>[], abort: AbortController): Promise<T[]> {
  const failures: unknown[] = [];
  const settled = Promise.allSettled(work);
  const results = await Promise.allSettled(
    work.map((each) =>
      each.catch(async (error: unknown) => {
        if (!abort.signal.aborted) failures.push(error);
        await Promise.race([settled, delay(COLLECT_ERRORS_MS, undefined, { ref: false })]);
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

export interface ProvisionOptions {
  /** The data folder of a later start: what wrote its data is installed. */
  dataDir?: string | undefined;
  onStatus?: StatusListener;
}

/**
 * Installs backing services without starting them: those on PATH are used, others are installed once in the cache folder.
 * @throws BackingServiceError that names what to install
 */
export async function provision(
  backingServices: readonly BackingServiceName[] = backingServiceNames,
  onProgress: Progress = SILENT,
  env: NodeJS.ProcessEnv = process.env,
  signal?: AbortSignal,
  { dataDir, onStatus }: ProvisionOptions = {},
): Promise<Partial<Record<BackingServiceName, Installation>>> {
  const abort = linked(signal);
  const installed = await all(
    backingServices.map(async (name) => {
      const definition = DEFINITIONS[name];
      const { progress, status, failed, end } = reporterOf(definition, { onProgress, onStatus });
      const own = dataDir === undefined ? undefined : join(resolve(dataDir), name);
      const context = { env, progress, status, signal: abort.signal, dataDir: own };
      const installation = await definition.provision(context).catch(failed).finally(end);
      onStatus?.(definition.title, "installed", "running");
      return [name, installation] as const;
    }),
    abort,
  );
  return Object.fromEntries(installed);
}

/**
 * For programs that measure or apply load: selects `mongod` or the compiled SecantusDB, and compiles it if necessary.
 * Processes that this one starts inherit the choice.
 * @throws BackingServiceError that names what to install
 */
export async function requireFastMongo(onProgress: Progress): Promise<void> {
  process.env["MONGO_BUILD"] ??= "cargo";
  if (process.env[urlVariables.mongo]) return;
  await provision(["mongo"], onProgress);
}

/** The process that runs backing services on this data folder, if any. */
export const findRunning = (dataDir: string): Promise<ProcessId | undefined> => holderOf(lockOf(resolve(dataDir)));

/**
 * Starts the backing services that have no URL in the environment and waits until all are ready. They stop with this
 * process, even after SIGKILL.
 * @throws BackingServiceError if one cannot be installed or started (the others are stopped again), or the data is in use
 */
export async function startBackingServices(options: StartOptions): Promise<BackingServices> {
  const env = options.env ?? process.env;
  const onProgress = options.onProgress ?? SILENT;
  const names = [...new Set(options.services ?? backingServiceNames)];
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const result = await tryLock(lockOf(dataDir));
  if ("holder" in result) {
    throw new BackingServiceError(`Backing services already run on ${dataDir}, pid ${result.holder.pid}.`);
  }
  const { lock } = result;
  const guard = new ParentDeathGuard(env);
  const started: ManagedBackingService[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((service) => service.stop()));
    guard.close();
    await lock.release();
    await rm(stoppingFileOf(dataDir), { force: true });
  };
  const abort = linked(options.signal);

  const startOne = async (name: BackingServiceName): Promise<BackingService> => {
    const definition = DEFINITIONS[name];
    const given = env[urlVariables[name]];
    if (given !== undefined && given !== "") {
      checkUrl(name, given);
      onProgress(`${definition.title}: using ${urlVariables[name]}`);
      options.onStatus?.(definition.title, `using ${urlVariables[name]}`, "done");
      return new ExternalBackingService(name, given);
    }
    const { progress, status, failed, end } = reporterOf(definition, { onProgress, onStatus: options.onStatus });
    status("looking for it");
    const context = { env, progress, status, signal: abort.signal, dataDir: join(dataDir, name) };
    const installation = await definition.provision(context).catch(failed).finally(end);
    abort.signal.throwIfAborted();
    status("starting");
    const begun = Date.now();
    const service = await ManagedBackingService.start(
      { definition, installation, options, dataDir, env, guard, progress },
      abort.signal,
    ).catch(failed);
    started.push(service);
    const port = new URL(service.url).port;
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    onProgress(`${definition.title}: ${installation.label} listens on ${port} after ${seconds} s`);
    options.onStatus?.(definition.title, `port ${port}, ${installation.label}`, "done");
    return service;
  };

  try {
    return assemble(await all(names.map(startOne), abort), stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A controller that the given signal also aborts. */
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
  const byName = new Map(backingServices.map((service) => [service.name, service]));
  const get = (name: BackingServiceName): BackingService => {
    const service = byName.get(name);
    if (service === undefined) throw new BackingServiceError(`The backing service ${name} was not requested.`);
    return service;
  };
  const urls = {} as BackingServices["urls"];
  for (const name of backingServiceNames) {
    const service = byName.get(name);
    Object.defineProperty(
      urls,
      urlVariables[name],
      service === undefined ? { get: () => get(name).url } : { value: service.url, enumerable: true },
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
