import { isDuplicateKeyError, readInBatches, withStoreTimeout } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";
import type { ApiKey } from "../domain/key.ts";
import type { KeyStore } from "../domain/ports.ts";
import { keySlots } from "./key-slots.ts";

interface KeyDocument {
  _id: string;
  organizationId: string;
  name: string;
  hash: string;
  hint: string;
  scopes: ApiKey["scopes"];
  createdAt: Date;
  createdBy: string | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Absent in keys of early releases. */
  lifetimeMs?: number | null;
  replacedBy?: string | null;
  version: number;
  usageCount: number;
  lastUsedAt: Date | null;
  /** True until the credential cache contains the current version. */
  unpushed: boolean;
  /** When the key was created, retired or shortened last. */
  changedAt: Date;
}

const keySchema = new Schema<KeyDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: String, required: true },
    name: { type: String, required: true },
    hash: { type: String, required: true },
    hint: { type: String, required: true },
    scopes: { type: [String], required: true },
    createdAt: { type: Date, required: true },
    createdBy: { type: String, default: null },
    expiresAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
    lifetimeMs: { type: Number, default: null },
    replacedBy: { type: String, default: null },
    version: { type: Number, required: true },
    usageCount: { type: Number, required: true },
    lastUsedAt: { type: Date, default: null },
    unpushed: { type: Boolean, required: true },
    changedAt: { type: Date, required: true },
  },
  { strict: "throw", versionKey: false },
);
keySchema.index({ hash: 1 }, { unique: true });
keySchema.index({ organizationId: 1, _id: -1 });
keySchema.index({ unpushed: 1 });
keySchema.index({ changedAt: 1 });
// The same retention as for usage per day.
const endedRetentionSeconds = 400 * 86_400;
keySchema.index({ revokedAt: 1 }, { expireAfterSeconds: endedRetentionSeconds });
keySchema.index({ expiresAt: 1 }, { expireAfterSeconds: endedRetentionSeconds });

const toTime = (value: Date | null | undefined): number | null => value?.getTime() ?? null;
const toDate = (value: number | null): Date | null => (value === null ? null : new Date(value));

function lifetimeOf({ lifetimeMs, createdAt, expiresAt }: KeyDocument): number | null {
  if (lifetimeMs !== undefined) return lifetimeMs;
  return expiresAt === null ? null : expiresAt.getTime() - createdAt.getTime();
}

const toKey = (document: KeyDocument): ApiKey => ({
  id: document._id,
  organizationId: document.organizationId,
  name: document.name,
  hash: document.hash,
  hint: document.hint,
  scopes: document.scopes,
  createdAt: document.createdAt.getTime(),
  createdBy: document.createdBy,
  expiresAt: toTime(document.expiresAt),
  revokedAt: toTime(document.revokedAt),
  lifetimeMs: lifetimeOf(document),
  replacedBy: document.replacedBy ?? null,
  version: document.version,
  usageCount: document.usageCount,
  lastUsedAt: toTime(document.lastUsedAt),
});

export function keyStore(connection: Connection) {
  const model = connection.model("Key", keySchema, "keys");
  const slots = keySlots(connection, async (ids) => {
    const found = await model.find({ _id: { $in: ids } }, { revokedAt: 1, expiresAt: 1 }).lean();
    return new Map(
      found.map((key) => [key._id, { revokedAt: toTime(key.revokedAt), expiresAt: toTime(key.expiresAt) }]),
    );
  });

  const store: KeyStore = {
    insert: (key, limit, isReplacement) =>
      withStoreTimeout(async () => {
        const { id, ...rest } = key;
        if (!(await slots.claim(key, limit, isReplacement))) return "limit reached";
        try {
          await model.insertOne({
            ...rest,
            _id: id,
            createdAt: new Date(key.createdAt),
            expiresAt: toDate(key.expiresAt),
            revokedAt: null,
            lastUsedAt: null,
            unpushed: false,
            changedAt: new Date(key.createdAt),
          });
          return "inserted";
        } catch (error) {
          if (!isDuplicateKeyError(error)) throw error;
          return "exists";
        }
      }),
    findById: (organizationId, id) =>
      withStoreTimeout(async () => {
        const found = await model.findOne({ _id: id, organizationId }).lean();
        return found === null ? undefined : toKey(found);
      }),
    findByHashes: (hashes) =>
      withStoreTimeout(async () => {
        const found = await model.find({ hash: { $in: hashes } }).lean();
        return new Map(found.map((document) => [document.hash, toKey(document)]));
      }),
    list: (organizationId, endedMax) =>
      withStoreTimeout(async () => {
        // Every active key holds a slot, so together the two queries return all active keys.
        const [holders, newest] = await Promise.all([
          slots.holders(organizationId),
          model.find({ organizationId }).sort({ _id: -1 }).limit(endedMax).lean(),
        ]);
        const newestIds = new Set(newest.map(({ _id }) => _id));
        const older = holders.filter((id) => !newestIds.has(id));
        if (older.length === 0) return newest.map(toKey);
        const others = await model.find({ _id: { $in: older }, organizationId }).lean();
        return [...newest, ...others].map(toKey).toSorted((a, b) => (a.id < b.id ? 1 : -1));
      }),
    retire: (key, end, now) =>
      withStoreTimeout(async () => {
        const isRevocation = "revokedAt" in end;
        const result = await model.updateOne(
          { _id: key.id, version: key.version },
          {
            $set: {
              ...(isRevocation ? { revokedAt: new Date(end.revokedAt) } : { expiresAt: new Date(end.expiresAt) }),
              ...(end.replacedBy === undefined ? {} : { replacedBy: end.replacedBy }),
              version: key.version + 1,
              unpushed: true,
              changedAt: new Date(now),
            },
          },
        );
        if (result.modifiedCount !== 1) return false;
        if (isRevocation) await slots.release(key);
        return true;
      }),
    delete: (organizationId, id) =>
      withStoreTimeout(async () => {
        await model.deleteOne({ _id: id, organizationId });
        await slots.release({ id, organizationId });
      }),
    markSynced: (id, version) =>
      withStoreTimeout(async () => {
        await model.updateOne({ _id: id, version }, { $set: { unpushed: false } });
      }),
    findPendingSync: (limit) =>
      withStoreTimeout(async () => (await model.find({ unpushed: true }).limit(limit).lean()).map(toKey)),
    lastChangedAt: () =>
      withStoreTimeout(async () => (await model.findOne().sort({ changedAt: -1 }).lean())?.changedAt.getTime()),
    async *retiredSince(time, size) {
      const retired = model.find({ changedAt: { $gte: new Date(time) }, version: { $gt: 1 } }).lean();
      for await (const batch of readInBatches(retired.cursor({ batchSize: size }), size)) yield batch.map(toKey);
    },
    raiseTotals: (totals) =>
      withStoreTimeout(async () => {
        if (totals.length === 0) return;
        await model.bulkWrite(
          totals.map(({ hash, count, lastUsedAt }) => ({
            updateOne: {
              filter: { hash },
              update: {
                $max: { usageCount: count, ...(lastUsedAt === null ? {} : { lastUsedAt: new Date(lastUsedAt) }) },
              },
            },
          })),
          { ordered: false },
        );
      }),
  };
  return { models: [model, slots.model], store };
}
