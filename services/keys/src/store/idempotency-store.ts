import type { IdempotencyEntry, IdempotencyStore } from "@plat/kit";
import { insertOrFind, isDuplicateKeyError, withStoreTimeout } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";

interface IdempotencyDocument extends Omit<IdempotencyEntry, "expiresAt"> {
  _id: string;
  expiresAt: Date;
}
const idempotencySchema = new Schema<IdempotencyDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: String, required: true },
    key: { type: String, required: true },
    fingerprint: { type: String, required: true },
    reservedId: { type: String, required: true },
    holder: { type: String, required: true },
    heldUntil: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
    outcome: { type: Schema.Types.Mixed, default: null },
    error: { type: Schema.Types.Mixed, default: null },
  },
  { strict: "throw", versionKey: false, minimize: false },
);
idempotencySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function idempotencyStore(connection: Connection) {
  const model = connection.model("Idempotency", idempotencySchema, "idempotency");
  const idOf = ({ organizationId, key }: IdempotencyEntry): string => `${organizationId} ${key}`;
  const store: IdempotencyStore = {
    insert: (entry) =>
      withStoreTimeout(async () => {
        const found = await insertOrFind(
          () => model.insertOne({ ...entry, _id: idOf(entry), expiresAt: new Date(entry.expiresAt) }),
          isDuplicateKeyError,
          () => model.findById(idOf(entry)).lean(),
        );
        if (found === undefined) return undefined;
        const { _id, expiresAt, ...rest } = found;
        return { ...rest, expiresAt: expiresAt.getTime() };
      }),
    replace: (entry, holder) =>
      withStoreTimeout(async () => {
        const result = await model.updateOne(
          { _id: idOf(entry), holder },
          { $set: { ...entry, expiresAt: new Date(entry.expiresAt) } },
        );
        return result.matchedCount === 1;
      }),
  };
  return { model, store };
}
