import { AppError, type Caller, isApiKey, keysContract, type Scope } from "@plat/contracts";
import { newId, type RpcClient } from "@plat/kit";
import { FifoCache } from "../domain/fifo-cache.ts";
import type { AdmissionCheck, AdmissionResult } from "../quota/admission.ts";
import type { BucketName, Buckets } from "../quota/rate-limit-headers.ts";
import type { CredentialCache } from "../store/credential-cache.ts";
import type { AuthFailureLimiter } from "./auth-failure-limiter.ts";
import { authError, type Credential, hashOf } from "./credentials.ts";
import type { Identity, TokenVerifier } from "./session-tokens.ts";

/** The caller of a request, and the result of the admission script. */
export interface Authenticated {
  caller: Exclude<Caller, { kind: "service" }>;
  admission: AdmissionResult;
  /** SHA-256 of the API key, under which its usage is counted. Absent for sessions. */
  keyHash?: string;
}

export interface Authenticator {
  /**
   * Checks the credential and counts the request, in one call to Redis. Does not enforce the quota:
   * `admission.state` may be `limited`.
   * @throws AppError with status 401, `quota_exceeded` after too many failures from the address, `unavailable`
   */
  authenticate(credential: Credential, address: string, bucket: BucketName): Promise<Authenticated>;
  /** Counts an anonymous request against the management quota of its address. */
  admitAnonymous(address: string): Promise<AdmissionResult>;
  /** Checks the credential and reads the remaining quota without counting a request. @throws AppError as `authenticate` */
  peek(credential: Credential, address: string, bucket: BucketName): Promise<Authenticated>;
}

export interface AuthenticatorDeps {
  credentialCache: CredentialCache;
  rpc: RpcClient;
  tokens: TokenVerifier;
  failureLimiter: AuthFailureLimiter;
  buckets: Buckets;
}

