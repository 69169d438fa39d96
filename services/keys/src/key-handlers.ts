import { AppError, keysContract, notFound } from "@plat/contracts";
import { type Call, type Handlers, type KeptRefusal, requestFingerprint, runIdempotent } from "@plat/kit";
import { type Deps, sessionOf } from "./dependencies.ts";
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

type KeyEndpoint = "createKey" | "listKeys" | "revokeKey" | "rotateKey" | "keyUsage" | "lookUpKey";

/** API keys: made, listed, ended, and shown to the gateways. */
export function keyHandlers(deps: Deps): Pick<Handlers<typeof keysContract>, KeyEndpoint> {
  const { keys, ledger, newId, now } = deps;

  /** Gateways see the key as it is now. */
  const show = async (key: ApiKey): Promise<void> => {
    await ledger.putKey(key.hash, recordOf(key), key);
    await keys.pushed(key.id, key.version);
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

    lookUpKey: async ({ body }) => {
      const key = await deps.keyByHash(body.hash);
      if (key === undefined) return { body: { record: null } };
      await show(key);
      return { body: { record: recordOf(key) } };
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
