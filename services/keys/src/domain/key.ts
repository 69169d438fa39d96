import { AppError, apiKeyHint, apiKeyOf, type KeyRecord, type Scope } from "@plat/contracts";
import { createHash } from "node:crypto";

/** An API key as it is kept: never the key itself, only its hash. Times are milliseconds since 1970. */
export interface ApiKey {
  id: string;
  organizationId: string;
  name: string;
  /** SHA-256 of the key, in hex. */
  hash: string;
  hint: string;
  scopes: Scope[];
  createdAt: number;
  createdBy: string | null;
  expiresAt: number | null;
  revokedAt: number | null;
  /** Milliseconds that it was to work when it was made; null: for ever. */
  lifetimeMs: number | null;
  /** The key that takes its place, while this one works on for a grace. */
  replacedBy: string | null;
  version: number;
  usageCount: number;
  lastUsedAt: number | null;
}

export const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");

const dayMs = 86_400_000;
const hourMs = 3_600_000;

export interface NewKey {
  id: string;
  organizationId: string;
  name: string;
  scopes: Scope[];
  createdBy: string | null;
  /** Milliseconds that the key works; null: for ever. */
  lifetimeMs: number | null;
}

/** A new key and what is kept of it. Fractions of a millisecond are rounded. */
export function mintKey(wanted: NewKey, random: Uint8Array, now: number): { key: string; stored: ApiKey } {
  const key = apiKeyOf(random);
  const lifetimeMs = wanted.lifetimeMs === null ? null : Math.max(1, Math.round(wanted.lifetimeMs));
  const stored = {
    ...wanted,
    scopes: [...new Set(wanted.scopes)].toSorted(),
    hash: hashOf(key),
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

/** When a replaced key stops: after the grace, but never later than it would have. */
export function graceEnd({ expiresAt }: ApiKey, graceHours: number, now: number): number {
  const end = now + Math.round(graceHours * hourMs);
  return expiresAt === null ? end : Math.min(expiresAt, end);
}

export type KeyStatus = "active" | "revoked" | "expired";

/** A key is refused from the very millisecond in which it expires. */
export function statusOf({ revokedAt, expiresAt }: ApiKey, now: number): KeyStatus {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

/** @throws AppError `conflict` when the key works no more or has been replaced already. */
export function requireReplaceable(key: ApiKey, now: number): void {
  const status = statusOf(key, now);
  if (status !== "active")
    throw new AppError("conflict", `The API key is ${status}; only an active key can be rotated.`);
  if (key.replacedBy !== null)
    throw new AppError("conflict", `The API key was rotated already: ${key.replacedBy} takes its place.`);
}

export const recordOf = (key: ApiKey): KeyRecord => ({
  id: key.id,
  organizationId: key.organizationId,
  scopes: key.scopes,
  expiresAt: key.expiresAt,
  revokedAt: key.revokedAt,
  version: key.version,
});

const instant = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** The answer to a creation: the only one that holds the key. */
export const createdView = (key: string, stored: ApiKey) => ({
  id: stored.id,
  name: stored.name,
  key,
  status: "active" as const,
  scopes: stored.scopes,
  hint: stored.hint,
  createdAt: new Date(stored.createdAt).toISOString(),
  expiresAt: instant(stored.expiresAt),
});

export const listedView = (key: ApiKey, now: number) => ({
  id: key.id,
  name: key.name,
  status: statusOf(key, now),
  hint: key.hint,
  scopes: key.scopes,
  createdAt: new Date(key.createdAt).toISOString(),
  createdBy: key.createdBy,
  lastUsedAt: instant(key.lastUsedAt),
  usageCount: key.usageCount,
  expiresAt: instant(key.expiresAt),
  revokedAt: instant(key.revokedAt),
});
