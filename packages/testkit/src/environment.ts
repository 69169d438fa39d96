/** How a process ended: its exit code, or the signal that terminated it. */
export interface ExitStatus {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A server that Plat's services depend on. */
export type BackingServiceName = "mongo" | "elasticsearch" | "redis" | "nats";

/** The environment variable with the URL of each backing service. */
export const urlVariables = {
  mongo: "MONGO_URL",
  elasticsearch: "ELASTICSEARCH_URL",
  redis: "REDIS_URL",
  nats: "NATS_URL",
} as const satisfies Record<BackingServiceName, string>;

/** A running backing service. Tests kill it, restart it and wait for its exit. */
export interface BackingService {
  readonly url: string;
  /** NATS only: base URL of its monitoring endpoint. */
  monitorUrl?: string;
  readonly pid?: number;
  logFile?: string;
  readonly exited: Promise<ExitStatus>;
  /** Sends the signal (default SIGKILL) and waits until the process has exited. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again with the same port and data, and waits until it accepts requests. */
  restart(): Promise<void>;
}

export interface BackingServices extends Record<BackingServiceName, BackingService> {
  /** URLs by environment variable. Reading the URL of a service that was not started throws. */
  urls: Record<(typeof urlVariables)[BackingServiceName], string>;
  stop(): Promise<void>;
}

export interface BackingServicesOptions {
  /** Directory for data and logs. */
  dataDir: string;
  services: readonly BackingServiceName[];
  /** Environment with URLs of running backing services and other settings. */
  env: NodeJS.ProcessEnv;
  /** `configFile`: a nats.conf to include. */
  nats?: { configFile?: string };
}

export type ServiceName = "gateway" | "keys" | "listings" | "search";
/** In start order. */
export const serviceNames: readonly ServiceName[] = ["keys", "listings", "search", "gateway"];

/** A Plat service that runs as a separate process. */
export interface ServiceProcess {
  name: ServiceName;
  pid: number;
  /** Base URL of `/livez`, `/readyz` and `/metrics`. */
  opsUrl: string;
  /** Base URL of the HTTP API. Gateway only. */
  url: string | undefined;
  /** Resolves when the process has exited. */
  exited: Promise<ExitStatus>;
  /** Sends the signal (default SIGKILL) and waits until the process has exited. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Stops it gracefully: sends SIGTERM and waits until the process has exited. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Settings of the service. Of this process's environment it inherits only general variables such as PATH. */
  env: Readonly<Record<string, string>>;
  /** Called with every line of the service's log (JSON). */
  onLine?: (line: string) => void;
}

/**
 * Starts processes for tests. The test runner provides the implementation, so that no package depends on the tools that
 * install and start servers.
 */
export interface TestEnvironment {
  startBackingServices(options: BackingServicesOptions): Promise<BackingServices>;
  startService(name: ServiceName, options: ServiceOptions): Promise<ServiceProcess>;
}

let provided: TestEnvironment | undefined;

/** Sets the test environment. The test runner calls this once, before the first suite. */
export function provideTestEnvironment(environment: TestEnvironment): void {
  provided = environment;
}

/** Returns the test environment. @throws Error if tests run without the test runner's configuration (`.mocharc.cjs`) */
export function testEnvironment(): TestEnvironment {
  if (provided === undefined)
    throw new Error(
      "No test environment. Run the suite with `npm test -- <folder>`, which starts the required backing services.",
    );
  return provided;
}
