import { type EngineName, URL_VARIABLES } from "@plat/engines";
import { type ServiceName, type ServiceProcess, serviceNames, startService } from "@plat/local";
import { type TestEngines, testEngines, uniqueName } from "./engines.ts";

export interface PlatOptions {
  /** Settings beyond the usual ones, by service or for all. */
  env?: Partial<Record<ServiceName | "all", Record<string, string>>>;
  services?: readonly ServiceName[];
  /** Engines may take only as long as in production, for suites that are about how long things take. */
  isStrict?: boolean;
  /** Engines that those services need. */
  engines?: readonly EngineName[];
}

/** The whole of Plat as processes on engines of its own. */
export interface Plat {
  url: string;
  engines: TestEngines;
  service(name: ServiceName): ServiceProcess;
  /** Starts a further or a killed service with the same settings. */
  start(name: ServiceName, env?: Record<string, string>): Promise<ServiceProcess>;
  /** All lines that any service has logged. */
  log: string[];
  stop(): Promise<void>;
}

/** How long engines may take to answer, for suites that are about what is answered: the machine may be a slow one. */
export const patientSettings = { ELASTICSEARCH_TIMEOUT_MS: "20000", REDIS_TIMEOUT_MS: "10000" };

/** Starts engines and services for an end-to-end suite; quotas are off unless asked for. */
export async function startPlat(options: PlatOptions = {}): Promise<Plat> {
  const names = options.engines ?? ["mongo", "elasticsearch", "redis", "nats"];
  const engines = await testEngines(...names);
  const unique = uniqueName("plat");
  const log: string[] = [];
  const running = new Map<ServiceName, ServiceProcess>();
  const all: ServiceProcess[] = [];
  const settings = (name: ServiceName): Record<string, string> => ({
    ...Object.fromEntries(names.map((engine) => [URL_VARIABLES[engine], engines.url(engine)])),
    MONGO_DATABASE: `${unique}_${name}`,
    ELASTICSEARCH_INDEX: unique.toLowerCase(),
    ...(options.isStrict === true ? {} : patientSettings),
    RATE_LIMITS: "off",
    HOST: "127.0.0.1",
    PORT: "0",
    OPS_HOST: "127.0.0.1",
    OPS_PORT: "0",
    ...options.env?.all,
    ...options.env?.[name],
  });
  const start = async (name: ServiceName, env: Record<string, string> = {}): Promise<ServiceProcess> => {
    const service = await startService(name, { env: { ...settings(name), ...env }, onLine: (line) => log.push(line) });
    running.set(name, service);
    all.push(service);
    return service;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(all.map((service) => service.stop()));
    await engines.stop();
  };
  const service = (name: ServiceName): ServiceProcess => {
    const found = running.get(name);
    if (found === undefined) throw new Error(`the ${name} service is not running`);
    return found;
  };
  try {
    for (const name of options.services ?? serviceNames) await start(name);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    get url() {
      return service("gateway").url ?? "";
    },
    engines,
    service,
    start,
    log,
    stop,
  };
}
