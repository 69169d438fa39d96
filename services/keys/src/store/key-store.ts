import { withStoreTimeout, readInBatches, isDuplicate } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";
import type { ApiKey } from "../domain/key.ts";
import { slotStore } from "./key-slots.ts";

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
  /** Absent in keys made before it was kept. */
  lifetimeMs?: number | null;
  replacedBy?: string | null;
  version: number;
  usageCount: number;
  lastUsedAt: Date | null;
  /** True until gateways can see the present version. */
  unpushed: boolean;
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
// As long as the usage of a day is kept.
const endedKeptSeconds = 400 * 86_400;
keySchema.index({ revokedAt: 1 }, { expireAfterSeconds: endedKeptSeconds });
keySchema.index({ expiresAt: 1 }, { expireAfterSeconds: endedKeptSeconds });

const time = (value: Date | null | undefined): number | null => value?.getTime() ?? null;
const date = (value: number | null): Date | null => (value === null ? null : new Date(value));

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
  expiresAt: time(document.expiresAt),
  revokedAt: time(document.revokedAt),
  lifetimeMs: lifetimeOf(document),
  replacedBy: document.replacedBy ?? null,
  version: document.version,
  usageCount: document.usageCount,
  lastUsedAt: time(document.lastUsedAt),
});

export type KeyEnd = ({ revokedAt: number } | { expiresAt: number }) & { replacedBy?: string };

export type Insertion = "inserted" | "exists" | "limit reached";

export interface UsageTotal {
  hash: string;
  count: number;
  lastUsedAt: number | null;
}

export interface KeyStore {
  /**
   * Keeps a new key, never more than `limit` active ones an organization, however many are made at once.
   * A key that `replaces` another, which is revoked in a moment, may go one above the limit.
   */
  insert(key: ApiKey, limit: number, replaces: boolean): Promise<Insertion>;
  byId(organizationId: string, id: string): Promise<ApiKey | undefined>;
  byHashes(hashes: string[]): Promise<Map<string, ApiKey>>;
  /** All that work and the newest `endedMax` at least, newest first. */
  list(organizationId: string, endedMax: number): Promise<ApiKey[]>;
  /** Ends or shortens a key; false when it has changed since `key` was read. */
  retire(key: ApiKey, end: KeyEnd, now: number): Promise<boolean>;
  /** Forgets a key that nobody was ever given. */
  discard(organizationId: string, id: string): Promise<void>;
  /** Gateways see this version now. */
  pushed(id: string, version: number): Promise<void>;
  /** Keys whose present version gateways may not see. */
  unpushed(limit: number): Promise<ApiKey[]>;
  /** When a key was made or changed last. */
  lastChange(): Promise<number | undefined>;
  /** Keys that were ended or shortened since, `size` at a time. */
  changedSince(time: number, size: number): AsyncIterable<ApiKey[]>;
  /** Raises totals; never lowers one. */
  raiseTotals(totals: UsageTotal[]): Promise<void>;
}

export function keyStore(connection: Connection) {
  const model = connection.model("Key", keySchema, "keys");
  const slots = slotStore(connection, async (ids) => {
    const found = await model.find({ _id: { $in: ids } }, { revokedAt: 1, expiresAt: 1 }).lean();
    return new Map(found.map((key) => [key._id, { revokedAt: time(key.revokedAt), expiresAt: time(key.expiresAt) }]));
  });

  const store: KeyStore = {
    insert: (key, limit, replaces) =>
      withStoreTimeout(async () => {
        const { id, ...rest } = key;
        if (!(await slots.claim(key, limit, replaces))) return "limit reached";
        try {
          await model.insertOne({
            ...rest,
            _id: id,
            createdAt: new Date(key.createdAt),
            expiresAt: date(key.expiresAt),
            revokedAt: null,
            lastUsedAt: null,
            unpushed: false,
            changedAt: new Date(key.createdAt),
          });
          return "inserted";
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          return "exists";
        }
      }),
    byId: (organizationId, id) =>
      withStoreTimeout(async () => {
        const found = await model.findOne({ _id: id, organizationId }).lean();
        return found === null ? undefined : toKey(found);
      }),
    byHashes: (hashes) =>
      withStoreTimeout(async () => {
        const found = await model.find({ hash: { $in: hashes } }).lean();
        return new Map(found.map((document) => [document.hash, toKey(document)]));
      }),
    list: (organizationId, endedMax) =>
      withStoreTimeout(async () => {
        // Every key that works has a slot.
        const [held, newest] = await Promise.all([
          slots.heldBy(organizationId),
          model.find({ organizationId }).sort({ _id: -1 }).limit(endedMax).lean(),
        ]);
        const seen = new Set(newest.map(({ _id }) => _id));
        const older = held.filter((id) => !seen.has(id));
        if (older.length === 0) return newest.map(toKey);
        const others = await model.find({ _id: { $in: older }, organizationId }).lean();
        return [...newest, ...others].map(toKey).toSorted((a, b) => (a.id < b.id ? 1 : -1));
      }),
    retire: (key, end, now) =>
      withStoreTimeout(async () => {
        const revokes = "revokedAt" in end;
        const result = await model.updateOne(
          { _id: key.id, version: key.version },
          {
            $set: {
              ...(revokes ? { revokedAt: new Date(end.revokedAt) } : { expiresAt: new Date(end.expiresAt) }),
              ...(end.replacedBy === undefined ? {} : { replacedBy: end.replacedBy }),
              version: key.version + 1,
              unpushed: true,
              changedAt: new Date(now),
            },
          },
        );
        if (result.modifiedCount !== 1) return false;
        if (revokes) await slots.release(key);
        return true;
      }),
    discard: (organizationId, id) =>
      withStoreTimeout(async () => {
        await model.deleteOne({ _id: id, organizationId });
        await slots.release({ id, organizationId });
      }),
    pushed: (id, version) =>
      withStoreTimeout(async () => {
        await model.updateOne({ _id: id, version }, { $set: { unpushed: false } });
      }),
    unpushed: (limit) =>
      withStoreTimeout(async () => (await model.find({ unpushed: true }).limit(limit).lean()).map(toKey)),
    lastChange: () =>
      withStoreTimeout(async () => (await model.findOne().sort({ changedAt: -1 }).lean())?.changedAt.getTime()),
    async *changedSince(since, size) {
      const changed = { changedAt: { $gte: new Date(since) }, version: { $gt: 1 } };
      for await (const part of readInBatches(model.find(changed).lean().cursor({ batchSize: size }), size))
        yield part.map(toKey);
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
