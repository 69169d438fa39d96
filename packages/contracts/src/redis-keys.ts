/*
 * Layout of the data that the keys service and the gateways share in Redis. The keys service writes records of
 * credentials. Gateways read them and count usage, with one admission script per request. All keys that the script
 * accesses belong to one holder (an API key, a user or an address) and have the same hash tag, so that the script runs on
 * one node of a Redis Cluster.
 */

/** Number of hash tags. It is fixed, so that pending usage can be found through one set per tag, without a scan. */
export const hashTagCount = 64;

/** Fields of a record (a Redis hash). Times are in milliseconds since 1970; fields without a value are omitted. */
export const recordField = {
  /** Increases with every change, so that an old record never replaces a newer one. */
  version: "v",
  id: "id",
  organizationId: "org",
  /** Comma-separated. */
  scopes: "sc",
  expiresAt: "exp",
  /** Time at which the key was revoked or the session ended. */
  revokedAt: "rev",
  /** Total number of requests with the key. */
  usageCount: "n",
  lastUsedAt: "u",
} as const;

/** TTL of an unused record in milliseconds. After that, the next use loads it from MongoDB. */
export const recordTtlMs = 30 * 24 * 3_600_000;
/** TTL of the counts of a day in milliseconds. */
export const dayTtlMs = 3 * 24 * 3_600_000;
/** Field that identifies the instance of a day's counts. It changes if Redis loses its data and counting restarts. */
export const dayEpochField = "epoch";
/** Field with the sum of a day's counts. */
export const dayTotalField = "all";

/**
 * Names of the Redis keys.
 * @param prefix prepended to every name
 * @returns functions whose parameter `hash` is the SHA-256 of an API key in hexadecimal
 */
export function redisKeys(prefix: string) {
  const tagged = (holder: string, rest: string): string => `${prefix}{${hashTag(holder)}}:${rest}`;
  const everyTag = (rest: string): string[] =>
    Array.from({ length: hashTagCount }, (_, tag) => `${prefix}{${tag}}:${rest}`);
  return {
    /** Record of an API key (a hash). */
    key: (hash: string) => tagged(hash, `key:${hash}`),
    /** Record of a session (a hash). */
    session: (userId: string, sessionId: string) => tagged(userId, `session:${userId}:${sessionId}`),
    /** Times of the latest accepted requests (a list, newest first). `holder` is a key's hash, a user id or an address. */
    accepted: (bucket: string, holder: string) => tagged(holder, `${bucket}:${holder}`),
    /** Hashes of keys whose totals are not yet stored in MongoDB (a set). */
    used: (hash: string) => tagged(hash, "used"),
    allUsed: everyTag("used"),
    /** Requests with a key on one day (UTC, `2026-05-01`), per endpoint and status class (a hash). */
    day: (hash: string, date: string) => tagged(hash, `day:${date}:${hash}`),
    /** Number of the last applied batch of counts for that day, per gateway (a hash). */
    dayBatches: (hash: string, date: string) => tagged(hash, `batches:${date}:${hash}`),
    /** `<date>:<hash>` of counts that are not yet stored in MongoDB (a set). */
    usedDays: (hash: string) => tagged(hash, "days"),
    allUsedDays: everyTag("days"),
  };
}
export type RedisKeys = ReturnType<typeof redisKeys>;

/** Number of characters that determine the tag, from the end: the last characters of hashes and ids are random. */
const tagCharacters = 8;

/** FNV-1a hash modulo the number of tags. */
function hashTag(holder: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = Math.max(0, holder.length - tagCharacters); at < holder.length; at++)
    hash = Math.imul(hash ^ holder.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 0) % hashTagCount;
}
