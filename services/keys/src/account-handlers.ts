import { AppError, type keysContract, notFound } from "@plat/contracts";
import type { Handlers } from "@plat/kit";
import { type Deps, sessionOf } from "./dependencies.ts";
import { isOpen, newSession, type Session, tokenExpiry, type User } from "./session.ts";

type AccountEndpoint =
  | "signUp"
  | "signIn"
  | "signOut"
  | "refresh"
  | "changePassword"
  | "publicKeys"
  | "lookUpSession"
  | "adoptIdentity"
  | "nameOrganization"
  | "identify";

const iso = (time: number): string => new Date(time).toISOString();

/** Organizations, people and their sessions, of an outside issuer too. */
export function accountHandlers(deps: Deps): Pick<Handlers<typeof keysContract>, AccountEndpoint> {
  const { keys, people, ledger, tokens, limits, passwords, newId, now } = deps;

  const showSession = async (session: Session): Promise<void> => {
    await ledger.putSession(session);
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

    nameOrganization: async ({ body: { organizationId, name, version } }) => {
      await people.nameOrganization(organizationId, name, version);
      return { body: { success: true } };
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
