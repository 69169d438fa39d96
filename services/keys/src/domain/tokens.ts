import { sessionToken } from "@plat/contracts";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import type { Session } from "./session.ts";

/** The key that signs tokens during one rotation period. The first replica that needs it creates it; all share it. */
export interface SigningKey {
  /** Number of the rotation period since 1970. */
  period: number;
  kid: string;
  privateJwk: JWK;
  publicJwk: JWK;
}

export interface SigningKeyStore {
  /** Stores the key unless its period already has one. @returns the key of the period */
  insertOrGet(key: SigningKey): Promise<SigningKey>;
  get(period: number): Promise<SigningKey | undefined>;
  /** Public keys of this period and all later ones. */
  publicKeysSince(period: number): Promise<JWK[]>;
}

export interface TokenIssuerOptions {
  store: SigningKeyStore;
  /** Length of a rotation period in milliseconds. */
  rotationMs: number;
  /** Maximum lifetime of a token in milliseconds. */
  ttlMs: number;
  now: () => number;
}

/** Milliseconds between publication and first use of a signing key. Verifiers may cache the key set for one minute. */
const prepublishMs = 120_000;

export interface TokenIssuer {
  sign(session: Session, expiresAt: number): Promise<string>;
  /** Public keys of all tokens that have not expired, and of those that will be issued within two minutes. */
  publicKeys(): Promise<JWK[]>;
}

/**
 * Issues session tokens, signed with Ed25519 keys that rotate by the clock. A public key stays published until the last
 * token that it can verify has expired.
 */
export function createTokenIssuer({ store, rotationMs, ttlMs, now }: TokenIssuerOptions): TokenIssuer {
  let current: { period: number; kid: string; key: Awaited<ReturnType<typeof importJWK>> } | undefined;
  const getOrCreate = async (period: number): Promise<SigningKey> =>
    (await store.get(period)) ?? store.insertOrGet(await newSigningKey(period));
  const currentKey = async () => {
    const period = Math.floor(now() / rotationMs);
    if (current?.period !== period) {
      const { kid, privateJwk } = await getOrCreate(period);
      current = { period, kid, key: await importJWK(privateJwk, sessionToken.algorithm) };
    }
    return current;
  };
  return {
    async sign(session, expiresAt) {
      const { kid, key } = await currentKey();
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
      const { period } = await currentKey();
      // Cached copies of the key set must already contain the key that signs next.
      if (Math.floor((now() + prepublishMs) / rotationMs) > period) await getOrCreate(period + 1);
      const oldest = Math.floor((now() - ttlMs) / rotationMs);
      return store.publicKeysSince(oldest);
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
