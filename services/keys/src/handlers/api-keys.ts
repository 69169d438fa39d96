import { AppError, keysContract, notFound } from "@plat/contracts";
import { type Call, type Handlers, type StoredError, requestFingerprint, runIdempotent } from "@plat/kit";
import { type Deps, sessionOf } from "./dependencies.ts";
import {
  type ApiKey,
  createdView,
  daysToMs,
  graceEnd,
  listedView,
  mintKey,
  type NewKey,
  recordOf,
  requireReplaceable,
} from "../domain/key.ts";

type KeyEndpoint = "createKey" | "listKeys" | "revokeKey" | "rotateKey" | "keyUsage" | "lookUpKey";

/** Ended keys that are listed, besides all that work. */
const listedEndedMax = 500;

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
   * Ends a key in the store, then where gateways look. It may have changed meanwhile: then once more.
   * Gateways are told of a key that was revoked before too, for they may not have been then.
   */
  const revoke = async (organizationId: string, id: string): Promise<void> => {
    for (;;) {
      const key = await find(organizationId, id);
      if (key.revokedAt !== null || (await keys.retire(key, { revokedAt: now() }, now()))) break;
    }
    await show(await find(organizationId, id));
  };

  /** Ends or shortens a key in favour of another. @throws AppError `conflict` when it was ended or replaced before */
  const replace = async (organizationId: string, id: string, replacedBy: string, graceHours: number) => {
    for (;;) {
      const key = await find(organizationId, id);
      const time = now();
      if (key.replacedBy === replacedBy) return;
      requireReplaceable(key, time);
      const end = graceHours === 0 ? { revokedAt: time } : { expiresAt: graceEnd(key, graceHours, time) };
      if (await keys.retire(key, { ...end, replacedBy }, time)) return;
    }
  };

  /** True also when it cannot be known. */
  const isReplacement = async (organizationId: string, oldId: string, id: string): Promise<boolean> => {
    try {
      return (await find(organizationId, oldId)).replacedBy === id;
    } catch {
      return true;
    }
  };

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
        storeInstead: ({ body }: { body: ReturnType<typeof createdView> }) => alreadyCreated(body.id),
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
      const listed = await keys.list(organizationId, listedEndedMax);
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
      await revoke(sessionOf(caller).organizationId, params.id);
      return { body: { success: true } };
    },

    rotateKey: (call) =>
      idempotently(call, keysContract.rotateKey.subject, async (id) => {
        const { organizationId, userId } = sessionOf(call.caller);
        const { graceHours } = call.body;
        const old = await find(organizationId, call.params.id);
        if (old.replacedBy === id) throw conflictOf(alreadyCreated(id));
        requireReplaceable(old, now());
        // An attempt before this one may have broken off half the way; nobody was given its key.
        await keys.discard(organizationId, id);
        const { name, scopes, lifetimeMs } = old;
        const wanted = { id, organizationId, name, scopes, createdBy: userId, lifetimeMs };
        const { key, stored } = await create(wanted, graceHours === 0);
        try {
          // The old key must not end before it is known that the new one works.
          await ledger.putKey(stored.hash, recordOf(stored), stored);
          await replace(organizationId, old.id, id, graceHours);
        } catch (error) {
          if (!(await isReplacement(organizationId, old.id, id))) await keys.discard(organizationId, id);
          throw error;
        }
        // The end is on disk, and shown again and again until it is seen: no reason to withhold the new key.
        await find(organizationId, old.id)
          .then(show)
          .catch((error: unknown) => call.log.warn({ err: error }, "the end of a rotated key is shown later"));
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

const alreadyCreated = (id: string): StoredError => ({
  code: "conflict",
  detail: `A request with this Idempotency-Key has created the API key ${id}; a key is shown only once.`,
  extensions: { keyId: id },
});
const conflictOf = ({ code, detail, extensions }: StoredError): AppError =>
  new AppError(code, detail, extensions === undefined ? {} : { extensions });
