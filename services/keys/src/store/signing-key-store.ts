import { createHash } from "node:crypto";
import { withStoreTimeout, isDuplicate } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";
import type { Logger } from "@plat/kit";
import type { Seal } from "../domain/secret-cipher.ts";
import type { SigningKey, SigningKeyStore } from "../domain/tokens.ts";

interface SigningKeyDocument {
  /**
   * Number of the period, and a part that tells the forms of a key apart. Releases that know only keys in clear find whole
   * numbers alone, but publish all.
   */
  _id: number;
  kid: string;
  /** In clear: without SIGNING_KEY_SECRET. */
  privateJwk?: SigningKey["privateJwk"];
  sealed?: string;
  publicJwk: SigningKey["publicJwk"];
}
const signingKeySchema = new Schema<SigningKeyDocument>(
  {
    _id: { type: Number, required: true },
    kid: { type: String, required: true },
    privateJwk: Schema.Types.Mixed,
    sealed: String,
    publicJwk: { type: Schema.Types.Mixed, required: true },
  },
  { strict: "throw", versionKey: false },
);

const form = { inClear: 0, sealed: 0.5 } as const;
/** For keys of which only the public part is left: below the sealed one, another for each key of a period. */
const publicOnly = (kid: string): number => (createHash("sha256").update(kid).digest().readUInt32BE() + 1) / 2 ** 34;

/** @param seal left out: keys are kept in clear */
export function signingKeyStore(connection: Connection, seal: Seal | undefined, log: Logger) {
  const model = connection.model("SigningKey", signingKeySchema, "signing_keys");
  const idOf = (period: number): number => period + (seal === undefined ? form.inClear : form.sealed);

  const toKey = ({ _id, kid, privateJwk, sealed, publicJwk }: SigningKeyDocument): SigningKey => {
    const opened = sealed === undefined ? undefined : seal?.open(sealed, kid);
    const key = opened === undefined ? privateJwk : (JSON.parse(opened) as SigningKey["privateJwk"]);
    if (key === undefined) throw new Error("the signing key in the store was sealed with another SIGNING_KEY_SECRET");
    return { period: Math.floor(_id), kid, privateJwk: key, publicJwk };
  };

  /** Takes the private part of keys away that stand in clear; tokens that they signed stay good until they expire. */
  const withoutClear = async (found: SigningKeyDocument[]): Promise<void> => {
    for (const { _id, kid, privateJwk, publicJwk } of found) {
      if (privateJwk === undefined) continue;
      await model.updateOne({ _id: _id + publicOnly(kid) }, { $set: { kid, publicJwk } }, { upsert: true });
      await model.deleteOne({ _id, kid });
    }
  };

  const store: SigningKeyStore = {
    keep: ({ period, kid, privateJwk, publicJwk }) =>
      withStoreTimeout(async () => {
        const kept = seal === undefined ? { privateJwk } : { sealed: seal.seal(JSON.stringify(privateJwk), kid) };
        try {
          await model.insertOne({ _id: idOf(period), kid, ...kept, publicJwk });
        } catch (error) {
          if (!isDuplicate(error)) throw error;
        }
        const standing = await model.findById(idOf(period)).lean();
        if (standing === null) throw new Error("a signing key vanished right after it was kept");
        return toKey(standing);
      }),
    of: (period) =>
      withStoreTimeout(async () => {
        const found = await model.findById(idOf(period)).lean();
        return found === null ? undefined : toKey(found);
      }),
    publicSince: (period) =>
      withStoreTimeout(async () => {
        const found = await model.find({ _id: { $gte: period } }).lean();
        if (seal !== undefined) await withoutClear(found);
        return [...new Map(found.map(({ kid, publicJwk }) => [kid, publicJwk])).values()];
      }),
  };

  return {
    model,
    store,
    /**
     * Keys that stand in clear sign no more once there is a secret; keys that were sealed with another secret are
     * withdrawn with all others, and so are the tokens that they signed.
     */
    async settle(): Promise<void> {
      if (seal === undefined) {
        log.warn("SIGNING_KEY_SECRET is not set: whoever has a copy of the database can sign session tokens");
        return;
      }
      const found = await model.find().lean();
      const isStrange = ({ sealed, kid }: SigningKeyDocument): boolean =>
        sealed !== undefined && seal.open(sealed, kid) === undefined;
      if (!found.some(isStrange)) return withoutClear(found);
      await model.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
      log.warn("SIGNING_KEY_SECRET has changed: all session tokens are void, users have to sign in again");
    },
  };
}
