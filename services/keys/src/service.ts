import { AppError, type Caller, keysContract, notFound } from "@plat/contracts";
import {
  type Call,
  type Handlers,
  type IdempotencyStore,
  type KeptRefusal,
  requestFingerprint,
  runIdempotent,
} from "@plat/kit";
import {
  type ApiKey,
  createdView,
  daysToMs,
  graceEnd,
  lifetimeOf,
  listedView,
  mintKey,
  type NewKey,
  recordOf,
  requireActive,
} from "./key.ts";
import { isOpen, newSession, type Session, tokenExpiry, type User } from "./session.ts";
import type { SignInLimits } from "./sign-in-limits.ts";
import type { Ledger } from "./redis.ts";
import type { KeyStore } from "./store/keys.ts";
import type { PeopleStore } from "./store/people.ts";
import type { Tokens } from "./token.ts";
import type { UsageReport } from "./usage.ts";

export interface Deps {
  keys: KeyStore;
  people: PeopleStore;
  ledger: Ledger;
  tokens: Tokens;
  idempotency: IdempotencyStore;
  limits: SignInLimits;
  usage: UsageReport;
  /** Reads keys by hash, many at once. */
  keyByHash: (hash: string) => Promise<ApiKey | undefined>;
  passwords: {
    hash(password: string): Promise<string>;
    verify(password: string, hash: string | null): Promise<boolean>;
  };
  signUp: boolean;
  keyLimit: number;
  tokenTtlMs: number;
  newId: () => string;
  random: (bytes: number) => Uint8Array;
  now: () => number;
}

const iso = (time: number): string => new Date(time).toISOString();

type SessionCaller = Extract<Caller, { kind: "session" }>;
/** Gateways send nobody else to these endpoints; this is the second lock on the door. */
function sessionOf(caller: Caller): SessionCaller {
  if (caller.kind !== "session") throw new AppError("api_key_not_allowed", "A session is needed here.");
  return caller;
}