/** Negative cache of unknown API keys. There is no positive cache: a revocation must take effect immediately. */
const unknownTtlMs = 5_000;
const unknownMax = 10_000;

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { credentialCache, rpc, tokens, failureLimiter, buckets } = deps;
  const { keys } = credentialCache;
  const unknownUntil = new FifoCache<number>(unknownMax);
  const inFlight = new Map<string, Promise<boolean>>();

  /** Counts a failed authentication of the address and throws the 401, or a 429 if the limit is reached. */
  const fail = async (address: string, error: AppError): Promise<never> => {
    throw await failureLimiter.recordFailure(address, error);
  };

  /** Request coalescing: concurrent calls with the same name share one look-up. @returns whether the record exists */
  const coalesce = (name: string, lookUp: () => Promise<boolean>): Promise<boolean> => {
    const running = inFlight.get(name);
    if (running !== undefined) return running;
    const started = lookUp().finally(() => inFlight.delete(name));
    inFlight.set(name, started);
    return started;
  };

  const isUnknown = (hash: string): boolean => {
    const until = unknownUntil.get(hash);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    unknownUntil.delete(hash);
    return false;
  };
  const rememberUnknown = (hash: string): void => unknownUntil.set(hash, performance.now() + unknownTtlMs);

  /**
   * Has the keys service load the record of an API key into Redis. Anyone can invent a well-formed key, so a look-up
   * counts as a failed authentication unless the key exists.
   * @throws AppError with status 401 if there is no such key; the failure has then been counted
   */
  const lookUpKey = async (hash: string, address: string): Promise<void> => {
    // Coalesced per address: the limit of one address must not reject requests of others with the same key.
    const name = `${hash} ${address}`;
    const isJoining = inFlight.has(name);
    const found = await coalesce(name, () =>
      failureLimiter.attempt(address, async () => {
        const { record } = await rpc.call(keysContract.lookUpKey, { body: { hash } }, { requestId: newId() });
        if (record === null) rememberUnknown(hash);
        return record !== null;
      }),
    );
    if (found) return;
    const error = authError("invalid_api_key");
    throw isJoining ? await failureLimiter.recordFailure(address, error) : error;
  };

  /** Has the keys service load the record of a session into Redis. @throws AppError with status 401 if there is none */
  const lookUpSession = async (identity: Identity, address: string): Promise<void> => {
    const { sessionId, userId, organizationId, external } = identity;
    const found = await coalesce(`${userId} ${sessionId}`, async () => {
      if (external === undefined) {
        const body = { sessionId, userId };
        const { endsAt } = await rpc.call(keysContract.lookUpSession, { body }, { requestId: newId() });
        return endsAt !== null;
      }
      const body = { sessionId, userId, organizationId, ...external };
      await rpc.call(keysContract.provisionUser, { body }, { requestId: newId() });
      return true;
    });
    if (!found) await fail(address, authError("invalid_session"));
  };

  /** Runs the admission script; loads the record first if Redis does not have it. */
  const checkOrLoad = async (check: AdmissionCheck, lookUp: () => Promise<void>): Promise<AdmissionResult> => {
    const admission = await credentialCache.check(check);
    if (admission.state !== "missing") return admission;
    await lookUp();
    const retried = await credentialCache.check(check);
    // The record was just loaded, so Redis is losing data or was flushed at this moment.
    if (retried.state === "missing")
      throw new AppError("unavailable", "Credentials cannot be checked at the moment.", { retryAfter: 1 });
    return retried;
  };

  const byKey = async (text: string, address: string, bucket: BucketName, consume: boolean): Promise<Authenticated> => {
    if (!isApiKey(text)) return fail(address, authError("invalid_api_key"));
    const hash = hashOf(text);
    if (isUnknown(hash)) return fail(address, authError("invalid_api_key"));
    const check = {
      record: keys.key(hash),
      ...(consume ? { used: { set: keys.used(hash), member: hash } } : {}),
      accepted: keys.accepted(bucket, hash),
      windows: buckets[bucket].windows,
      consume,
    };
    const admission = await checkOrLoad(check, () => lookUpKey(hash, address));
    if (admission.state === "revoked") return fail(address, authError("revoked_api_key"));
    if (admission.state === "expired") return fail(address, authError("expired_api_key"));
    const { id: keyId, organizationId } = admission;
    const scopes = admission.scopes.split(",") as Scope[];
    return { caller: { kind: "api_key", organizationId, keyId, scopes }, admission, keyHash: hash };
  };

  /** Verifies a token. Only invalid ones count as failures: others at the address must not lock out a valid token. */
  const identityOf = async (text: string, address: string): Promise<Identity> => {
    try {
      return tokens.cached(text) ?? (await tokens.verify(text));
    } catch (error) {
      if (error instanceof AppError && error.status === 401) return fail(address, error);
      throw error;
    }
  };

  const bySession = async (
    text: string,
    address: string,
    bucket: BucketName,
    consume: boolean,
  ): Promise<Authenticated> => {
    const identity = await identityOf(text, address);
    const { userId, organizationId, sessionId } = identity;
    const check = {
      record: keys.session(userId, sessionId),
      accepted: keys.accepted(bucket, userId),
      windows: buckets[bucket].windows,
      consume,
    };
    const admission = await checkOrLoad(check, () => lookUpSession(identity, address));
    if (admission.state === "revoked" || admission.state === "expired")
      return fail(address, authError("expired_session"));
    return { caller: { kind: "session", organizationId, userId, sessionId }, admission };
  };

  const byCredential = ({ kind, text }: Credential, address: string, bucket: BucketName, consume: boolean) =>
    kind === "api_key" ? byKey(text, address, bucket, consume) : bySession(text, address, bucket, consume);

  return {
    authenticate: (credential, address, bucket) => byCredential(credential, address, bucket, true),
    peek: (credential, address, bucket) => byCredential(credential, address, bucket, false),
    async admitAnonymous(address) {
      const { windows } = buckets.management;
      return credentialCache.check({ accepted: keys.accepted("management", address), windows, consume: true });
    },
  };
}
