/** A session as it is kept. Times are milliseconds since 1970. */
export interface Session {
  id: string;
  userId: string;
  organizationId: string;
  createdAt: number;
  /** No token of it works after this. */
  endsAt: number;
  /** Signed out, or ended by a change of the password. */
  endedAt: number | null;
  /** 1, and 2 once it has ended. */
  version: number;
  /** Which of the user's passwords it was begun with. */
  passwordVersion: number;
}

export interface User {
  id: string;
  organizationId: string;
  /** As given at sign-up; null for users of an outside issuer that names none. */
  email: string | null;
  /** PHC string; null for users of an outside issuer. */
  passwordHash: string | null;
  /** How often the password was changed. */
  passwordVersion: number;
}

export interface Organization {
  id: string;
  name: string;
}

const dayMs = 86_400_000;
/** A session lasts this long at most, however often it is renewed. */
export const sessionMs = 30 * dayMs;

export const newSession = (id: string, user: User, now: number): Session => ({
  id,
  userId: user.id,
  organizationId: user.organizationId,
  createdAt: now,
  endsAt: now + sessionMs,
  endedAt: null,
  version: 1,
  passwordVersion: user.passwordVersion,
});

/** Whether tokens may still be issued for it. */
export const isOpen = (session: Session, now: number): boolean => session.endedAt === null && session.endsAt > now;

/** When a token issued now expires: whole seconds, as JWT counts them, and never after the session. */
export function tokenExpiry(session: Session, ttlMs: number, now: number): number {
  return Math.floor(Math.min(now + ttlMs, session.endsAt) / 1000) * 1000;
}

/** Addresses that differ in case alone are one account. */
export const emailKey = (email: string): string => email.normalize("NFC").toLowerCase();