export function createHandlers(deps: Deps): Handlers<typeof keysContract> {
  const { keys, people, ledger, tokens, limits, passwords, newId, now } = deps;

  /** Gateways see the key as it is now. */
  const show = async (key: ApiKey): Promise<void> => {
    await ledger.putKey(key.hash, recordOf(key), key);
    await keys.pushed(key.id, key.version);
  };

  const showSession = async (session: Session): Promise<void> => {
    await ledger.putSession(session);
  };

  const find = async (organizationId: string, id: string): Promise<ApiKey> => {
    const key = await keys.byId(organizationId, id);
    if (key === undefined) throw notFound("API key");
    return key;
  };

  /**
   * Ends or shortens a key in the store, then where gateways look. It may have changed meanwhile: then once more.
   * False when it was revoked before; gateways are told in any case, for they may not have been then.
   */
  const retire = async (
    organizationId: string,
    id: string,
    end: (key: ApiKey) => { revokedAt: number } | { expiresAt: number },
  ): Promise<boolean> => {
    for (;;) {
      const key = await find(organizationId, id);
      const wasRevoked = key.revokedAt !== null;
      if (wasRevoked || (await keys.retire(key, end(key), now()))) {
        await show(await find(organizationId, id));
        return !wasRevoked;
      }
    }
  };
  const revocation = () => ({ revokedAt: now() });

  const create = async (wanted: NewKey, replaces: boolean) => {
    const { key, stored } = mintKey(wanted, deps.random(32), now());
    const insertion = await keys.insert(stored, deps.keyLimit, replaces);
    if (insertion === "limit reached")
      throw new AppError(
        "key_limit_reached",
        `An organization can have ${deps.keyLimit} active API keys. Revoke one that is not needed any more.`,
      );
    return { key, stored, isNew: insertion === "inserted" };
  };

  const idempotently = (
    call: Call<typeof keysContract.createKey> | Call<typeof keysContract.rotateKey>,
    subject: string,
    work: (id: string) => Promise<{ body: ReturnType<typeof createdView> }>,
  ) => {
    const { organizationId } = sessionOf(call.caller);
    return runIdempotent(
      {
        store: deps.idempotency,
        organizationId,
        key: call.idempotencyKey,
        fingerprint: requestFingerprint(subject, call),
        newId,
        now,
        keepInstead: ({ body }: { body: ReturnType<typeof createdView> }) => alreadyCreated(body.id),
      },
      work,
    );
  };

  const startSession = async (user: User, organization: { id: string; name: string }) => {
    const session = newSession(newId(), user, now());
    await people.insertSession(session);
    // A gateway that does not find it in Redis asks for it.
    await showSession(session).catch(() => undefined);
    return { body: await sessionView(session, user, organization) };
  };

  const sessionView = async (session: Session, user: User, organization: { id: string; name: string }) => {
    const expiresAt = tokenExpiry(session, deps.tokenTtlMs, now());
    return {
      token: await tokens.sign(session, expiresAt),
      expiresAt: iso(expiresAt),
      user: { id: user.id, email: user.email },
      organization: { id: organization.id, name: organization.name },
    };
  };

  const account = async (userId: string, organizationId: string) => {
    const [user, organization] = await Promise.all([people.user(userId), people.organization(organizationId)]);
    if (user === undefined || organization === undefined) throw notFound("account");
    return { user, organization };
  };

  const end = async (userId: string, which: { only: string } | { allBut: string }): Promise<void> => {
    const ended = await people.endSessions(userId, which, now());
    await Promise.all(ended.map(showSession));
    await people.sessionsPushed(ended.map((session) => session.id));
  };

  return {
    createKey: (call) =>
      idempotently(call, keysContract.createKey.subject, async (id) => {
        const { organizationId, userId } = sessionOf(call.caller);
        const { name, scopes, expiresInDays } = call.body;
        const wanted = { id, organizationId, name, scopes, createdBy: userId, lifetimeMs: daysToMs(expiresInDays) };
        const { key, stored, isNew } = await create(wanted, false);
        if (!isNew) throw conflictOf(alreadyCreated(id));
        // A gateway that does not find it in Redis asks for it.
        await ledger.putKey(stored.hash, recordOf(stored), stored).catch(() => undefined);
        return { body: createdView(key, stored) };
      }),

    listKeys: async ({ caller }) => {
      const { organizationId } = sessionOf(caller);
      const listed = await keys.list(organizationId);
      const totals = await ledger.totals(listed.map((key) => key.hash));
      const time = now();
      const body = listed.map((key) => {
        const total = totals.get(key.hash);
        const usageCount = Math.max(key.usageCount, total?.count ?? 0);
        const lastUsedAt = Math.max(key.lastUsedAt ?? 0, total?.lastUsedAt ?? 0);
        return listedView({ ...key, usageCount, lastUsedAt: lastUsedAt === 0 ? null : lastUsedAt }, time);
      });
      return { body };
    },

    revokeKey: async ({ caller, params }) => {
      await retire(sessionOf(caller).organizationId, params.id, revocation);
      return { body: { success: true } };
    },

    rotateKey: (call) =>
      idempotently(call, keysContract.rotateKey.subject, async (id) => {
        const { organizationId, userId } = sessionOf(call.caller);
        const { graceHours } = call.body;
        const old = await find(organizationId, call.params.id);
        // An attempt before this one may have gone half the way.
        const begun = await keys.byId(organizationId, id);
        if (begun === undefined) requireActive(old, now());
        const wanted = {
          id,
          organizationId,
          name: old.name,
          scopes: old.scopes,
          createdBy: userId,
          lifetimeMs: lifetimeOf(old),
        };
        const { key, stored, isNew } = await create(wanted, graceHours === 0);
        const isReplaced = await retire(organizationId, old.id, (present) =>
          graceHours === 0 ? revocation() : { expiresAt: graceEnd(present, graceHours, now()) },
        );
        if (isNew && !isReplaced) {
          await retire(organizationId, id, revocation);
          throw new AppError("conflict", "The API key was revoked or replaced by another request.");
        }
        if (!isNew) throw conflictOf(alreadyCreated(id));
        await ledger.putKey(stored.hash, recordOf(stored), stored).catch(() => undefined);
        return { body: createdView(key, stored) };
      }),

    keyUsage: async ({ caller, params, query }) => {
      const key = await find(sessionOf(caller).organizationId, params.id);
      return { body: await deps.usage(key, query.days) };
    },

    signUp: async ({ body }) => {
      if (!deps.signUp) throw new AppError("sign_up_disabled", "Sign-up is switched off here.");
      const organization = { id: newId(), name: body.organizationName };
      const passwordHash = await passwords.hash(body.password);
      const user = { id: newId(), organizationId: organization.id, email: body.email, passwordHash };
      if (!(await people.insertAccount(organization, user, now())))
        throw new AppError("conflict", "There is an account with this e-mail address.");
      return startSession(user, organization);
    },

    signIn: async ({ body, caller }) => {
      await limits.attempt(caller, body.email);
      const user = await people.userByEmail(body.email);
      const isRight = await passwords.verify(body.password, user?.passwordHash ?? null);
      if (user === undefined || !isRight) {
        throw new AppError("invalid_sign_in", "E-mail or password is wrong.");
      }
      const organization = await people.organization(user.organizationId);
      if (organization === undefined) throw notFound("account");
      await limits.succeeded(caller, body.email);
      return startSession(user, organization);
    },

    signOut: async ({ caller }) => {
      const { userId, sessionId } = sessionOf(caller);
      await end(userId, { only: sessionId });
      return { body: undefined };
    },

    refresh: async ({ caller }) => {
      const { userId, organizationId, sessionId } = sessionOf(caller);
      const session = await people.session(sessionId);
      const { user, organization } = await account(userId, organizationId);
      if (session === undefined || !isOpen(session, now()))
        throw new AppError("expired_session", "The session has ended. Sign in again.");
      // An outside issuer's sessions are that issuer's to renew.
      if (user.passwordHash === null) throw new AppError("invalid_session", "The issuer of this token renews it.");
      return { body: await sessionView(session, user, organization) };
    },

    changePassword: async ({ caller, body }) => {
      const { userId, organizationId, sessionId } = sessionOf(caller);
      const { user } = await account(userId, organizationId);
      const who = user.email ?? user.id;
      await limits.attempt(caller, who);
      if (!(await passwords.verify(body.current, user.passwordHash))) {
        throw new AppError("invalid_sign_in", "The current password is wrong.");
      }
      await limits.succeeded(caller, who);
      if (!(await people.changePassword(user, await passwords.hash(body.next))))
        throw new AppError("conflict", "The password was changed by another request.");
      await end(userId, { allBut: sessionId });
      return { body: undefined };
    },

    publicKeys: async () => {
      const published = await tokens.publicKeys();
      return { body: { keys: published.map((jwk) => ({ ...jwk, kty: jwk.kty ?? "", kid: jwk.kid ?? "" })) } };
    },

    lookUpKey: async ({ body }) => {
      const key = await deps.keyByHash(body.hash);
      if (key === undefined) return { body: { record: null } };
      await show(key);
      return { body: { record: recordOf(key) } };
    },

    lookUpSession: async ({ body }) => {
      const session = await people.session(body.sessionId);
      if (session === undefined || session.userId !== body.userId) return { body: { endedAt: null, endsAt: null } };
      await showSession(session);
      return { body: { endedAt: session.endedAt === null ? null : iso(session.endedAt), endsAt: iso(session.endsAt) } };
    },

    adoptIdentity: async ({ body }) => {
      const wanted = {
        organization: { id: body.organizationId, name: body.organizationName },
        user: { id: body.userId, organizationId: body.organizationId, email: body.email, passwordHash: null },
      };
      const session = { ...newSession(body.sessionId, wanted.user, now()), endsAt: Date.parse(body.expiresAt) };
      await people.adopt(wanted.organization, wanted.user, session);
      const [standing, { user, organization }] = await Promise.all([
        people.session(body.sessionId),
        account(body.userId, body.organizationId),
      ]);
      // Each token says itself when it expires; the record only says whether the session was ended.
      await ledger.putSession({ ...(standing ?? session), endsAt: null });
      return { body: { organization, user: { id: user.id, email: user.email } } };
    },

    identify: async ({ body }) => {
      const [organization, user, key] = await Promise.all([
        people.organization(body.organizationId),
        body.userId === undefined ? undefined : people.user(body.userId),
        body.keyId === undefined ? undefined : keys.byId(body.organizationId, body.keyId),
      ]);
      if (organization === undefined) throw notFound("organization");
      return {
        body: {
          organization,
          ...(user === undefined ? {} : { user: { id: user.id, email: user.email } }),
          ...(key === undefined ? {} : { key: { id: key.id, name: key.name, hint: key.hint } }),
        },
      };
    },
  };
}

const alreadyCreated = (id: string): KeptRefusal => ({
  code: "conflict",
  detail: `A request with this Idempotency-Key has created the API key ${id}; a key is shown only once.`,
  extensions: { keyId: id },
});
const conflictOf = ({ code, detail, extensions }: KeptRefusal): AppError =>
  new AppError(code, detail, extensions === undefined ? {} : { extensions });
