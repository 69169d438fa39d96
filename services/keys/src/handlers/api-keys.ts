import { AppError, keysContract, notFound } from "@plat/contracts";
import { type Call, type Handlers, requestFingerprint, runIdempotent, type StoredError } from "@plat/kit";
import {
  type ApiKey,
  daysToMs,
  generateKey,
  gracePeriodEnd,
  type KeyRequest,
  requireRotatable,
  toCreatedKey,
  toKeyRecord,
  toListedKey,
} from "../domain/key.ts";
import { type Dependencies, requireSession } from "./dependencies.ts";

type KeyEndpoint = "createKey" | "listKeys" | "revokeKey" | "rotateKey" | "keyUsage" | "lookUpKey";

/** Maximum number of revoked and expired keys in a list, in addition to all active keys. */
const listedEndedMax = 500;

type CreatedResponse = { body: ReturnType<typeof toCreatedKey> };

/** Handlers for the management of API keys, and for the look-up of a key by a gateway. */
export function apiKeyHandlers(dependencies: Dependencies): Pick<Handlers<typeof keysContract>, KeyEndpoint> {
  const { keys, cache, newId, now } = dependencies;

  /** Writes a key to the credential cache and records that. */
  const sync = async (key: ApiKey): Promise<void> => {
    await cache.putKey(key.hash, toKeyRecord(key), key);
    await keys.markSynced(key.id, key.version);
  };

  const getKey = async (organizationId: string, id: string): Promise<ApiKey> => {
    const key = await keys.findById(organizationId, id);
    if (key === undefined) throw notFound("API key");
    return key;
  };

  /**
   * Revokes a key in the store, then in the credential cache; retries if the key changes concurrently. A key that was
   * revoked before is written to the cache too, because the earlier request may have failed to do so.
   */
  const revoke = async (organizationId: string, id: string): Promise<void> => {
    for (;;) {
      const key = await getKey(organizationId, id);
      if (key.revokedAt !== null || (await keys.retire(key, { revokedAt: now() }, now()))) break;
    }
    await sync(await getKey(organizationId, id));
  };

  /**
   * Revokes a key, or shortens its life to the grace period, in favor of another key.
   * @throws AppError `conflict` if the key is not active or was replaced by a different key
   */
  const replace = async (organizationId: string, id: string, replacedBy: string, graceHours: number) => {
    for (;;) {
      const key = await getKey(organizationId, id);
      const time = now();
      if (key.replacedBy === replacedBy) return;
      requireRotatable(key, time);
      const end = graceHours === 0 ? { revokedAt: time } : { expiresAt: gracePeriodEnd(key, graceHours, time) };
      if (await keys.retire(key, { ...end, replacedBy }, time)) return;
    }
  };

  /** Whether the key `id` has replaced the old one; true if this cannot be determined. */
  const mayHaveReplaced = async (organizationId: string, oldId: string, id: string): Promise<boolean> => {
    try {
      return (await getKey(organizationId, oldId)).replacedBy === id;
    } catch {
      return true;
    }
  };

  const create = async (request: KeyRequest, isReplacement: boolean) => {
    const { key, stored } = generateKey(request, dependencies.random(32), now());
    const result = await keys.insert(stored, dependencies.keyLimit, isReplacement);
    if (result === "limit reached")
      throw new AppError(
        "key_limit_reached",
        `An organization can have at most ${dependencies.keyLimit} active API keys. Revoke one that is no longer used.`,
      );
    return { key, stored, isNew: result === "inserted" };
  };

  const idempotently = (
    call: Call<typeof keysContract.createKey> | Call<typeof keysContract.rotateKey>,
    subject: string,
    work: (id: string) => Promise<CreatedResponse>,
  ) => {
    const { organizationId } = requireSession(call.caller);
    return runIdempotent(
      {
        store: dependencies.idempotency,
        organizationId,
        key: call.idempotencyKey,
        fingerprint: requestFingerprint(subject, call),
        newId,
        now,
        storeInstead: ({ body }: CreatedResponse) => alreadyCreated(body.id),
      },
      work,
    );
  };

  return {
    createKey: (call) =>
      idempotently(call, keysContract.createKey.subject, async (id) => {
        const { organizationId, userId } = requireSession(call.caller);
        const { name, scopes, expiresInDays } = call.body;
        const request = { id, organizationId, name, scopes, createdBy: userId, lifetimeMs: daysToMs(expiresInDays) };
        const { key, stored, isNew } = await create(request, false);
        if (!isNew) throw conflictOf(alreadyCreated(id));
        // Best effort: a gateway that does not find the key in Redis looks it up here.
        await cache.putKey(stored.hash, toKeyRecord(stored), stored).catch(() => undefined);
        return { body: toCreatedKey(key, stored) };
      }),

    listKeys: async ({ caller }) => {
      const { organizationId } = requireSession(caller);
      const stored = await keys.list(organizationId, listedEndedMax);
      const totals = await cache.usageTotals(stored.map((key) => key.hash));
      const time = now();
      const body = stored.map((key) => {
        const total = totals.get(key.hash);
        const usageCount = Math.max(key.usageCount, total?.count ?? 0);
        const lastUsedAt = Math.max(key.lastUsedAt ?? 0, total?.lastUsedAt ?? 0);
        return toListedKey({ ...key, usageCount, lastUsedAt: lastUsedAt === 0 ? null : lastUsedAt }, time);
      });
      return { body };
    },

    revokeKey: async ({ caller, params }) => {
      await revoke(requireSession(caller).organizationId, params.id);
      return { body: { success: true } };
    },

    rotateKey: (call) =>
      idempotently(call, keysContract.rotateKey.subject, async (id) => {
        const { organizationId, userId } = requireSession(call.caller);
        const { graceHours } = call.body;
        const old = await getKey(organizationId, call.params.id);
        if (old.replacedBy === id) throw conflictOf(alreadyCreated(id));
        requireRotatable(old, now());
        // An earlier attempt with this Idempotency-Key may have failed half way; its key was never disclosed.
        await keys.delete(organizationId, id);
        const { name, scopes, lifetimeMs } = old;
        const request = { id, organizationId, name, scopes, createdBy: userId, lifetimeMs };
        const { key, stored } = await create(request, graceHours === 0);
        try {
          // The old key must not end before the new one is known to work.
          await cache.putKey(stored.hash, toKeyRecord(stored), stored);
          await replace(organizationId, old.id, id, graceHours);
        } catch (error) {
          if (!(await mayHaveReplaced(organizationId, old.id, id))) await keys.delete(organizationId, id);
          throw error;
        }
        // The end of the old key is stored, and a job retries until the cache contains it: the response need not wait.
        await getKey(organizationId, old.id)
          .then(sync)
          .catch((error: unknown) =>
            call.log.warn({ err: error }, "end of rotated key not written to Redis; job will retry"),
          );
        return { body: toCreatedKey(key, stored) };
      }),

    keyUsage: async ({ caller, params, query }) => {
      const key = await getKey(requireSession(caller).organizationId, params.id);
      return { body: await dependencies.reportUsage(key, query.days) };
    },

    lookUpKey: async ({ body }) => {
      const key = await dependencies.loadKey(body.hash);
      if (key === undefined) return { body: { record: null } };
      await sync(key);
      return { body: { record: toKeyRecord(key) } };
    },
  };
}

const alreadyCreated = (id: string): StoredError => ({
  code: "conflict",
  detail: `A request with this Idempotency-Key has already created the API key ${id}; a key is shown only once.`,
  extensions: { keyId: id },
});
const conflictOf = ({ code, detail, extensions }: StoredError): AppError =>
  new AppError(code, detail, extensions === undefined ? {} : { extensions });
