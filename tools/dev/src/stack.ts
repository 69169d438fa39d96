import { type BackingService, findRunning, startBackingServices, waitForStop } from "@plat/backing-services";
import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import type { dashboardFolder } from "./dashboard.ts";
import { backingServicesDir, logDir, runFile, signingSecretFile, staticDir } from "./paths.ts";
import type { StartProgress } from "./progress.ts";
import { requireFreePort } from "./port.ts";
import { ServiceGroup } from "./service-group.ts";
import { checkSettings, type ServiceName, type ServiceProcess, serviceNames } from "./service-process.ts";

export interface Stack {
  url: string;
  /** Address of a gateway without rate limits, for seeding. */
  setupUrl: string;
  hasDashboard: boolean;
  /** Sentences for the user: what is not available, and what could be faster. */
  notes: readonly string[];
  /** Resolves when a process exits unexpectedly, with its name and the path of its log. */
  died: Promise<string>;
  /** Stops the gateway without rate limits. */
  endSetup(): Promise<void>;
  /**
   * Stops a service and starts it again, with its current code.
   * @throws Error with its last log lines if it cannot start; it stays stopped, and can be restarted again
   */
  restart(name: ServiceName): Promise<void>;
  stop(): Promise<void>;
}

export interface StackOptions {
  host: string;
  port: number;
  env: NodeJS.ProcessEnv;
  /** Builds the dashboard while the backing services start. */
  buildDashboard: () => ReturnType<typeof dashboardFolder>;
  progress: StartProgress;
  /** Options of Node.js per service, for example `--inspect`. */
  nodeOptions?: Partial<Record<ServiceName, readonly string[]>>;
  /** Aborts the start, including builds of backing services; processes that were started are stopped. */
  signal?: AbortSignal;
}

const title = "Plat services";
const setupTitle = "setup gateway";

/** Settings that services must not share. */
const perService = new Set(["PORT", "HOST", "OPS_PORT", "OPS_HOST", "MONGO_DATABASE", "NODE_OPTIONS"]);

/** Placeholders for URLs that are known once the backing services are up. */
const placeholderUrls = {
  MONGO_URL: "mongodb://127.0.0.1",
  ELASTICSEARCH_URL: "http://127.0.0.1",
  REDIS_URL: "redis://127.0.0.1",
  NATS_URL: "nats://127.0.0.1",
};

/** Starts the backing services, then the four services. If one fails, everything that was started is stopped. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { host, port, env, nodeOptions, signal } = options;
  const { onProgress, onStatus } = options.progress;
  const aborting = signal === undefined ? {} : { signal };
  const report = ({ pid }: { pid: number }): void => onProgress(`waiting for process ${pid}, which is stopping`);
  await waitForStop(backingServicesDir, report, aborting);
  await requireFreePort(host, port, () => findRunning(backingServicesDir));
  const shared = Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !perService.has(entry[0]),
    ),
  );
  // Everything else is slow: report invalid settings first.
  await all(serviceNames.map((name) => checkSettings(name, { ...placeholderUrls, ...shared })));
  const building = options.buildDashboard();
  const backingServices = await startBackingServices({
    dataDir: backingServicesDir,
    preferDefaultPorts: true,
    onProgress,
    onStatus,
    env,
    ...aborting,
  });
  const services = new ServiceGroup({ logDir, signal, ...(nodeOptions === undefined ? {} : { nodeOptions }) });
  const stop = async (): Promise<void> => {
    await rm(runFile, { force: true });
    await services.stopAll();
    await backingServices.stop();
  };
  try {
    signal?.throwIfAborted();
    const settings = { ...shared, ...backingServices.urls, OPS_HOST: "127.0.0.1", HOST: host, STATIC_DIR: staticDir };
    let started = 0;
    const launch = async (
      name: ServiceName,
      extra: Record<string, string> = {},
      instance: string = name,
    ): Promise<ServiceProcess> => {
      const service = await services.start(name, { ...settings, ...extra }, instance);
      onProgress(`${instance} is ready`);
      const count = serviceNames.length + 1;
      onStatus(title, `${++started} of ${count} ready`, started === count ? "done" : "running");
      return service;
    };
    onStatus(title, "starting", "running");
    const dashboard = await building;
    const dashboardDir = "folder" in dashboard ? { DASHBOARD_DIR: dashboard.folder } : {};
    const [gateway, setupGateway] = await all([
      launch("gateway", { PORT: String(port), ...dashboardDir }),
      launch("gateway", { PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" }, setupTitle),
      launch("keys", { SIGNING_KEY_SECRET: shared["SIGNING_KEY_SECRET"] ?? (await readOrCreateSecret()) }),
      launch("listings"),
      launch("search"),
    ]);
    if (gateway?.url === undefined || setupGateway?.url === undefined) throw new Error("the gateway has no address");
    await writeFile(runFile, JSON.stringify(backingServices.urls, null, 2));
    const { mongo, elasticsearch, redis, nats } = backingServices;
    const notes = [mongo, elasticsearch, redis, nats].flatMap(({ note }) => (note === undefined ? [] : [note]));
    if ("failure" in dashboard) notes.push(dashboard.failure);
    return {
      url: gateway.url,
      setupUrl: setupGateway.url,
      hasDashboard: "folder" in dashboard,
      notes,
      died: Promise.race([services.died, ...[mongo, elasticsearch, redis, nats].map(exitOf)]),
      endSetup: () => services.stop(setupTitle),
      restart: (name) => services.restart(name),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Created at the first start. */
async function readOrCreateSecret(): Promise<string> {
  try {
    await writeFile(signingSecretFile, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFile(signingSecretFile, "utf8");
}

/** Waits for all. @throws Error that says of every one that failed why */
async function all<T>(promises: Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(promises);
  const failures = results.flatMap((result) => (result.status === "rejected" ? [messageOf(result.reason)] : []));
  if (failures.length > 0) throw new Error([...new Set(failures)].join("\n"));
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}
const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

async function exitOf({ name, exited, logFile }: BackingService): Promise<string> {
  const { code, signal } = await exited;
  return `${name} ended (${signal ?? `exit code ${code}`}); its log is ${logFile}`;
}
