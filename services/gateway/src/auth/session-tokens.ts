import { AppError, keysContract, sessionToken } from "@plat/contracts";
import { idOf, newId, type RpcClient } from "@plat/kit";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";

import { hashOf, refused } from "./credentials.ts";
import { Recent } from "../domain/fifo-cache.ts";

/** Whom a session token names. */
export interface Identity {
  userId: string;
  organizationId: string;
  sessionId: string;
  /** Set for tokens of an outside issuer: what its organization and user are made of when first seen. */
  outside?: { organizationName: string; email: string | null; expiresAt: string };
}

export interface TokenVerifier {
  /** The identity of a token that was verified less than a minute ago and has not expired. */
  known(token: string): Identity | undefined;
  /** @throws AppError `invalid_session`, `expired_session`, `unavailable` when the keys to check with cannot be had */
  verify(token: string): Promise<Identity>;
}

export interface OutsideIssuer {
  issuer: string;
  jwksUrl: string;
  audience: string;
  organizationClaim: string;
  algorithms: string[];
}

export interface TokenOptions {
  rpc: Pick<RpcClient, "call">;
  outside: OutsideIssuer | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}

const keptMs = 60_000;
const keptMax = 20_000;

/**
 * Verifies session tokens: ours by the keys that the keys service publishes, those of an outside issuer by the keys at
 * its address. Which one a token claims to be from decides only what it must then prove. A verification costs 180 µs, so
 * its result is kept for a minute; whether the session was ended is not part of it.
 */
export function createTokenVerifier({ rpc, outside, now }: TokenOptions): TokenVerifier {
  const kept = new Recent<{ identity: Identity; expiresAt: number; until: number }>(keptMax);
  const own = ownKeys(rpc, now);
  const remote =
    outside === undefined
      ? undefined
      : createRemoteJWKSet(new URL(outside.jwksUrl), { timeoutDuration: 3_000, cooldownDuration: 1_000 });

  const verified = async (token: string): Promise<{ identity: Identity; expiresAt: number }> => {
    if (outside !== undefined && remote !== undefined && claimedIssuer(token) === outside.issuer) {
      const { payload } = await jwtVerify(token, remote, {
        issuer: outside.issuer,
        audience: outside.audience,
        algorithms: outside.algorithms,
        requiredClaims: ["sub", "exp", outside.organizationClaim],
      });
      return { identity: outsideIdentity(payload, outside, token), expiresAt: expiryOf(payload) };
    }
    const { payload } = await jwtVerify(token, own, {
      issuer: sessionToken.issuer,
      audience: sessionToken.audience,
      algorithms: [sessionToken.algorithm],
      typ: sessionToken.type,
      requiredClaims: ["sub", "exp", "org", "sid"],
    });
    const identity = {
      userId: uuidIn(payload, "sub"),
      organizationId: uuidIn(payload, "org"),
      sessionId: uuidIn(payload, "sid"),
    };
    return { identity, expiresAt: expiryOf(payload) };
  };

  return {
    known(token) {
      const entry = kept.get(hashOf(token));
      if (entry === undefined || entry.until <= now()) return undefined;
      if (entry.expiresAt <= now()) throw refused("expired_session");
      return entry.identity;
    },
    async verify(token) {
      try {
        const result = await verified(token);
        kept.set(hashOf(token), { ...result, until: now() + keptMs });
        return result.identity;
      } catch (error) {
        throw tokenError(error);
      }
    },
  };
}

function tokenError(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return refused("expired_session");
  // The generic code stands for a key set that could not be fetched.
  const isOurs = !(error instanceof errors.JOSEError) || error.code === "ERR_JOSE_GENERIC";
  if (isOurs || error instanceof errors.JWKSTimeout)
    return error instanceof AppError
      ? error
      : new AppError("unavailable", "The keys that session tokens are signed with cannot be had.", {
          cause: error,
          retryAfter: 1,
        });
  return refused("invalid_session");
}

function claimedIssuer(token: string): string | undefined {
  return decodeJwt(token).iss;
}

const expiryOf = ({ exp = 0 }: JWTPayload): number => exp * 1000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What no part of Plat keeps is not taken from a token either. */
const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes("\0");

function textIn(payload: JWTPayload, claim: string): string {
  const value = payload[claim];
  if (typeof value !== "string" || value === "" || value.length > 500 || !isStorable(value))
    throw new errors.JWTClaimValidationFailed(`${claim} is not usable`, payload, claim);
  return value;
}
function uuidIn(payload: JWTPayload, claim: string): string {
  const value = textIn(payload, claim);
  if (!uuid.test(value)) throw new errors.JWTClaimValidationFailed(`${claim} is no UUID`, payload, claim);
  return value.toLowerCase();
}

/** Namespace of URLs (RFC 9562, 6.6). */
const urlNamespace = "6ba7b811-9dad-11d1-80b4-00c04fd430c8";

/** A claim that is no UUID becomes one: the same issuer and value always give the same. */
function outsideIdentity(payload: JWTPayload, { issuer, organizationClaim }: OutsideIssuer, token: string): Identity {
  const namespace = idOf(issuer, urlNamespace);
  const idFrom = (claim: string): string => {
    const value = textIn(payload, claim);
    return uuid.test(value) ? value.toLowerCase() : idOf(value, namespace);
  };
  // One session of an issuer may pass from one organization to another, each with a session of ours.
  const session =
    typeof payload["sid"] === "string"
      ? `sid ${payload["sid"]} ${idFrom("sub")} ${idFrom(organizationClaim)}`
      : `token ${payload.jti ?? hashOf(token)}`;
  const email = payload["email"];
  return {
    userId: idFrom("sub"),
    organizationId: idFrom(organizationClaim),
    sessionId: idOf(session, namespace),
    outside: {
      // A character of two code units is not cut in half.
      organizationName: textIn(payload, organizationClaim)
        .slice(0, 200)
        .replace(/\p{Cs}$/u, ""),
      email: typeof email === "string" && email.length <= 254 && isStorable(email) ? email : null,
      expiresAt: new Date(expiryOf(payload)).toISOString(),
    },
  };
}

const refreshMs = 1_000;
/** Milliseconds for which a copy of our public keys is used without looking whether one was withdrawn. */
const freshMs = 60_000;
type KeySet = ReturnType<typeof createLocalJWKSet>;

/**
 * Our own public keys, asked for when first needed and when a token names one that is not known yet. An old copy is used
 * while a new one is on its way, and for as long as there is nobody who could give one.
 */
function ownKeys(rpc: TokenOptions["rpc"], now: () => number): JWTVerifyGetKey {
  let keys: KeySet | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<KeySet> | undefined;
  const load = (): Promise<KeySet> => {
    loading ??= (async () => {
      const jwks = await rpc.call(keysContract.publicKeys, {}, { requestId: newId() });
      keys = createLocalJWKSet(jwks);
      loadedAt = now();
      return keys;
    })().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  return async (header, token) => {
    const held = keys ?? (await load());
    if (now() - loadedAt > freshMs) load().catch(() => undefined);
    try {
      return await held(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - loadedAt < refreshMs) throw error;
      const fresh = await load();
      return fresh(header, token);
    }
  };
}
