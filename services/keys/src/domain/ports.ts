import type { KeyRecord } from "@plat/contracts";
import type { ApiKey } from "./key.ts";
import type { Organization, Session, User } from "./session.ts";
import type { RateLimiter } from "./sign-in-limits.ts";
import type { DayCounts, UsageTotal } from "./usage.ts";

/** How a key ends: revoked, or with an earlier expiry. */
type KeyEnd = ({ revokedAt: number } | { expiresAt: number }) & { replacedBy?: string };

type KeyInsertResult = "inserted" | "exists" | "limit reached";

export interface KeyStore {
  /**
   * Stores a new key. An organization never has more than `limit` active keys, regardless of concurrent creations.
   * @param isReplacement the key may exceed the limit by one, because the key that it replaces is about to be revoked
   */
  insert(key: ApiKey, limit: number, isReplacement: boolean): Promise<KeyInsertResult>;
  findById(organizationId: string, id: string): Promise<ApiKey | undefined>;
  /** The keys with these hashes, by hash. */
  findByHashes(hashes: string[]): Promise<Map<string, ApiKey>>;
  /** All active keys and at least the newest `endedMax` others, newest first. */
  list(organizationId: string, endedMax: number): Promise<ApiKey[]>;
  /** Revokes a key or shortens its life. @returns false if the key has changed since `key` was read */
  retire(key: ApiKey, end: KeyEnd, now: number): Promise<boolean>;
  /** Deletes a key that was never disclosed to anybody. */
  delete(organizationId: string, id: string): Promise<void>;
  /** Records that the credential cache contains this version of the key. */
  markSynced(id: string, version: number): Promise<void>;
  /** Retired keys whose current version the credential cache may not contain yet. */
  findPendingSync(limit: number): Promise<ApiKey[]>;
  /** When a key was last created or retired, in milliseconds since 1970. */
  lastChangedAt(): Promise<number | undefined>;
  /** Keys retired since a time (milliseconds since 1970), in batches of `size`. */
  retiredSince(time: number, size: number): AsyncIterable<ApiKey[]>;
  /** Raises stored totals to these values; never lowers one. */
  raiseTotals(totals: UsageTotal[]): Promise<void>;
}

export interface OrganizationStore {
  findById(id: string): Promise<Organization | undefined>;
  /** Sets the name unless it already has a name of this version or a later one. */
  setName(id: string, name: string, version: number): Promise<void>;
}

export interface UserStore {
  /**
   * Creates an organization and its first user.
   * @returns false if the e-mail address is taken; then neither remains
   */
  insertAccount(organization: Organization, user: User, now: number): Promise<boolean>;
  /**
   * Just-in-time provisioning: inserts whichever of the three does not exist, and extends the session if it ends earlier.
   */
  provision(organization: Organization, user: User, session: Session): Promise<void>;
  findById(id: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<User | undefined>;
  /**
   * Changes the password and, in the same write, marks the user's other sessions as outdated, so that a crash after it
   * leaves a record of what remains to be done.
   * @param keptSessionId the session that stays active
   * @returns false if the password has changed since `user` was read
   */
  changePassword(user: User, passwordHash: string, keptSessionId: string): Promise<boolean>;
  /**
   * Ends the sessions that the last password change made outdated.
   * @returns ended sessions that the credential cache may not contain yet
   */
  endOutdatedSessions(userId: string, now: number): Promise<Session[]>;
  /** Ids of users with outdated sessions that may not have ended yet. */
  findWithOutdatedSessions(limit: number): Promise<string[]>;
}

export interface SessionStore {
  insert(session: Session): Promise<void>;
  findById(id: string): Promise<Session | undefined>;
  /** Ends a session. @returns it, if the credential cache may not contain its end yet */
  end(userId: string, sessionId: string, now: number): Promise<Session[]>;
  /** Records that the credential cache contains the end of these sessions. */
  markSynced(ids: string[]): Promise<void>;
  /** Ended sessions whose end the credential cache may not contain yet. */
  findPendingSync(limit: number): Promise<Session[]>;
  /** When a session last ended, in milliseconds since 1970. */
  lastEndedAt(): Promise<number | undefined>;
  /** Sessions ended since a time (milliseconds since 1970), in batches of `size`. */
  endedSince(time: number, size: number): AsyncIterable<Session[]>;
}

export interface UsageStore {
  /** Raises stored counts to these values; never lowers one. */
  raiseDays(days: DayCounts[]): Promise<void>;
  /** Counts per day since a date (`2026-05-01`), newest first. */
  findDays(hash: string, from: string): Promise<{ date: string; counts: Map<string, number> }[]>;
}

/** The part of a session that gateways read from the credential cache. */
interface SessionRecord {
  id: string;
  userId: string;
  organizationId: string;
  /** Milliseconds since 1970; null if only the tokens of the session carry an expiry. */
  endsAt: number | null;
  endedAt: number | null;
  version: number;
}

/** `<date>:<hash>` */
export type UsedDay = string;

/**
 * The credential cache in Redis: records of keys and sessions, which gateways check on every request, and the usage
 * counts that gateways write. Calls reject with AppError `unavailable` if Redis cannot be reached.
 */
export interface CredentialCache {
  /** Writes the record unless a newer version is present, and raises the totals if these are higher. */
  putKey(hash: string, record: KeyRecord, totals: { usageCount: number; lastUsedAt: number | null }): Promise<void>;
  /** Writes the record unless a newer version is present. */
  putSession(record: SessionRecord): Promise<void>;
  /** Current totals by hash; omits keys without a count in Redis. */
  usageTotals(hashes: string[]): Promise<Map<string, UsageTotal>>;
  /** Hashes of keys whose totals have grown since they were last flushed. */
  unflushedKeys(): Promise<string[]>;
  /** Records that MongoDB contains these totals. */
  markTotalsFlushed(totals: UsageTotal[]): Promise<void>;
  /** Days whose counts have grown since they were last flushed, of one key or of all. */
  unflushedDays(hash?: string): Promise<UsedDay[]>;
  /** Current counts of these days; omits days without a count in Redis. */
  dayCounts(days: UsedDay[]): Promise<DayCounts[]>;
  /** Records that MongoDB contains these counts. */
  markDaysFlushed(days: DayCounts[]): Promise<void>;
  /** A rate limiter in Redis that also blocks in memory while a key is over its limit. */
  rateLimiter(name: string, points: number, seconds: number): RateLimiter;
  /** @throws Error if Redis cannot be reached */
  check(): Promise<void>;
  /** Calls back when the connection to Redis, or to a node of its cluster, is lost or established. */
  onConnectionChange(listeners: { lost: () => void; established: () => void }): void;
  close(): void;
}
