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

  /** Anyone can make up a key that looks right: look-ups are within what the address may fail. */
  const lookUpKey = (hash: string, address: string): Promise<boolean> =>
    load(hash, () =>
      guard.attempt(address, async () => {
        const { record } = await rpc.call(keysContract.lookUpKey, { body: { hash } }, { requestId: newId() });
        if (record === null) remember(hash);
        return record !== null;
      }),
    );

  const lookUpSession = ({ sessionId, userId, organizationId, outside }: Identity): Promise<boolean> =>
    load(`${userId} ${sessionId}`, async () => {
      if (outside === undefined) {
        const body = { sessionId, userId };
        const { endsAt } = await rpc.call(keysContract.lookUpSession, { body }, { requestId: newId() });
        return endsAt !== null;
      }
      const body = { sessionId, userId, organizationId, ...outside };
      await rpc.call(keysContract.adoptIdentity, { body }, { requestId: newId() });
      return true;
    });

  /** Asks Redis; a record that is not there is loaded first. */
  const askFor = async (question: Question, lookUp: () => Promise<boolean>): Promise<Verdict | undefined> => {
    const verdict = await ledger.ask(question);
    if (verdict.state !== "missing") return verdict;
    if (!(await lookUp())) return undefined;
    const second = await ledger.ask(question);
    // It was there a moment ago: Redis is losing its data or has been emptied just now.
    if (second.state === "missing")
      throw new AppError("unavailable", "Credentials cannot be checked at the moment.", { retryAfter: 1 });
    return second;
  };

  const byKey = async (text: string, address: string, bucket: BucketName, consume: boolean): Promise<Authenticated> => {
    const invalidKey = () => refused("invalid_api_key");
    if (!isApiKey(text)) throw await guard.failure(address, invalidKey());
    const hash = hashOf(text);
    if (isUnknown(hash)) throw await guard.failure(address, invalidKey());
    const question = {
      record: names.key(hash),
      ...(consume ? { used: { set: names.used(hash), member: hash } } : {}),
      accepted: names.accepted(bucket, hash),
      windows: buckets[bucket].windows,
      consume,
    };
    const verdict = await askFor(question, () => lookUpKey(hash, address));
    if (verdict === undefined) throw invalidKey();
    if (verdict.state === "revoked") throw refused("revoked_api_key");
    if (verdict.state === "expired") throw refused("expired_api_key");
    const { id: keyId, organizationId } = verdict;
    const scopes = verdict.scopes.split(",") as Scope[];
    return { caller: { kind: "api_key", organizationId, keyId, scopes }, verdict, keyHash: hash };
  };

  /** Counts only what is not good: others who share the address must not keep a right token out. */
  const verified = async (text: string, address: string): Promise<Identity> => {
    try {
      return await tokens.verify(text);
    } catch (error) {
      throw error instanceof AppError && error.status === 401 ? await guard.failure(address, error) : error;
    }
  };

  const bySession = async (
    text: string,
    address: string,
    bucket: BucketName,
    consume: boolean,
  ): Promise<Authenticated> => {
    const identity = tokens.known(text) ?? (await verified(text, address));
    const { userId, organizationId, sessionId } = identity;
    const question = {
      record: names.session(userId, sessionId),
      accepted: names.accepted(bucket, userId),
      windows: buckets[bucket].windows,
      consume,
    };
    const verdict = await askFor(question, () => lookUpSession(identity));
    if (verdict === undefined) throw refused("invalid_session");
    if (verdict.state === "revoked" || verdict.state === "expired") throw refused("expired_session");
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
