import { AppError, type Caller, isApiKey, keysContract, type Scope } from "@plat/contracts";
import { newId, type RpcClient } from "@plat/kit";
import { type Credential, hashOf, refused } from "./credentials.ts";
import type { Guard } from "./guard.ts";
import { type Bucket, isOff, quotaExceeded } from "./quota.ts";
import { Recent } from "./recent.ts";
import type { Ledger, Question, Verdict } from "./redis.ts";
import type { Identity, TokenVerifier } from "./tokens.ts";

/** Who calls, and what the script said. */
export interface Authenticated {
  caller: Exclude<Caller, { kind: "service" }>;
  verdict: Verdict;
  /** Of an API key: under which its uses are counted. */
  keyHash?: string;
}

export type BucketName = "listings" | "management";

export interface Authenticator {
  /**
   * Checks the credential and counts the request, in one call to Redis. The quota is not judged here: `verdict.state`
   * may be `limited`.
   * @throws AppError of 401, `quota_exceeded` after too many failures from the address, `unavailable`
   */
  authenticate(credential: Credential, address: string, bucket: BucketName): Promise<Authenticated>;
  /** Counts a request of nobody known, by address. */
  admit(address: string): Promise<Verdict>;
  /** Whether the credential still holds, and what is left of a quota; counts nothing. @throws AppError of 401 */
  look(credential: Credential, address: string, bucket: BucketName): Promise<Authenticated>;
}

export interface AuthDeps {
  ledger: Ledger;
  rpc: RpcClient;
  tokens: TokenVerifier;
  guard: Guard;
  buckets: Record<BucketName, Bucket>;
}

const unknownMs = 5_000;
const unknownMax = 10_000;

export function createAuthenticator({ ledger, rpc, tokens, guard, buckets }: AuthDeps): Authenticator {
  const { names } = ledger;
  const unknown = new Recent<number>(unknownMax);
  const loading = new Map<string, Promise<boolean>>();

  /** A 401, as one failure of the address, which may have had its last. @throws AppError */
  const fail = async (address: string, error: AppError): Promise<never> => {
    throw await guard.failure(address, error);
  };

  /** Has the keys service show the record in Redis; false when there is none. Many at once ask once. */
  const load = (name: string, call: () => Promise<boolean>): Promise<boolean> => {
    const running = loading.get(name);
    if (running !== undefined) return running;
    const started = call().finally(() => loading.delete(name));
    loading.set(name, started);
    return started;
  };

  const isUnknown = (hash: string): boolean => {
    const until = unknown.get(hash);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    unknown.delete(hash);
    return false;
  };
  const remember = (hash: string): void => unknown.set(hash, performance.now() + unknownMs);

  /**
   * Anyone can make up a key that looks right: look-ups are within what the address may fail.
   * @throws AppError of 401 when there is no such key, which has then been counted
   */
  const lookUpKey = async (hash: string, address: string): Promise<void> => {
    // What one address has failed too often is nothing to others that send the same key.
    const name = `${hash} ${address}`;
    const joins = loading.has(name);
    const found = await load(name, () =>
      guard.attempt(address, async () => {
        const { record } = await rpc.call(keysContract.lookUpKey, { body: { hash } }, { requestId: newId() });
        if (record === null) remember(hash);
        return record !== null;
      }),
    );
    if (!found) throw joins ? await guard.failure(address, refused("invalid_api_key")) : refused("invalid_api_key");
  };

  /** @throws AppError of 401 when there is no such session */
  const lookUpSession = async (identity: Identity, address: string): Promise<void> => {
    const { sessionId, userId, organizationId, outside } = identity;
    const found = await load(`${userId} ${sessionId}`, async () => {
      if (outside === undefined) {
        const body = { sessionId, userId };
        const { endsAt } = await rpc.call(keysContract.lookUpSession, { body }, { requestId: newId() });
        return endsAt !== null;
      }
      const body = { sessionId, userId, organizationId, ...outside };
      await rpc.call(keysContract.provisionUser, { body }, { requestId: newId() });
      return true;
    });
    if (!found) await fail(address, refused("invalid_session"));
  };

  /** Asks Redis; a record that is not there is loaded first. */
  const askFor = async (question: Question, lookUp: () => Promise<void>): Promise<Verdict> => {
    const verdict = await ledger.ask(question);
    if (verdict.state !== "missing") return verdict;
    await lookUp();
    const second = await ledger.ask(question);
    // It was there a moment ago: Redis is losing its data or has been emptied just now.
    if (second.state === "missing")
      throw new AppError("unavailable", "Credentials cannot be checked at the moment.", { retryAfter: 1 });
    return second;
  };

  const byKey = async (text: string, address: string, bucket: BucketName, consume: boolean): Promise<Authenticated> => {
    if (!isApiKey(text)) return fail(address, refused("invalid_api_key"));
    const hash = hashOf(text);
    if (isUnknown(hash)) return fail(address, refused("invalid_api_key"));
    const question = {
      record: names.key(hash),
      ...(consume ? { used: { set: names.used(hash), member: hash } } : {}),
      accepted: names.accepted(bucket, hash),
      windows: buckets[bucket].windows,
      consume,
    };
    const verdict = await askFor(question, () => lookUpKey(hash, address));
    if (verdict.state === "revoked") return fail(address, refused("revoked_api_key"));
    if (verdict.state === "expired") return fail(address, refused("expired_api_key"));
    const { id: keyId, organizationId } = verdict;
    const scopes = verdict.scopes.split(",") as Scope[];
    return { caller: { kind: "api_key", organizationId, keyId, scopes }, verdict, keyHash: hash };
  };

  /** Counts only what is not good: others who share the address must not keep a right token out. */
  const identityOf = async (text: string, address: string): Promise<Identity> => {
    try {
      return tokens.known(text) ?? (await tokens.verify(text));
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
    const question = {
      record: names.session(userId, sessionId),
      accepted: names.accepted(bucket, userId),
      windows: buckets[bucket].windows,
      consume,
    };
    const verdict = await askFor(question, () => lookUpSession(identity, address));
    if (verdict.state === "revoked" || verdict.state === "expired") return fail(address, refused("expired_session"));
    return { caller: { kind: "session", organizationId, userId, sessionId }, verdict };
  };

  const check = ({ kind, text }: Credential, address: string, bucket: BucketName, consume: boolean) =>
    kind === "api_key" ? byKey(text, address, bucket, consume) : bySession(text, address, bucket, consume);

  return {
    authenticate: (credential, address, bucket) => check(credential, address, bucket, true),
    look: (credential, address, bucket) => check(credential, address, bucket, false),
    async admit(address) {
      const { windows } = buckets.management;
      return ledger.ask({ accepted: names.accepted("management", address), windows, consume: true });
    },
  };
}

/** @throws AppError `quota_exceeded` when the script refused the request */
export function requireQuota(bucket: Bucket, verdict: Verdict): void {
  if (!isOff(bucket) && verdict.state === "limited") throw quotaExceeded(bucket, verdict.windows, verdict.retryAfter);
}
