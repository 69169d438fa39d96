/** What kept a process from running on: its exit code, or the signal that ended it. */
export interface ExitStatus {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A server that Plat's services need. */
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
  /** NATS: the address of its monitoring endpoint. */
  monitorUrl?: string;
  readonly pid?: number;
  logFile?: string;
  readonly exited: Promise<ExitStatus>;
  /** Sends the signal (default SIGKILL) and waits until the process has exited. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data; waits until it serves. */
  restart(): Promise<void>;
}

export interface BackingServices extends Record<BackingServiceName, BackingService> {
  /** By environment variable. Reading one that was not started throws. */
  urls: Record<(typeof urlVariables)[BackingServiceName], string>;
  stop(): Promise<void>;
}

export interface BackingServicesOptions {
  /** Folder for data and logs. */
  dataDir: string;
  services: readonly BackingServiceName[];
  /** Where URLs and settings are looked up. */
  env: NodeJS.ProcessEnv;
  /** `configFile`: a nats.conf to build on. */
  nats?: { configFile?: string };
}

export type ServiceName = "gateway" | "keys" | "listings" | "search";
/** In the order in which they start. */
export const serviceNames: readonly ServiceName[] = ["keys", "listings", "search", "gateway"];

/** A service of Plat as a process of its own. */
export interface ServiceProcess {
  name: ServiceName;
  pid: number;
  /** Base URL of `/livez`, `/readyz` and `/metrics`. */
  opsUrl: string;
  /** Base URL of the HTTP interface; undefined except for the gateway. */
  url: string | undefined;
  /** Settles when the process has exited. */
  exited: Promise<ExitStatus>;
  /** Sends the signal (default SIGKILL) and waits until the process has exited. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Graceful: SIGTERM, then waits for the exit. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Settings of the service; it inherits nothing else of this process's environment except PATH and the like. */
  env: Readonly<Record<string, string>>;
  /** Called with every line that the service writes (JSON). */
  onLine?: (line: string) => void;
}

/**
 * How processes are started for tests. The test runner provides it, so that no package depends on the tools that
 * install and start servers.
 */
export interface TestEnvironment {
  startBackingServices(options: BackingServicesOptions): Promise<BackingServices>;
  startService(name: ServiceName, options: ServiceOptions): Promise<ServiceProcess>;
}

let provided: TestEnvironment | undefined;

/** Called once, before the first suite, by the test runner. */
export function provideTestEnvironment(environment: TestEnvironment): void {
  provided = environment;
}

/** @throws Error if tests run without the runner's configuration (`.mocharc.cjs`) */
export function testEnvironment(): TestEnvironment {
  if (provided === undefined)
    throw new Error("No test environment: run the suite with `npm test -- <folder>`, which starts what it needs.");
  return provided;
}
