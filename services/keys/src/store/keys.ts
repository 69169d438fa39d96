import { type Connection, Schema } from "mongoose";
import type { ApiKey } from "../key.ts";
import { asked, isDuplicate } from "./connection.ts";
import { slotStore } from "./slots.ts";

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

const time = (value: Date | null | undefined): number | null => value?.getTime() ?? null;
const date = (value: number | null): Date | null => (value === null ? null : new Date(value));

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
  version: document.version,
  usageCount: document.usageCount,
  lastUsedAt: time(document.lastUsedAt),
});

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
  /** Newest first. */
  list(organizationId: string): Promise<ApiKey[]>;
  /** Ends or shortens a key; false when it has changed since `key` was read. */
  retire(key: ApiKey, end: { revokedAt: number } | { expiresAt: number }, now: number): Promise<boolean>;
  /** Gateways see this version now. */
  pushed(id: string, version: number): Promise<void>;
  /** Keys whose present version gateways may not see. */
  unpushed(limit: number): Promise<ApiKey[]>;
  changedSince(time: number): Promise<ApiKey[]>;
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
      asked(async () => {
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
      asked(async () => {
        const found = await model.findOne({ _id: id, organizationId }).lean();
        return found === null ? undefined : toKey(found);
      }),
    byHashes: (hashes) =>
      asked(async () => {
        const found = await model.find({ hash: { $in: hashes } }).lean();
        return new Map(found.map((document) => [document.hash, toKey(document)]));
      }),
    list: (organizationId) =>
      asked(async () => (await model.find({ organizationId }).sort({ _id: -1 }).lean()).map(toKey)),
    retire: (key, end, now) =>
      asked(async () => {
        const revokes = "revokedAt" in end;
        const result = await model.updateOne(
          { _id: key.id, version: key.version },
          {
            $set: {
              ...(revokes ? { revokedAt: new Date(end.revokedAt) } : { expiresAt: new Date(end.expiresAt) }),
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
    pushed: (id, version) =>
      asked(async () => {
        await model.updateOne({ _id: id, version }, { $set: { unpushed: false } });
      }),
    unpushed: (limit) =>
      asked(async () =>
        (
          await model
            .find({ unpushed: { $exists: true } })
            .limit(limit)
            .lean()
        ).map(toKey),
      ),
    changedSince: (since) =>
      asked(async () => (await model.find({ changedAt: { $gte: new Date(since) } }).lean()).map(toKey)),
    raiseTotals: (totals) =>
      asked(async () => {
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
