/**
 * What the keys service and the gateways keep in Redis together. The keys service writes records; gateways read them and
 * count, each request in one script over the names of one holder. Names of one holder share a hash tag, so that the
 * script runs on one node of a cluster; holders are spread over a fixed number of tags, so that what was used can be
 * found again without looking at everything.
 */
export const hashTagCount = 64;

/** Members of a record (a hash). Times are milliseconds since 1970; a member without a value is left out. */
export const recordField = {
  /** Grows with every change; an older record never replaces a newer one. */
  version: "v",
  id: "id",
  organizationId: "org",
  /** Comma-separated. */
  scopes: "sc",
  expiresAt: "exp",
  /** Of a key: revoked. Of a session: ended. */
  revokedAt: "rev",
  /** Requests ever made with the key. */
  usageCount: "n",
  lastUsedAt: "u",
} as const;

/** Milliseconds that an unused record stays; then the next use loads it from the store of record. */
export const recordTtlMs = 30 * 24 * 3_600_000;
/** Milliseconds that a day's counts stay. */
export const dayTtlMs = 3 * 24 * 3_600_000;
/** Member of a day's counts that tells one life of the counts from the next, should Redis have lost its data. */
export const dayEpochField = "epoch";
/** Member of a day's counts that holds their sum. */
export const dayTotalField = "all";

/** Names of everything in the ledger. `hash` is the SHA-256 of a key, in hex. */
export function redisKeys(prefix: string) {
  const tagged = (holder: string, rest: string): string => `${prefix}{${hashTag(holder)}}:${rest}`;
  const everyTag = (rest: string): string[] =>
    Array.from({ length: hashTagCount }, (_, tag) => `${prefix}{${tag}}:${rest}`);
  return {
    /** Record of a key. */
    key: (hash: string) => tagged(hash, `key:${hash}`),
    /** Record of a session. */
    session: (userId: string, sessionId: string) => tagged(userId, `session:${userId}:${sessionId}`),
    /** Times of the latest accepted requests (a list, newest first); `holder` is a key's hash, a user's id or an address. */
    accepted: (bucket: string, holder: string) => tagged(holder, `${bucket}:${holder}`),
    /** Hashes of keys whose totals the store of record does not have yet (a set). */
    used: (hash: string) => tagged(hash, "used"),
    allUsed: everyTag("used"),
    /** Requests of a key on one day (UTC, `2026-05-01`), by endpoint and status class. */
    day: (hash: string, date: string) => tagged(hash, `day:${date}:${hash}`),
    /** Number of the last batch of counts for that day, by the gateway that it came from. */
    dayBatches: (hash: string, date: string) => tagged(hash, `batches:${date}:${hash}`),
    /** `<date>:<hash>` of days that the store of record does not have yet (a set). */
    usedDays: (hash: string) => tagged(hash, "days"),
    allUsedDays: everyTag("days"),
  };
}
export type RedisKeys = ReturnType<typeof redisKeys>;

/** Characters that decide the tag: the last ones of hashes and ids are random. */
const tagCharacters = 8;

/** FNV-1a, folded to the number of tags. */
function hashTag(holder: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = Math.max(0, holder.length - tagCharacters); at < holder.length; at++)
    hash = Math.imul(hash ^ holder.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 0) % hashTagCount;
}
