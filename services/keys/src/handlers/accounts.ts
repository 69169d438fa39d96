import { AppError, type Caller, type keysContract, notFound } from "@plat/contracts";
import type { Handlers } from "@plat/kit";
import { isActive, newSession, type Organization, type Session, tokenExpiry, type User } from "../domain/session.ts";
import { getAccount } from "./account-lookup.ts";
import { type Dependencies, requireSession } from "./dependencies.ts";

type AccountEndpoint = "signUp" | "signIn" | "signOut" | "refresh" | "changePassword" | "publicKeys";

const invalidSignIn = (): AppError => new AppError("invalid_sign_in", "The e-mail address or the password is wrong.");
const toIso = (time: number): string => new Date(time).toISOString();

/** Handlers for sign-up, sign-in, sessions and passwords. */
export function accountHandlers(dependencies: Dependencies): Pick<Handlers<typeof keysContract>, AccountEndpoint> {
  const { organizations, users, sessions, cache, tokens, limits, passwords, newId, now } = dependencies;

  const startSession = async (user: User, organization: Organization) => {
    const session = newSession(newId(), user, now());
    await sessions.insert(session);
    // A password change ends only the sessions that exist by then, so a session inserted later must end itself.
    if ((await users.findById(user.id))?.passwordHash !== user.passwordHash) {
      await sync(await sessions.end(user.id, session.id, now()));
      throw invalidSignIn();
    }
    // Best effort: a gateway that does not find the session in Redis looks it up here.
    await cache.putSession(session).catch(() => undefined);
    return { body: await toSessionResponse(session, user, organization) };
  };

  const toSessionResponse = async (session: Session, user: User, organization: Organization) => {
    const expiresAt = tokenExpiry(session, dependencies.tokenTtlMs, now());
    return {
      token: await tokens.sign(session, expiresAt),
      expiresAt: toIso(expiresAt),
      user: { id: user.id, email: user.email },
      organization: { id: organization.id, name: organization.name },
    };
  };

  /** Writes ended sessions to the credential cache and records that. */
  const sync = async (ended: Session[]): Promise<void> => {
    await Promise.all(ended.map((session) => cache.putSession(session)));
    await sessions.markSynced(ended.map((session) => session.id));
  };

  /** Whether the password is the user's. Counts the attempt against the limits on failed sign-ins of `account`. */
  const verifyWithLimits = async (
    { caller, signal }: { caller: Caller; signal: AbortSignal },
    account: string,
    password: string,
    user: User | undefined,
  ): Promise<boolean> => {
    await limits.attempt(caller, account);
    try {
      return await passwords.verify(password, user?.passwordHash ?? null, signal);
    } catch (error) {
      await limits.notVerified(caller, account);
      throw error;
    }
  };

  return {
    signUp: async ({ body, signal }) => {
      if (!dependencies.signUp) throw new AppError("sign_up_disabled", "Sign-up is disabled on this server.");
      const organization = { id: newId(), name: body.organizationName };
      const passwordHash = await passwords.hash(body.password, signal);
      const user = {
        id: newId(),
        organizationId: organization.id,
        email: body.email,
        passwordHash,
        passwordVersion: 0,
      };
      if (!(await users.insertAccount(organization, user, now())))
        throw new AppError("conflict", "An account with this e-mail address already exists.");
      return startSession(user, organization);
    },

    signIn: async (call) => {
      const { body, caller } = call;
      const user = await users.findByEmail(body.email);
      const isCorrect = await verifyWithLimits(call, body.email, body.password, user);
      if (user === undefined || !isCorrect) throw invalidSignIn();
      const organization = await organizations.findById(user.organizationId);
      if (organization === undefined) throw notFound("account");
      await limits.succeeded(caller, body.email);
      return startSession(user, organization);
    },

    signOut: async ({ caller }) => {
      const { userId, sessionId } = requireSession(caller);
      await sync(await sessions.end(userId, sessionId, now()));
      return { body: undefined };
    },

    refresh: async ({ caller }) => {
      const { userId, organizationId, sessionId } = requireSession(caller);
      const session = await sessions.findById(sessionId);
      const { user, organization } = await getAccount(dependencies, userId, organizationId);
      if (session === undefined || !isActive(session, now()))
        throw new AppError("expired_session", "The session has ended. Sign in again.");
      // Only the identity provider that issued a session can renew it.
      if (user.passwordHash === null)
        throw new AppError("invalid_session", "The external identity provider that issued this token must renew it.");
      return { body: await toSessionResponse(session, user, organization) };
    },

    changePassword: async (call) => {
      const { caller, body, signal } = call;
      const { userId, organizationId, sessionId } = requireSession(caller);
      const { user } = await getAccount(dependencies, userId, organizationId);
      const account = user.email ?? user.id;
      if (!(await verifyWithLimits(call, account, body.current, user)))
        throw new AppError("invalid_sign_in", "The current password is wrong.");
      await limits.succeeded(caller, account);
      if (!(await users.changePassword(user, await passwords.hash(body.next, signal), sessionId)))
        throw new AppError("conflict", "The password was changed by another request.");
      await sync(await users.endOutdatedSessions(userId, now()));
      return { body: undefined };
    },

    publicKeys: async () => {
      const published = await tokens.publicKeys();
      return { body: { keys: published.map((jwk) => ({ ...jwk, kty: jwk.kty ?? "", kid: jwk.kid ?? "" })) } };
    },
  };
}
