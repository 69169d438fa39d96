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
  /** Additional settings, per service or for all services. */
  env?: Partial<Record<ServiceName | "all", Record<string, string>>>;
  /** Services to start. Default: all. */
  services?: readonly ServiceName[];
  /** Uses the default timeouts for backing services instead of `lenientTimeouts`, for suites about timeouts. */
  useProductionTimeouts?: boolean;
  /** Backing services that `services` depend on. Default: all. */
  backingServices?: readonly BackingServiceName[];
}

/** A running Plat system: each service as a separate process, with its backing services. */
export interface Plat {
  /** Base URL of the gateway. */
  url: string;
  backingServices: TestBackingServices;
  /** Returns the process that was started last. @throws Error if the service was not started */
  service(name: ServiceName): ServiceProcess;
  /** Starts another instance of a service, or restarts a killed one, with the same settings. */
  start(name: ServiceName, env?: Record<string, string>): Promise<ServiceProcess>;
  /** All log lines of all services. */
  log: string[];
  stop(): Promise<void>;
}

/** Long timeouts for calls to backing services, for slow machines. For suites that are not about timeouts. */
export const lenientTimeouts = { ELASTICSEARCH_TIMEOUT_MS: "20000", REDIS_TIMEOUT_MS: "10000" };

/** Starts backing services and services for an end-to-end suite. Rate limits are off unless `env` sets them. */
export async function startPlat(options: PlatOptions = {}): Promise<Plat> {
  const names = options.backingServices ?? ["mongo", "elasticsearch", "redis", "nats"];
  const backingServices = await testBackingServices(...names);
  const unique = uniqueName("plat");
  const log: string[] = [];
  const latest = new Map<ServiceName, ServiceProcess>();
  const processes: ServiceProcess[] = [];
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
    latest.set(name, service);
    processes.push(service);
    return service;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((service) => service.stop()));
    await backingServices.stop();
  };
  const service = (name: ServiceName): ServiceProcess => {
    const found = latest.get(name);
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
