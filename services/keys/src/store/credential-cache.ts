import {
  AppError,
  dayEpochField,
  dayTtlMs,
  dayTotalField,
  type KeyRecord,
  redisKeys,
  recordTtlMs,
  recordField as member,
} from "@plat/contracts";
import { connectRedis, type Logger, redisAddress } from "@plat/kit";
import { Cluster, Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterRedis } from "rate-limiter-flexible";
import type { UsageTotal } from "./key-store.ts";
import type { DayCounts } from "./usage-store.ts";

/** What the script puts in place: `fields` alternates names and values. Never replaces a newer version. */
const putScript = `
local held = redis.call('HGET', KEYS[1], '${member.version}')
if not held or tonumber(held) < tonumber(ARGV[1]) then
  redis.call('HDEL', KEYS[1], '${member.expiresAt}', '${member.revokedAt}')
  redis.call('HSET', KEYS[1], '${member.version}', ARGV[1], unpack(ARGV, 5))
end
for index, name in ipairs({'${member.usageCount}', '${member.lastUsedAt}'}) do
  local total = tonumber(ARGV[index + 2])
  if total > 0 and total > tonumber(redis.call('HGET', KEYS[1], name) or 0) then
    redis.call('HSET', KEYS[1], name, ARGV[index + 2])
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`;

/** Takes a name off a set unless the count behind it has moved on. What is used stays. */
const settleScript = `
redis.call('PEXPIRE', KEYS[2], ARGV[4])
if redis.call('HGET', KEYS[2], ARGV[2]) == ARGV[3] then return redis.call('SREM', KEYS[1], ARGV[1]) end
return 0`;

type Client = (Redis | Cluster) & {
  platPut(key: string, ...args: (string | number)[]): Promise<number>;
  platSettle(set: string, hash: string, ...args: (string | number)[]): Promise<number>;
};

export interface SessionRecord {
  id: string;
  userId: string;
  organizationId: string;
  /** Milliseconds since 1970; null when its tokens alone say it. */
  endsAt: number | null;
  endedAt: number | null;
  version: number;
}

/** `<date>:<hash>` */
export type UsedDay = string;

export interface Ledger {
  /** Shows a key to gateways; the totals are kept if they are higher than what stands there. */
  putKey(hash: string, record: KeyRecord, totals: { usageCount: number; lastUsedAt: number | null }): Promise<void>;
  putSession(record: SessionRecord): Promise<void>;
  /** Present totals; keys that Redis does not hold are left out. */
  totals(hashes: string[]): Promise<Map<string, UsageTotal>>;
  /** Hashes of keys whose totals were raised since they were last settled. */
  used(): Promise<string[]>;
  /** The store of record has this total. */
  settleTotals(totals: UsageTotal[]): Promise<void>;
  /** Days whose counts were raised since they were last settled, of all keys or of one. */
  usedDays(hash?: string): Promise<UsedDay[]>;
  /** Their present counts; days that Redis does not hold are left out. */
  dayCounts(days: UsedDay[]): Promise<DayCounts[]>;
  settleDays(days: DayCounts[]): Promise<void>;
  /** A limit counted in Redis, with a block in memory for those far over it. */
  limiter(name: string, points: number, seconds: number): RateLimiterAbstract;
  check(): Promise<void>;
  /** Tells when Redis, or a node of its cluster, was lost and when it can be reached again. */
  onContact(calls: { lost: () => void; found: () => void }): void;
  close(): void;
}

export interface LedgerOptions {
  url: string;
  caFile?: string | undefined;
  prefix: string;
  /** Replicas that must have a record before `putKey` and `putSession` resolve. */
  replicas: number;
  log: Logger;
}

