/** A session as stored. Times are in milliseconds since 1970. */
export interface Session {
  id: string;
  userId: string;
  organizationId: string;
  createdAt: number;
  /** No token of the session is valid after this time. */
  endsAt: number;
  /** When the user signed out or a password change ended the session; null before that. */
  endedAt: number | null;
  /** 1 while the session is active, 2 after it has ended. */
  version: number;
  /** The user's `passwordVersion` when the session was created. */
  passwordVersion: number;
}

export interface User {
  id: string;
  organizationId: string;
  /** As entered at sign-up; null for users of an external identity provider that supplies none. */
  email: string | null;
  /** PHC string; null for users of an external identity provider. */
  passwordHash: string | null;
  /** Number of password changes. */
  passwordVersion: number;
}

export interface Organization {
  id: string;
  name: string;
}

const dayMs = 86_400_000;
/** Maximum duration of a session, however often its token is refreshed. */
export const maxSessionMs = 30 * dayMs;

export const newSession = (id: string, user: User, now: number): Session => ({
  id,
  userId: user.id,
  organizationId: user.organizationId,
  createdAt: now,
  endsAt: now + maxSessionMs,
  endedAt: null,
  version: 1,
  passwordVersion: user.passwordVersion,
});

/** Whether the service may issue further tokens for the session. */
export const isActive = (session: Session, now: number): boolean => session.endedAt === null && session.endsAt > now;

/**
 * When a token issued at `now` expires, in milliseconds since 1970: a whole second, because JWT counts in seconds, and
 * never after the end of the session.
 */
export function tokenExpiry(session: Session, ttlMs: number, now: number): number {
  return Math.floor(Math.min(now + ttlMs, session.endsAt) / 1000) * 1000;
}

/** E-mail addresses that differ only in case or Unicode composition identify the same account. */
export const normalizeEmail = (email: string): string => email.normalize("NFC").toLowerCase();
