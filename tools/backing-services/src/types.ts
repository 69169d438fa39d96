export type BackingServiceName = "mongo" | "elasticsearch" | "redis" | "nats";

export const backingServiceNames: readonly BackingServiceName[] = ["mongo", "elasticsearch", "redis", "nats"];

/** The environment variable with a backing service's URL. If it is set, nothing is started. */
export const urlVariables = {
  mongo: "MONGO_URL",
  elasticsearch: "ELASTICSEARCH_URL",
  redis: "REDIS_URL",
  nats: "NATS_URL",
} as const satisfies Record<BackingServiceName, string>;

export type Progress = (line: string) => void;

/**
 * Receives the current state of each backing service for a display that updates in place: all progress, and what
 * changes too often for a log. @param title display name
 */
export type StatusListener = (title: string, text: string, state: StatusState) => void;
export type StatusState = "running" | "done" | "failed";

export interface StartOptions {
  /** Folder for data and logs, created if missing. Only one process at a time may use it. */
  dataDir: string;
  /** Default: all four. */
  services?: readonly BackingServiceName[];
  /** Use 27017, 9200, 6379 and 4222 if they are free. Default: any free port. */
  preferDefaultPorts?: boolean;
  onProgress?: Progress;
  onStatus?: StatusListener;
  /** Environment with URLs and settings, inherited by the processes. Default: `process.env`. */
  env?: NodeJS.ProcessEnv;
  /** Aborts the start: processes are stopped, and the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** `heap`: maximum heap in the form of Java's -Xmx, for example `1g`; the variable ES_HEAP sets it as well. */
  elasticsearch?: { heap?: string };
  /** `configFile`: a nats.conf to build on (accounts, permissions); ports, storage and sync settings override it. */
  nats?: { configFile?: string };
}

export interface ExitStatus {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface BackingService {
  name: BackingServiceName;
  url: string;
  /** NATS: URL of its monitoring endpoint. */
  monitorUrl?: string;
  /** Process id; absent if it is not running or was given by URL. */
  readonly pid?: number;
  /** False if the URL came from the environment: then kill and restart reject, and stop does nothing. */
  managed: boolean;
  logFile?: string;
  /** A sentence for the user about the program that was found. */
  note?: string;
  /** Sends the signal (default SIGKILL) and waits until the process has exited. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts it on the same port and data; waits until it is ready. */
  restart(): Promise<void>;
  /** Graceful: SIGTERM, SIGKILL only after 20 s. */
  stop(): Promise<void>;
  /** Exit of the current process (a restart creates a new one). Never settles for one given by URL. */
  readonly exited: Promise<ExitStatus>;
}

/** The requested backing services; reading another one throws. */
export interface BackingServices extends Record<BackingServiceName, BackingService> {
  urls: Record<(typeof urlVariables)[BackingServiceName], string>;
  /** Stops all that were started and releases the data folder. */
  stop(): Promise<void>;
}

/** An error that the user can act on: its message names the problem and what to do, so it is printed without a stack. */
export class BackingServiceError extends Error {
  override name = "BackingServiceError";
}

/** An error's message with those of its causes, which for fetch contain the reason. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  // Connection failures to several addresses have no message of their own.
  if (error instanceof AggregateError && message === "") return reasonOf(error.errors[0]);
  return cause instanceof Error && !message.includes(cause.message || "\0")
    ? `${message}: ${reasonOf(cause)}`
    : message;
}

/** How to run an installed backing service. */
export interface Installation {
  /** Path of the program. */
  command: string;
  /** First arguments (for example a Java class path). */
  args: readonly string[];
  /** Display name with its origin: "redis-server 7.2.4 (PATH)". */
  label: string;
  /** Added to its environment variables. */
  env?: Readonly<Record<string, string>>;
  /** Distinguishes several programs with the same protocol. */
  kind?: string;
  version?: string;
  /** A sentence for the end of a start: what the user may want to change. */
  note?: string;
}
