import { AppError, dayEpochField, dayTotalField, dayTtlMs, recordField, recordTtlMs, redisKeys } from "@plat/contracts";
import { connectRedis, type Logger, redisAddress } from "@plat/kit";
import { Cluster, Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { CredentialCache, UsedDay } from "../domain/ports.ts";
import type { DayCounts } from "../domain/usage.ts";

/**
 * Writes a record unless a newer version is present, and raises its totals.
 * KEYS: record. ARGV: version, TTL in ms, usage count, time of last use, then alternating field names and values.
 */
const putRecordScript = `
local stored = redis.call('HGET', KEYS[1], '${recordField.version}')
if not stored or tonumber(stored) < tonumber(ARGV[1]) then
  redis.call('HDEL', KEYS[1], '${recordField.expiresAt}', '${recordField.revokedAt}')
  redis.call('HSET', KEYS[1], '${recordField.version}', ARGV[1], unpack(ARGV, 5))
end
for index, name in ipairs({'${recordField.usageCount}', '${recordField.lastUsedAt}'}) do
  local total = tonumber(ARGV[index + 2])
  if total > 0 and total > tonumber(redis.call('HGET', KEYS[1], name) or 0) then
    redis.call('HSET', KEYS[1], name, ARGV[index + 2])
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`;

/**
 * Removes a member from a set of unflushed counts unless the count has grown since it was read, and renews the TTL.
 * KEYS: set, hash with the count. ARGV: member, field with the count, count that was flushed, TTL in ms.
 */
const markFlushedScript = `
redis.call('PEXPIRE', KEYS[2], ARGV[4])
if redis.call('HGET', KEYS[2], ARGV[2]) == ARGV[3] then return redis.call('SREM', KEYS[1], ARGV[1]) end
return 0`;

const scripts = {
  platPutRecord: { lua: putRecordScript, numberOfKeys: 1 },
  platMarkFlushed: { lua: markFlushedScript, numberOfKeys: 2 },
};

type Client = (Redis | Cluster) & {
  platPutRecord(key: string, ...args: (string | number)[]): Promise<number>;
  platMarkFlushed(set: string, hash: string, ...args: (string | number)[]): Promise<number>;
};

/** Milliseconds that a command, and the replication of a record, may take. */
const timeoutMs = 1_000;

export interface CredentialCacheOptions {
  url: string;
  caFile?: string | undefined;
  /** Prefix of all names in Redis. */
  prefix: string;
  /** Number of replicas that must have a record before `putKey` and `putSession` resolve. */
  replicas: number;
  log: Logger;
}

/**
 * Connects to the credential cache in Redis.
 * @throws Error if the address is invalid, or names a cluster although `replicas` is positive
 */
export function openCredentialCache({ url, caFile, prefix, replicas, log }: CredentialCacheOptions): CredentialCache {
  const address = redisAddress(url, caFile);
  if (replicas > 0 && address.nodes.length > 1)
    throw new Error("REDIS_REPLICAS must be 0 if REDIS_URL names the nodes of a Redis Cluster");
  const connection = connectRedis<Redis | Cluster>(address, {
    timeoutMs,
    scripts,
    log,
    server: (node, options) => new Redis(node, options),
    cluster: (nodes, options) => new Cluster(nodes, options),
  });
  const client = connection.client as Client;
  const names = redisKeys(prefix);

  const putRecord = async (
    name: string,
    version: number,
    totals: [count: number, lastUsedAt: number],
    fields: Record<string, string | number | null>,
  ): Promise<void> => {
    const pairs = Object.entries(fields).flatMap(([field, value]) => (value === null ? [] : [field, value]));
    await orUnavailable(async () => {
      await client.platPutRecord(name, version, recordTtlMs, ...totals, ...pairs);
      if (client instanceof Redis && replicas > 0 && (await client.wait(replicas, timeoutMs)) < replicas)
        throw new Error(`the record was replicated to fewer than ${replicas} Redis replicas`);
    });
  };
  const membersOf = async (sets: string[]): Promise<string[]> =>
    (await Promise.all(sets.map((set) => client.smembers(set)))).flat();
  const readCounts = async (day: UsedDay): Promise<DayCounts> => {
    const [date = "", hash = ""] = day.split(":");
    const {
      [dayEpochField]: epoch = "",
      [dayTotalField]: total = "0",
      ...counts
    } = await client.hgetall(names.day(hash, date));
    return {
      hash,
      date,
      epoch,
      total: Number(total),
      counts: new Map(Object.entries(counts).map(([name, count]) => [name, Number(count)])),
    };
  };

  return {
    putKey: (hash, record, totals) =>
      putRecord(names.key(hash), record.version, [totals.usageCount, totals.lastUsedAt ?? 0], {
        [recordField.id]: record.id,
        [recordField.organizationId]: record.organizationId,
        [recordField.scopes]: record.scopes.join(),
        [recordField.expiresAt]: record.expiresAt,
        [recordField.revokedAt]: record.revokedAt,
      }),
    putSession: (record) =>
      putRecord(names.session(record.userId, record.id), record.version, [0, 0], {
        [recordField.id]: record.id,
        [recordField.organizationId]: record.organizationId,
        [recordField.expiresAt]: record.endsAt,
        [recordField.revokedAt]: record.endedAt,
      }),
    usageTotals: (hashes) =>
      orUnavailable(async () => {
        const found = await Promise.all(
          hashes.map(async (hash) => {
            const { usageCount, lastUsedAt: lastUsedAtField } = recordField;
            const [count, lastUsedAt] = await client.hmget(names.key(hash), usageCount, lastUsedAtField);
            return count === null || count === undefined
              ? []
              : [[hash, { hash, count: Number(count), lastUsedAt: lastUsedAt ? Number(lastUsedAt) : null }] as const];
          }),
        );
        return new Map(found.flat());
      }),
    unflushedKeys: () => orUnavailable(() => membersOf(names.allUsed)),
    markTotalsFlushed: (totals) =>
      orUnavailable(async () => {
        await Promise.all(
          totals.map(({ hash, count }) =>
            client.platMarkFlushed(names.used(hash), names.key(hash), hash, recordField.usageCount, count, recordTtlMs),
          ),
        );
      }),
    unflushedDays: (hash) =>
      orUnavailable(async () => {
        if (hash === undefined) return membersOf(names.allUsedDays);
        return (await membersOf([names.usedDays(hash)])).filter((day) => day.endsWith(`:${hash}`));
      }),
    dayCounts: (days) =>
      orUnavailable(async () => (await Promise.all(days.map(readCounts))).filter(({ counts }) => counts.size > 0)),
    markDaysFlushed: (days) =>
      orUnavailable(async () => {
        await Promise.all(
          days.map(({ hash, date, total }) => {
            const [set, counts, member] = [names.usedDays(hash), names.day(hash, date), `${date}:${hash}`];
            return client.platMarkFlushed(set, counts, member, dayTotalField, total, dayTtlMs);
          }),
        );
      }),
    rateLimiter: (name, points, seconds) =>
      new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `${prefix}limit:${name}`,
        points,
        duration: seconds,
        inMemoryBlockOnConsumed: points + 1,
      }),
    async check() {
      if (client.status !== "ready") throw new Error(connection.problem());
      await client.ping();
    },
    onConnectionChange: ({ lost, established }) => {
      client.on("close", lost);
      client.on("ready", established);
      if (client instanceof Redis) return;
      client.on("+node", established);
      // The node that replaces a removed one may lack the latest writes.
      client.on("-node", () => {
        lost();
        established();
      });
    },
    close: () => client.disconnect(),
  };
}

/** Maps every failure of a call to Redis to AppError `unavailable`. */
async function orUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new AppError("unavailable", "Redis is unavailable.", { cause, retryAfter: 1 });
  }
}
