import type { Logger } from "./log.ts";
import type { RedisAddress } from "./redis-address.ts";

interface Script {
  lua: string;
  numberOfKeys: number;
}

/** As ioredis takes them. */
export interface RedisServerOptions {
  username?: string;
  password?: string;
  tls?: { ca?: string };
  scripts: Record<string, Script>;
  commandTimeout: number;
  connectTimeout: number;
  maxRetriesPerRequest: number;
  enableOfflineQueue: false;
  autoResendUnfulfilledCommands: false;
  retryStrategy: (times: number) => number;
}
export interface RedisClusterOptions {
  scripts: Record<string, Script>;
  enableOfflineQueue: false;
  retryDelayOnFailover: number;
  redisOptions: Omit<RedisServerOptions, "enableOfflineQueue" | "autoResendUnfulfilledCommands" | "retryStrategy">;
  dnsLookup?: (host: string, found: (error: null, address: string) => void) => void;
}

/** What is used of a client of ioredis. */
interface Client {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "ready", listener: () => void): unknown;
}

export interface RedisConnectionOptions<C> {
  /** Milliseconds that a command may take. */
  timeoutMs: number;
  scripts: Record<string, Script>;
  log: Logger;
  /** The driver is the service's own. */
  server: (node: string, options: RedisServerOptions) => C;
  cluster: (nodes: string[], options: RedisClusterOptions) => C;
}

export interface RedisConnection<C> {
  client: C;
  /** Why there is no connection. */
  problem: () => string;
}

/**
 * Connects to a server or a cluster, and again for ever; a loss and its end are each logged once. A command that gets no
 * answer in time has failed and is never sent twice: it may have been carried out, and would count twice.
 */
export function connectRedis<C extends Client>(
  { nodes, options }: RedisAddress,
  { timeoutMs, scripts, log, server, cluster }: RedisConnectionOptions<C>,
): RedisConnection<C> {
  const common = { ...options, scripts, commandTimeout: timeoutMs, connectTimeout: 2_000, maxRetriesPerRequest: 0 };
  const [first, ...others] = nodes;
  const client =
    others.length === 0
      ? server(first, {
          ...common,
          enableOfflineQueue: false,
          autoResendUnfulfilledCommands: false,
          retryStrategy: (times) => Math.min(50 * times, 500),
        })
      : cluster([first, ...others], {
          scripts,
          enableOfflineQueue: false,
          retryDelayOnFailover: 0,
          redisOptions: common,
          // Certificates name hosts, not the addresses that they have.
          ...(options.tls === undefined ? {} : { dnsLookup: (host, found) => found(null, host) }),
        });
  let isAway = false;
  let lastProblem = "not connected yet";
  client.on("error", (error) => {
    lastProblem = error.message;
    if (!isAway) log.warn({ err: error }, "Redis cannot be reached");
    isAway = true;
  });
  client.on("ready", () => {
    if (isAway) log.info("Redis can be reached again");
    isAway = false;
  });
  return { client, problem: () => lastProblem };
}
