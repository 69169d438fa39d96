import type { IdempotencyEntry, IdempotencyStore } from "@plat/kit";
import { type Connection, Schema } from "mongoose";
import type { SigningKey, SigningKeyStore } from "../token.ts";
import { asked, isDuplicate } from "./connection.ts";

const options = { strict: "throw", versionKey: false } as const;

interface SigningKeyDocument {
  /** Number of the period. */
  _id: number;
  kid: string;
  privateJwk: SigningKey["privateJwk"];
  publicJwk: SigningKey["publicJwk"];
}
const signingKeySchema = new Schema<SigningKeyDocument>(
  {
    _id: { type: Number, required: true },
    kid: { type: String, required: true },
    privateJwk: { type: Schema.Types.Mixed, required: true },
    publicJwk: { type: Schema.Types.Mixed, required: true },
  },
  options,
);

export function signingKeyStore(connection: Connection) {
  const model = connection.model("SigningKey", signingKeySchema, "signing_keys");
  const toKey = ({ _id, kid, privateJwk, publicJwk }: SigningKeyDocument): SigningKey => ({
    period: _id,
    kid,
    privateJwk,
    publicJwk,
  });
  const store: SigningKeyStore = {
    keep: ({ period, ...rest }) =>
      asked(async () => {
        try {
          await model.insertOne({ _id: period, ...rest });
        } catch (error) {
          if (!isDuplicate(error)) throw error;
        }
        const standing = await model.findById(period).lean();
        if (standing === null) throw new Error("a signing key vanished right after it was kept");
        return toKey(standing);
      }),
    since: (period) => asked(async () => (await model.find({ _id: { $gte: period } }).lean()).map(toKey)),
  };
  return { model, store };
}

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
    refusal: { type: Schema.Types.Mixed, default: null },
  },
  { ...options, minimize: false },
);
idempotencySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function idempotencyStore(connection: Connection) {
  const model = connection.model("Idempotency", idempotencySchema, "idempotency");
  const idOf = ({ organizationId, key }: IdempotencyEntry): string => `${organizationId} ${key}`;
  const store: IdempotencyStore = {
    insert: (entry) =>
      asked(async () => {
        for (;;) {
          try {
            await model.insertOne({ ...entry, _id: idOf(entry), expiresAt: new Date(entry.expiresAt) });
            return undefined;
          } catch (error) {
            if (!isDuplicate(error)) throw error;
          }
          const found = await model.findById(idOf(entry)).lean();
          // Expired between the two calls: it is free again.
          if (found === null) continue;
          const { _id, expiresAt, ...rest } = found;
          return { ...rest, expiresAt: expiresAt.getTime() };
        }
      }),
    replace: (entry, holder) =>
      asked(async () => {
        const result = await model.updateOne(
          { _id: idOf(entry), holder },
          { $set: { ...entry, expiresAt: new Date(entry.expiresAt) } },
        );
        return result.matchedCount === 1;
      }),
  };
  return { model, store };
}
