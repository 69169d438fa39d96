import type { Logger } from "./log.ts";
import type { RedisAddress } from "./redis-address.ts";

interface Script {
  lua: string;
  numberOfKeys: number;
}

/** Options of `new Redis` in ioredis. */
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

/** Options of `new Cluster` in ioredis. */
export interface RedisClusterOptions {
  scripts: Record<string, Script>;
  enableOfflineQueue: false;
  retryDelayOnFailover: number;
  redisOptions: Omit<RedisServerOptions, "enableOfflineQueue" | "autoResendUnfulfilledCommands" | "retryStrategy">;
  dnsLookup?: (host: string, callback: (error: null, address: string) => void) => void;
}

/** The part of an ioredis client that `connectRedis` uses. */
interface Client {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "ready", listener: () => void): unknown;
}

export interface RedisConnectionOptions<C> {
  /** Timeout of each command in milliseconds. */
  timeoutMs: number;
  scripts: Record<string, Script>;
  log: Logger;
  /** Creates a client of a single server. The service provides it, because only services depend on the driver. */
  server: (node: string, options: RedisServerOptions) => C;
  /** Creates a client of a cluster. */
  cluster: (nodes: string[], options: RedisClusterOptions) => C;
}

export interface RedisConnection<C> {
  client: C;
  /** Returns the last connection error. */
  problem: () => string;
}

/**
 * Connects to a Redis server or cluster and reconnects without a limit of attempts. The loss of the connection and its
 * recovery are each logged once. A command that times out fails and is never sent again, because Redis may have
 * executed it.
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
          // Certificates contain host names, not IP addresses.
          ...(options.tls === undefined ? {} : { dnsLookup: (host, callback) => callback(null, host) }),
        });
  let isUnavailable = false;
  let lastProblem = "not connected yet";
  client.on("error", (error) => {
    lastProblem = error.message;
    if (!isUnavailable) log.warn({ err: error }, "Redis connection failed");
    isUnavailable = true;
  });
  client.on("ready", () => {
    if (isUnavailable) log.info("Redis connection restored");
    isUnavailable = false;
  });
  return { client, problem: () => lastProblem };
}
