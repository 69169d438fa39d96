import { AppError, apiKeyHint, apiKeyOf, type KeyRecord, type Scope } from "@plat/contracts";
import { createHash } from "node:crypto";

/** An API key as stored: only the hash of the key, never the key itself. Times are in milliseconds since 1970. */
export interface ApiKey {
  id: string;
  organizationId: string;
  name: string;
  /** SHA-256 of the key, in hex. */
  hash: string;
  /** Prefix and last four characters of the key. */
  hint: string;
  scopes: Scope[];
  createdAt: number;
  createdBy: string | null;
  expiresAt: number | null;
  revokedAt: number | null;
  /** Lifetime requested at creation, in milliseconds; null if the key does not expire. A rotation reuses it. */
  lifetimeMs: number | null;
  /** Id of the key that replaced this one in a rotation. */
  replacedBy: string | null;
  /** Incremented with every change of `expiresAt`, `revokedAt` or `replacedBy`. */
  version: number;
  usageCount: number;
  lastUsedAt: number | null;
}

/** SHA-256 of an API key, in hex. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

const dayMs = 86_400_000;
const hourMs = 3_600_000;

export interface KeyRequest {
  id: string;
  organizationId: string;
  name: string;
  scopes: Scope[];
  createdBy: string | null;
  /** Lifetime in milliseconds; null if the key does not expire. */
  lifetimeMs: number | null;
}

/**
 * Generates an API key.
 * @param random at least 32 bytes from a cryptographically secure source
 * @param now in milliseconds since 1970
 * @returns the key and the record to store; fractions of a millisecond in the lifetime are rounded
 */
export function generateKey(request: KeyRequest, random: Uint8Array, now: number): { key: string; stored: ApiKey } {
  const key = apiKeyOf(random);
  const lifetimeMs = request.lifetimeMs === null ? null : Math.max(1, Math.round(request.lifetimeMs));
  const stored = {
    ...request,
    scopes: [...new Set(request.scopes)].toSorted(),
    hash: hashKey(key),
    hint: apiKeyHint(key),
    createdAt: now,
    expiresAt: lifetimeMs === null ? null : now + lifetimeMs,
    revokedAt: null,
    lifetimeMs,
    replacedBy: null,
    version: 1,
    usageCount: 0,
    lastUsedAt: null,
  };
  return { key, stored };
}

export const daysToMs = (days: number | null | undefined): number | null =>
  days === null || days === undefined ? null : days * dayMs;

/** When a rotated key stops working: at the end of the grace period, but never later than its own expiry. */
export function gracePeriodEnd({ expiresAt }: ApiKey, graceHours: number, now: number): number {
  const end = now + Math.round(graceHours * hourMs);
  return expiresAt === null ? end : Math.min(expiresAt, end);
}

export type KeyStatus = "active" | "revoked" | "expired";

/** The status of a key at a time. A key is expired from the millisecond `expiresAt` on. */
export function keyStatus({ revokedAt, expiresAt }: ApiKey, now: number): KeyStatus {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

/** @throws AppError `conflict` if the key is not active or has already been rotated */
export function requireRotatable(key: ApiKey, now: number): void {
  const status = keyStatus(key, now);
  if (status !== "active")
    throw new AppError("conflict", `The API key is ${status}; only an active key can be rotated.`);
  if (key.replacedBy !== null)
    throw new AppError("conflict", `The API key has already been rotated; its replacement is ${key.replacedBy}.`);
}

/** The part of a key that gateways read from the credential cache. */
export const toKeyRecord = (key: ApiKey): KeyRecord => ({
  id: key.id,
  organizationId: key.organizationId,
  scopes: key.scopes,
  expiresAt: key.expiresAt,
  revokedAt: key.revokedAt,
  version: key.version,
});

const toIso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** The response to a creation or rotation: the only one that contains the key itself. */
export const toCreatedKey = (key: string, stored: ApiKey) => ({
  id: stored.id,
  name: stored.name,
  key,
  status: "active" as const,
  scopes: stored.scopes,
  hint: stored.hint,
  createdAt: new Date(stored.createdAt).toISOString(),
  expiresAt: toIso(stored.expiresAt),
});

/** An element of the list of keys. */
export const toListedKey = (key: ApiKey, now: number) => ({
  id: key.id,
  name: key.name,
  status: keyStatus(key, now),
  hint: key.hint,
  scopes: key.scopes,
  createdAt: new Date(key.createdAt).toISOString(),
  createdBy: key.createdBy,
  lastUsedAt: toIso(key.lastUsedAt),
  usageCount: key.usageCount,
  expiresAt: toIso(key.expiresAt),
  revokedAt: toIso(key.revokedAt),
});
