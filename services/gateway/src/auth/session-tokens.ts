import { AppError, sessionToken } from "@plat/contracts";
import { deterministicId, type RpcClient } from "@plat/kit";
import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import { FifoCache } from "../domain/fifo-cache.ts";
import { authError, hashOf } from "./credentials.ts";
import { localJwks } from "./local-jwks.ts";

/** User, organization and session that a session token names. */
export interface Identity {
  userId: string;
  organizationId: string;
  sessionId: string;
  /** Set for tokens of the external identity provider: data for just-in-time provisioning. */
  external?: { organizationName: string; email: string | null; expiresAt: string };
}

export interface TokenVerifier {
  /**
   * The identity of a token that was verified less than a minute ago.
   * @returns undefined if the token must be verified
   * @throws AppError `expired_session`
   */
  cached(token: string): Identity | undefined;
  /** @throws AppError `invalid_session`, `expired_session`, or `unavailable` if the public keys cannot be loaded */
  verify(token: string): Promise<Identity>;
}

/** An external identity provider (IdP) whose tokens are accepted as sessions. */
export interface IdentityProvider {
  issuer: string;
  jwksUrl: string;
  audience: string;
  organizationClaim: string;
  algorithms: string[];
}

export interface TokenVerifierOptions {
  rpc: Pick<RpcClient, "call">;
  identityProvider: IdentityProvider | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}

const cacheTtlMs = 60_000;
const cacheMax = 20_000;

/**
 * Verifies session tokens: those of the keys service with its public keys, those of the external identity provider with
 * the keys at its JWKS URL. The unverified `iss` claim only selects which of the two must verify the token.
 * A verification costs 180 µs, so its result is cached for a minute. The result does not include whether the session
 * has ended: the admission script checks that per request.
 */
export function createTokenVerifier({ rpc, identityProvider, now }: TokenVerifierOptions): TokenVerifier {
  const cache = new FifoCache<{ identity: Identity; expiresAt: number; until: number }>(cacheMax);
  const jwks = localJwks(rpc, now);
  const providerJwks =
    identityProvider === undefined
      ? undefined
      : createRemoteJWKSet(new URL(identityProvider.jwksUrl), { timeoutDuration: 3_000, cooldownDuration: 1_000 });

  const verify = async (token: string): Promise<{ identity: Identity; expiresAt: number }> => {
    if (
      identityProvider !== undefined &&
      providerJwks !== undefined &&
      unverifiedIssuer(token) === identityProvider.issuer
    ) {
      const { payload } = await jwtVerify(token, providerJwks, {
        issuer: identityProvider.issuer,
        audience: identityProvider.audience,
        algorithms: identityProvider.algorithms,
        requiredClaims: ["sub", "exp", identityProvider.organizationClaim],
      });
      return { identity: externalIdentity(payload, identityProvider, token), expiresAt: expiryOf(payload) };
    }
    const { payload } = await jwtVerify(token, jwks, {
      issuer: sessionToken.issuer,
      audience: sessionToken.audience,
      algorithms: [sessionToken.algorithm],
      typ: sessionToken.type,
      requiredClaims: ["sub", "exp", "org", "sid"],
    });
    const identity = {
      userId: uuidClaim(payload, "sub"),
      organizationId: uuidClaim(payload, "org"),
      sessionId: uuidClaim(payload, "sid"),
    };
    return { identity, expiresAt: expiryOf(payload) };
  };

  return {
    cached(token) {
      const entry = cache.get(hashOf(token));
      if (entry === undefined || entry.until <= now()) return undefined;
      if (entry.expiresAt <= now()) throw authError("expired_session");
      return entry.identity;
    },
    async verify(token) {
      try {
        const result = await verify(token);
        cache.set(hashOf(token), { ...result, until: now() + cacheTtlMs });
        return result.identity;
      } catch (error) {
        throw toAppError(error);
      }
    },
  };
}

function toAppError(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return authError("expired_session");
  // jose uses the generic code for a key set that could not be fetched.
  const isKeySetError = !(error instanceof errors.JOSEError) || error.code === "ERR_JOSE_GENERIC";
  if (isKeySetError || error instanceof errors.JWKSTimeout)
    return error instanceof AppError
      ? error
      : new AppError("unavailable", "The public keys for session tokens are unavailable.", {
          cause: error,
          retryAfter: 1,
        });
  return authError("invalid_session");
}

function unverifiedIssuer(token: string): string | undefined {
  return decodeJwt(token).iss;
}

/** Milliseconds since 1970. */
const expiryOf = ({ exp = 0 }: JWTPayload): number => exp * 1000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text has no NUL and no lone surrogate, which no part of the API accepts. */
const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes("\0");

function textClaim(payload: JWTPayload, claim: string): string {
  const value = payload[claim];
  if (typeof value !== "string" || value === "" || value.length > 500 || !isStorable(value))
    throw new errors.JWTClaimValidationFailed(`${claim} must be a text of 1 to 500 characters`, payload, claim);
  return value;
}
function uuidClaim(payload: JWTPayload, claim: string): string {
  const value = textClaim(payload, claim);
  if (!uuid.test(value)) throw new errors.JWTClaimValidationFailed(`${claim} must be a UUID`, payload, claim);
  return value.toLowerCase();
}

/** Namespace of URLs for UUIDv5 (RFC 9562, 6.6). */
const urlNamespace = "6ba7b811-9dad-11d1-80b4-00c04fd430c8";

/** Derives ids from claims: a claim that is not a UUID becomes the UUIDv5 of issuer and claim, which is stable. */
function externalIdentity(
  payload: JWTPayload,
  { issuer, organizationClaim }: IdentityProvider,
  token: string,
): Identity {
  const namespace = deterministicId(issuer, urlNamespace);
  const idFrom = (claim: string): string => {
    const value = textClaim(payload, claim);
    return uuid.test(value) ? value.toLowerCase() : deterministicId(value, namespace);
  };
  // A session at the identity provider may switch organizations; each organization then gets a session of its own.
  const session =
    typeof payload["sid"] === "string"
      ? `sid ${payload["sid"]} ${idFrom("sub")} ${idFrom(organizationClaim)}`
      : `token ${payload.jti ?? hashOf(token)}`;
  const email = payload["email"];
  return {
    userId: idFrom("sub"),
    organizationId: idFrom(organizationClaim),
    sessionId: deterministicId(session, namespace),
    external: {
      // Truncation must not split a surrogate pair.
      organizationName: textClaim(payload, organizationClaim)
        .slice(0, 200)
        .replace(/\p{Cs}$/u, ""),
      email: typeof email === "string" && email.length <= 254 && isStorable(email) ? email : null,
      expiresAt: new Date(expiryOf(payload)).toISOString(),
    },
  };
}
