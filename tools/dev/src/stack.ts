import { type BackingServices, findRunning, startBackingServices } from "@plat/backing-services";
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { dashboardFolder } from "./dashboard.ts";
import { backingServicesDir, logDir, runFile, signingSecretFile, staticDir } from "./paths.ts";
import type { StartProgress } from "./progress.ts";
import { requireFreePort } from "./port.ts";
import { checkSettings, type ServiceName, type ServiceProcess, serviceNames, startService } from "./service-process.ts";

export interface Stack {
  url: string;
  hasDashboard: boolean;
  services: readonly ServiceProcess[];
  /** A gateway without rate limits, for seeding; stop it afterwards. */
  setupGateway: ServiceProcess;
  /** Sentences for the user: what is not available, and what could be faster. */
  notes: readonly string[];
  /** Resolves when a process exits unexpectedly, with its name and the path of its log. */
  died: Promise<string>;
  stop(): Promise<void>;
}

export interface StackOptions {
  host: string;
  port: number;
  env: NodeJS.ProcessEnv;
  /** Builds the dashboard while the backing services start. */
  buildDashboard: () => ReturnType<typeof dashboardFolder>;
  progress: StartProgress;
  /** Aborts the start, including builds of backing services; processes that were started are stopped. */
  signal?: AbortSignal;
}

const title = "Plat services";

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
  const { host, port, env, signal } = options;
  const { onProgress, onStatus } = options.progress;
  const aborting = signal === undefined ? {} : { signal };
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
  const started: ServiceProcess[] = [];
  const stop = async (): Promise<void> => {
    await rm(runFile, { force: true });
    // The gateway stops first, so that the others receive no new requests while they drain.
    const gateways = started.filter((service) => service.name === "gateway");
    await Promise.all(gateways.map((service) => service.stop()));
    await Promise.all(started.map((service) => service.stop()));
    await backingServices.stop();
  };
  try {
    signal?.throwIfAborted();
    await mkdir(logDir, { recursive: true });
    const settings = { ...shared, ...backingServices.urls, OPS_HOST: "127.0.0.1", HOST: host, STATIC_DIR: staticDir };
    const launch = async (
      name: ServiceName,
      logName: string,
      extra: Record<string, string>,
    ): Promise<ServiceProcess> => {
      const log = createWriteStream(join(logDir, `${logName}.log`), { flags: "a" });
      const service = await startService(name, {
        ...aborting,
        env: { ...settings, ...extra },
        onLine: (line) => log.write(`${line}\n`),
      });
      void service.exited.then(() => log.end());
      started.push(service);
      onProgress(`${logName} is ready`);
      const count = serviceNames.length + 1;
      onStatus(title, `${started.length} of ${count} ready`, started.length === count ? "done" : "running");
      return service;
    };
    onStatus(title, "starting", "running");
    const dashboard = await building;
    const gatewaySettings = {
      PORT: String(port),
      ...("folder" in dashboard ? { DASHBOARD_DIR: dashboard.folder } : {}),
    };
    const own: Partial<Record<ServiceName, Record<string, string>>> = {
      gateway: gatewaySettings,
      keys: { SIGNING_KEY_SECRET: shared["SIGNING_KEY_SECRET"] ?? (await readOrCreateSecret()) },
    };
    const services = await all([
      ...serviceNames.map((name) => launch(name, name, own[name] ?? {})),
      launch("gateway", "setup gateway", { PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" }),
    ]);
    const setupGateway = services.pop();
    const gateway = services.find((service) => service.name === "gateway");
    if (setupGateway === undefined || gateway?.url === undefined) throw new Error("the gateway has no address");
    await writeFile(runFile, JSON.stringify(backingServices.urls, null, 2));
    const { mongo, elasticsearch, redis, nats } = backingServices;
    const notes = [mongo, elasticsearch, redis, nats].flatMap(({ note }) => (note === undefined ? [] : [note]));
    if ("failure" in dashboard) notes.push(dashboard.failure);
    const died = watch(services, backingServices);
    return { url: gateway.url, hasDashboard: "folder" in dashboard, services, setupGateway, notes, died, stop };
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

function watch(services: readonly ServiceProcess[], backingServices: BackingServices): Promise<string> {
  const deaths = [
    ...services.map(async ({ name, exited }) => {
      const { code, signal } = await exited;
      return `the ${name} service ended (${signal ?? `exit code ${code}`}); its log is ${join(logDir, `${name}.log`)}`;
    }),
    ...[backingServices.mongo, backingServices.elasticsearch, backingServices.redis, backingServices.nats].map(
      async ({ name, exited, logFile }) => {
        const { code, signal } = await exited;
        return `${name} ended (${signal ?? `exit code ${code}`}); its log is ${logFile}`;
      },
    ),
  ];
  return Promise.race(deaths);
}