/** @throws Error when the address cannot be used, or not together with `replicas` */
export function openLedger({ url, caFile, prefix, replicas, log }: LedgerOptions): Ledger {
  const address = redisAddress(url, caFile);
  if (replicas > 0 && address.nodes.length > 1)
    throw new Error("REDIS_REPLICAS cannot be used when REDIS_URL names the nodes of a Redis Cluster: set it to 0");
  const connection = connectRedis<Redis | Cluster>(address, {
    timeoutMs: 1_000,
    scripts,
    log,
    server: (node, options) => new Redis(node, options),
    cluster: (nodes, options) => new Cluster(nodes, options),
  });
  const client = connection.client as Client;
  const names = redisKeys(prefix);

  const put = async (
    name: string,
    version: number,
    totals: [number, number],
    fields: Record<string, string | number | null>,
  ): Promise<void> => {
    const pairs = Object.entries(fields).flatMap(([field, value]) => (value === null ? [] : [field, value]));
    await reached(async () => {
      await client.platPut(name, version, recordTtlMs, ...totals, ...pairs);
      if (client instanceof Redis && replicas > 0 && (await client.wait(replicas, 1_000)) < replicas)
        throw new Error(`fewer than ${replicas} Redis replicas have the record`);
    });
  };
  const members = async (sets: string[]): Promise<string[]> =>
    (await Promise.all(sets.map((set) => client.smembers(set)))).flat();
  const countsOf = async (day: UsedDay): Promise<DayCounts> => {
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
      counts: new Map(Object.entries(counts).map(([name, n]) => [name, Number(n)])),
    };
  };

  return {
    putKey: (hash, record, totals) =>
      put(names.key(hash), record.version, [totals.usageCount, totals.lastUsedAt ?? 0], {
        [member.id]: record.id,
        [member.organizationId]: record.organizationId,
        [member.scopes]: record.scopes.join(),
        [member.expiresAt]: record.expiresAt,
        [member.revokedAt]: record.revokedAt,
      }),
    putSession: (record) =>
      put(names.session(record.userId, record.id), record.version, [0, 0], {
        [member.id]: record.id,
        [member.organizationId]: record.organizationId,
        [member.expiresAt]: record.endsAt,
        [member.revokedAt]: record.endedAt,
      }),
    totals: (hashes) =>
      reached(async () => {
        const found = await Promise.all(
          hashes.map(async (hash) => {
            const [count, lastUsedAt] = await client.hmget(names.key(hash), member.usageCount, member.lastUsedAt);
            return count === null || count === undefined
              ? []
              : [[hash, { hash, count: Number(count), lastUsedAt: lastUsedAt ? Number(lastUsedAt) : null }] as const];
          }),
        );
        return new Map(found.flat());
      }),
    used: () => reached(() => members(names.allUsed)),
    settleTotals: (totals) =>
      reached(async () => {
        await Promise.all(
          totals.map(({ hash, count }) =>
            client.platSettle(names.used(hash), names.key(hash), hash, member.usageCount, count, recordTtlMs),
          ),
        );
      }),
    usedDays: (hash) =>
      reached(async () => {
        if (hash === undefined) return members(names.allUsedDays);
        return (await members([names.usedDays(hash)])).filter((day) => day.endsWith(`:${hash}`));
      }),
    dayCounts: (days) =>
      reached(async () => (await Promise.all(days.map(countsOf))).filter(({ counts }) => counts.size > 0)),
    settleDays: (days) =>
      reached(async () => {
        await Promise.all(
          days.map(({ hash, date, total }) =>
            client.platSettle(
              names.usedDays(hash),
              names.day(hash, date),
              `${date}:${hash}`,
              dayTotalField,
              total,
              dayTtlMs,
            ),
          ),
        );
      }),
    limiter: (name, points, seconds) =>
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
    onContact: ({ lost, found }) => {
      client.on("close", lost);
      client.on("ready", found);
      if (client instanceof Redis) return;
      client.on("+node", found);
      // Another takes its place, perhaps without the last of what it had.
      client.on("-node", () => {
        lost();
        found();
      });
    },
    close: () => client.disconnect(),
  };
}

const scripts = {
  platPut: { lua: putScript, numberOfKeys: 1 },
  platSettle: { lua: settleScript, numberOfKeys: 2 },
};

/** Runs calls to Redis; without an answer they are `unavailable`. */
async function reached<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new AppError("unavailable", "Redis is away.", { cause, retryAfter: 1 });
  }
}
