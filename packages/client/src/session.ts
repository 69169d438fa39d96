import type { Session } from "./generated/types.ts";

/** Where a session is kept, for example in the browser's storage. */
export interface SessionStore {
  load(): Session | undefined;
  /** `undefined`: there is none any more. */
  save(session: Session | undefined): void;
}

/** Kept as long as the program runs. */
export function memoryStore(first?: Session): SessionStore {
  let kept = first;
  return {
    load: () => kept,
    save: (session) => {
      kept = session;
    },
  };
}

/** Part of a token's life in whose last stretch it is renewed. */
const lastPart = 0.25;

/** When a token should be renewed, in milliseconds since 1970: when three quarters of its life are over. */
export function renewalTime(session: Session): number {
  const expires = Date.parse(session.expiresAt);
  const issued = issuedAt(session.token) ?? expires;
  return expires - (expires - issued) * lastPart;
}

/** `iat` of a JWT, in milliseconds; nothing is verified, which is the service's to do. */
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
