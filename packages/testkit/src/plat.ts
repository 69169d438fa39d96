import { type TestBackingServices, testBackingServices, uniqueName } from "./backing-services.ts";
import {
  type BackingServiceName,
  type ServiceName,
  serviceNames,
  type ServiceProcess,
  testEnvironment,
  urlVariables,
} from "./environment.ts";

export interface PlatOptions {
  /** Settings beyond the usual ones, by service or for all. */
  env?: Partial<Record<ServiceName | "all", Record<string, string>>>;
  services?: readonly ServiceName[];
  /** Uses the production timeouts of backing services, for suites about timeouts. */
  useProductionTimeouts?: boolean;
  /** Backing services that those services need. */
  backingServices?: readonly BackingServiceName[];
}

/** All services of Plat as processes, with backing services of their own. */
export interface Plat {
  url: string;
  backingServices: TestBackingServices;
  service(name: ServiceName): ServiceProcess;
  /** Starts a further or a killed service with the same settings. */
  start(name: ServiceName, env?: Record<string, string>): Promise<ServiceProcess>;
  /** All lines that any service has logged. */
  log: string[];
  stop(): Promise<void>;
}

/** Long timeouts of backing services, for suites that are not about timeouts: the machine may be slow. */
export const lenientTimeouts = { ELASTICSEARCH_TIMEOUT_MS: "20000", REDIS_TIMEOUT_MS: "10000" };

/** Starts backing services and services for an end-to-end suite; rate limits are off unless `env` sets them. */
export async function startPlat(options: PlatOptions = {}): Promise<Plat> {
  const names = options.backingServices ?? ["mongo", "elasticsearch", "redis", "nats"];
  const backingServices = await testBackingServices(...names);
  const unique = uniqueName("plat");
  const log: string[] = [];
  const running = new Map<ServiceName, ServiceProcess>();
  const all: ServiceProcess[] = [];
  const settings = (name: ServiceName): Record<string, string> => ({
    ...Object.fromEntries(names.map((each) => [urlVariables[each], backingServices.url(each)])),
    MONGO_DATABASE: `${unique}_${name}`,
    ELASTICSEARCH_INDEX: unique.toLowerCase(),
    ...(options.useProductionTimeouts === true ? {} : lenientTimeouts),
    RATE_LIMITS: "off",
    HOST: "127.0.0.1",
    PORT: "0",
    OPS_HOST: "127.0.0.1",
    OPS_PORT: "0",
    ...options.env?.all,
    ...options.env?.[name],
  });
  const start = async (name: ServiceName, env: Record<string, string> = {}): Promise<ServiceProcess> => {
    const service = await testEnvironment().startService(name, {
      env: { ...settings(name), ...env },
      onLine: (line) => log.push(line),
    });
    running.set(name, service);
    all.push(service);
    return service;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(all.map((service) => service.stop()));
    await backingServices.stop();
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
    backingServices,
    service,
    start,
    log,
    stop,
  };
}
