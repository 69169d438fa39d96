export type BackingServiceName = "mongo" | "elasticsearch" | "redis" | "nats";

export const backingServiceNames: readonly BackingServiceName[] = ["mongo", "elasticsearch", "redis", "nats"];

/** The environment variable that holds an engine's URL: where it is set, nothing is started. */
export const urlVariables = {
  mongo: "MONGO_URL",
  elasticsearch: "ELASTICSEARCH_URL",
  redis: "REDIS_URL",
  nats: "NATS_URL",
} as const satisfies Record<BackingServiceName, string>;

export type Progress = (line: string) => void;

export interface StartOptions {
  /** Data and logs: one folder an engine. Made if missing. Only one starter at a time may use it. */
  dataDir: string;
  /** Which ones; default: all four. */
  services?: readonly BackingServiceName[];
  /** Take 27017, 9200, 6379 and 4222 where they are free. Default: any free port. */
  preferUsualPorts?: boolean;
  onProgress?: Progress;
  /** Where URLs and settings are looked up, and what the engines inherit. Default: `process.env`. */
  env?: NodeJS.ProcessEnv;
  /** Gives the start up: what was started is stopped again, and the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** `heap`: the largest heap, in the form of Java's -Xmx, such as `1g`; also by the variable ES_HEAP. */
  elasticsearch?: { heap?: string };
  /** `configFile`: a nats.conf to build on (accounts, permissions); ports, storage and syncing are set over it. */
  nats?: { configFile?: string };
}

export interface ExitStatus {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface BackingService {
  name: BackingServiceName;
  url: string;
  /** NATS: the address of its monitoring pages. */
  monitorUrl?: string;
  /** Of the engine itself; absent when it is not running or not ours. */
  readonly pid?: number;
  /** False when the URL came from the environment: then kill and restart are refused, and stop does nothing. */
  managed: boolean;
  logFile?: string;
  /** Sends the signal (default SIGKILL) and waits until the engine is dead. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Stops it if it runs and starts it again on the same port and data; waits until it answers. */
  restart(): Promise<void>;
  /** Graceful: SIGTERM, SIGKILL only after 20 s. */
  stop(): Promise<void>;
  /** Of the process that runs now (a restart makes a new one). Never settles for an engine that is not ours. */
  readonly exited: Promise<ExitStatus>;
}

/** The engines asked for; reading one that was not asked for throws. */
export interface BackingServices extends Record<BackingServiceName, BackingService> {
  urls: Record<(typeof urlVariables)[BackingServiceName], string>;
  /** Stops all that were started and lets go of the data folder. */
  stop(): Promise<void>;
}

/** Something a person can act on: the message says what is wrong and what to do. No stack needed. */
export class BackingServiceError extends Error {
  override name = "BackingServiceError";
}

/** An error's message with that of its cause, which for fetch is the one that tells. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  return cause instanceof Error && cause.message !== "" && !(cause instanceof AggregateError)
    ? `${message}: ${cause.message}`
    : message;
}

/** How to run an engine that is in place. */
export interface Installation {
  /** The program. */
  command: string;
  /** Arguments before all others (for example a Java class path). */
  args: readonly string[];
  /** Where it came from, for people: "redis-server 7.2.4 (PATH)". */
  label: string;
  /** Added to its environment. */
  env?: Readonly<Record<string, string>>;
  /** Which of several programs with the same protocol this is. */
  kind?: string;
}
