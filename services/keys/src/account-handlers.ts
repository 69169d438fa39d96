import { AppError, type Caller, type keysContract, notFound } from "@plat/contracts";
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
  | "provisionUser"
  | "nameOrganization"
  | "identify";

const wrongSignIn = (): AppError => new AppError("invalid_sign_in", "E-mail or password is wrong.");
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
    // A change of the password ends the sessions that it finds; one that comes later must see to it itself.
    if ((await people.user(user.id))?.passwordHash !== user.passwordHash) {
      await show(await people.endSession(user.id, session.id, now()));
      throw wrongSignIn();
    }
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

  /** Gateways see that they have ended. */
  const show = async (ended: Session[]): Promise<void> => {
    await Promise.all(ended.map(showSession));
    await people.sessionsPushed(ended.map((session) => session.id));
  };

  /** Whether it is the user's password, as often as the limits on failures allow. */
  const limitedly = async (
    { caller, signal }: { caller: Caller; signal: AbortSignal },
    who: string,
    password: string,
    user: User | undefined,
  ): Promise<boolean> => {
    await limits.attempt(caller, who);
    try {
      return await passwords.verify(password, user?.passwordHash ?? null, signal);
    } catch (error) {
      await limits.unseen(caller, who);
      throw error;
    }
  };

  return {
    signUp: async ({ body, signal }) => {
      if (!deps.signUp) throw new AppError("sign_up_disabled", "Sign-up is switched off here.");
      const organization = { id: newId(), name: body.organizationName };
      const passwordHash = await passwords.hash(body.password, signal);
      const user = {
        id: newId(),
        organizationId: organization.id,
        email: body.email,
        passwordHash,
        passwordVersion: 0,
      };
      if (!(await people.insertAccount(organization, user, now())))
        throw new AppError("conflict", "There is an account with this e-mail address.");
      return startSession(user, organization);
    },

    signIn: async (call) => {
      const { body, caller } = call;
      const user = await people.userByEmail(body.email);
      const isRight = await limitedly(call, body.email, body.password, user);
      if (user === undefined || !isRight) throw wrongSignIn();
      const organization = await people.organization(user.organizationId);
      if (organization === undefined) throw notFound("account");
      await limits.succeeded(caller, body.email);
      return startSession(user, organization);
    },

    signOut: async ({ caller }) => {
      const { userId, sessionId } = sessionOf(caller);
      await show(await people.endSession(userId, sessionId, now()));
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

    changePassword: async (call) => {
      const { caller, body, signal } = call;
      const { userId, organizationId, sessionId } = sessionOf(caller);
      const { user } = await account(userId, organizationId);
      const who = user.email ?? user.id;
      if (!(await limitedly(call, who, body.current, user)))
        throw new AppError("invalid_sign_in", "The current password is wrong.");
      await limits.succeeded(caller, who);
      if (!(await people.changePassword(user, await passwords.hash(body.next, signal), sessionId)))
        throw new AppError("conflict", "The password was changed by another request.");
      await show(await people.endOutdated(userId, now()));
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

    provisionUser: async ({ body }) => {
      const wanted = {
        organization: { id: body.organizationId, name: body.organizationName },
        user: {
          id: body.userId,
          organizationId: body.organizationId,
          email: body.email,
          passwordHash: null,
          passwordVersion: 0,
        },
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
