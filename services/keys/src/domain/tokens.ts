import { sessionToken } from "@plat/contracts";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import type { Session } from "./session.ts";

/** The key that signs tokens during one period. Whoever needs it first makes it; all instances then use the same. */
export interface SigningKey {
  /** Number of the period. */
  period: number;
  kid: string;
  privateJwk: JWK;
  publicJwk: JWK;
}

export interface SigningKeyStore {
  /** Keeps the key unless its period has one; gives the one that stands there. */
  keep(key: SigningKey): Promise<SigningKey>;
  of(period: number): Promise<SigningKey | undefined>;
  /** Public keys of these periods and later ones. */
  publicSince(period: number): Promise<JWK[]>;
}

export interface TokenOptions {
  store: SigningKeyStore;
  /** Milliseconds between one signing key and the next. */
  rotationMs: number;
  /** Milliseconds that a token lives at most. */
  ttlMs: number;
  now: () => number;
}

/** Milliseconds before a key signs its first token from which on it is published: copies may be a minute old. */
const aheadMs = 120_000;

export interface Tokens {
  sign(session: Session, expiresAt: number): Promise<string>;
  /** Public keys that unexpired tokens may be signed with, also those of the next minute. */
  publicKeys(): Promise<JWK[]>;
}

/**
 * Signs session tokens with Ed25519 keys that change by the calendar. A key stays published until the last token that
 * it may have signed has expired.
 */
export function createTokens({ store, rotationMs, ttlMs, now }: TokenOptions): Tokens {
  let current: { period: number; kid: string; key: Awaited<ReturnType<typeof importJWK>> } | undefined;
  const keyOf = async (period: number): Promise<SigningKey> =>
    (await store.of(period)) ?? store.keep(await newSigningKey(period));
  const signingKey = async () => {
    const period = Math.floor(now() / rotationMs);
    if (current?.period !== period) {
      const { kid, privateJwk } = await keyOf(period);
      current = { period, kid, key: await importJWK(privateJwk, sessionToken.algorithm) };
    }
    return current;
  };
  return {
    async sign(session, expiresAt) {
      const { kid, key } = await signingKey();
      return new SignJWT({ org: session.organizationId, sid: session.id })
        .setProtectedHeader({ alg: sessionToken.algorithm, typ: sessionToken.type, kid })
        .setIssuer(sessionToken.issuer)
        .setAudience(sessionToken.audience)
        .setSubject(session.userId)
        .setJti(crypto.randomUUID())
        .setIssuedAt(Math.floor(now() / 1000))
        .setExpirationTime(expiresAt / 1000)
        .sign(key);
    },
    async publicKeys() {
      const { period } = await signingKey();
      // Whoever holds a copy must find the key there that signs next.
      if (Math.floor((now() + aheadMs) / rotationMs) > period) await keyOf(period + 1);
      const oldest = Math.floor((now() - ttlMs) / rotationMs);
      return store.publicSince(oldest);
    },
  };
}

async function newSigningKey(period: number): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(sessionToken.algorithm, { extractable: true });
  const publicPart = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicPart);
  const publicJwk = { ...publicPart, kid, alg: sessionToken.algorithm, use: "sig" };
  return { period, kid, privateJwk: await exportJWK(privateKey), publicJwk };
}
