import type { Session } from "./generated/types.ts";

/** Storage for the session, for example in the storage of the browser. */
export interface SessionStore {
  load(): Session | undefined;
  /** @param session `undefined` removes the stored session */
  save(session: Session | undefined): void;
}

/** Stores the session in memory. */
export function memoryStore(initial?: Session): SessionStore {
  let stored = initial;
  return {
    load: () => stored,
    save: (session) => {
      stored = session;
    },
  };
}

/** Tokens are renewed in this last part of their lifetime. */
const renewalPart = 0.25;

/** When a token should be renewed, in milliseconds since 1970: after three quarters of its lifetime. */
export function renewalTime(session: Session): number {
  const expires = Date.parse(session.expiresAt);
  const issued = issuedAt(session.token) ?? expires;
  return expires - (expires - issued) * renewalPart;
}

/** `iat` of a JWT in milliseconds since 1970. The signature is not verified; that is the service's task. */
function issuedAt(token: string): number | undefined {
  const payload = token.split(".")[1];
  if (payload === undefined) return undefined;
  try {
    const claims = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { iat?: unknown };
    return typeof claims.iat === "number" ? claims.iat * 1000 : undefined;
  } catch {
    return undefined;
  }
}
