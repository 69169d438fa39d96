import { type keysContract, notFound } from "@plat/contracts";
import type { Handlers } from "@plat/kit";
import { newSession } from "../domain/session.ts";
import { getAccount } from "./account-lookup.ts";
import type { Dependencies } from "./dependencies.ts";

type IdentityEndpoint = "lookUpSession" | "provisionUser" | "nameOrganization" | "identify";

const toIso = (time: number): string => new Date(time).toISOString();

/** Handlers for gateways and the listings service: look-up and provisioning of users, organizations and sessions. */
export function identityHandlers(dependencies: Dependencies): Pick<Handlers<typeof keysContract>, IdentityEndpoint> {
  const { keys, organizations, users, sessions, cache, now } = dependencies;
  return {
    lookUpSession: async ({ body }) => {
      const session = await sessions.findById(body.sessionId);
      if (session === undefined || session.userId !== body.userId) return { body: { endedAt: null, endsAt: null } };
      await cache.putSession(session);
      const endedAt = session.endedAt === null ? null : toIso(session.endedAt);
      return { body: { endedAt, endsAt: toIso(session.endsAt) } };
    },

    provisionUser: async ({ body }) => {
      const newOrganization = { id: body.organizationId, name: body.organizationName };
      const newUser = {
        id: body.userId,
        organizationId: body.organizationId,
        email: body.email,
        passwordHash: null,
        passwordVersion: 0,
      };
      const session = { ...newSession(body.sessionId, newUser, now()), endsAt: Date.parse(body.expiresAt) };
      await users.provision(newOrganization, newUser, session);
      const [stored, { user, organization }] = await Promise.all([
        sessions.findById(body.sessionId),
        getAccount(dependencies, body.userId, body.organizationId),
      ]);
      // Each token carries its own expiry; the record only states whether the session was ended.
      await cache.putSession({ ...(stored ?? session), endsAt: null });
      return { body: { organization, user: { id: user.id, email: user.email } } };
    },

    nameOrganization: async ({ body: { organizationId, name, version } }) => {
      await organizations.setName(organizationId, name, version);
      return { body: { success: true } };
    },

    identify: async ({ body }) => {
      const [organization, user, key] = await Promise.all([
        organizations.findById(body.organizationId),
        body.userId === undefined ? undefined : users.findById(body.userId),
        body.keyId === undefined ? undefined : keys.findById(body.organizationId, body.keyId),
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
