import type { Logger } from "@plat/kit";
import { isDuplicateKeyError, withStoreTimeout } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";
import { createHash } from "node:crypto";
import type { SecretCipher } from "../domain/secret-cipher.ts";
import type { SigningKey, SigningKeyStore } from "../domain/tokens.ts";

interface SigningKeyDocument {
  /**
   * Number of the rotation period plus a fraction that distinguishes the forms in which a key is stored. Releases that
   * support only clear text look up whole numbers, but publish the public parts of all documents.
   */
  _id: number;
  kid: string;
  /** In clear text: without SIGNING_KEY_SECRET. */
  privateJwk?: SigningKey["privateJwk"];
  /** The encrypted private part. */
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

const idFraction = { clearText: 0, encrypted: 0.5 } as const;
/** For keys whose private part was deleted: less than the fraction of encrypted keys, and different for each `kid`. */
const publicOnlyFraction = (kid: string): number =>
  (createHash("sha256").update(kid).digest().readUInt32BE() + 1) / 2 ** 34;

/** @param cipher encrypts the private keys; if undefined, they are stored in clear text */
export function signingKeyStore(connection: Connection, cipher: SecretCipher | undefined, log: Logger) {
  const model = connection.model("SigningKey", signingKeySchema, "signing_keys");
  const idOf = (period: number): number =>
    period + (cipher === undefined ? idFraction.clearText : idFraction.encrypted);

  const toKey = ({ _id, kid, privateJwk, sealed, publicJwk }: SigningKeyDocument): SigningKey => {
    const decrypted = sealed === undefined ? undefined : cipher?.decrypt(sealed, kid);
    const key = decrypted === undefined ? privateJwk : (JSON.parse(decrypted) as SigningKey["privateJwk"]);
    if (key === undefined) throw new Error("the stored signing key was encrypted with another SIGNING_KEY_SECRET");
    return { period: Math.floor(_id), kid, privateJwk: key, publicJwk };
  };

  /** Deletes private parts that are stored in clear text. Tokens that they signed stay valid until they expire. */
  const deleteClearText = async (found: SigningKeyDocument[]): Promise<void> => {
    for (const { _id, kid, privateJwk, publicJwk } of found) {
      if (privateJwk === undefined) continue;
      await model.updateOne({ _id: _id + publicOnlyFraction(kid) }, { $set: { kid, publicJwk } }, { upsert: true });
      await model.deleteOne({ _id, kid });
    }
  };

  const store: SigningKeyStore = {
    insertOrGet: ({ period, kid, privateJwk, publicJwk }) =>
      withStoreTimeout(async () => {
        const privatePart =
          cipher === undefined ? { privateJwk } : { sealed: cipher.encrypt(JSON.stringify(privateJwk), kid) };
        try {
          await model.insertOne({ _id: idOf(period), kid, ...privatePart, publicJwk });
        } catch (error) {
          if (!isDuplicateKeyError(error)) throw error;
        }
        const stored = await model.findById(idOf(period)).lean();
        if (stored === null) throw new Error("a signing key disappeared immediately after its insertion");
        return toKey(stored);
      }),
    get: (period) =>
      withStoreTimeout(async () => {
        const found = await model.findById(idOf(period)).lean();
        return found === null ? undefined : toKey(found);
      }),
    publicKeysSince: (period) =>
      withStoreTimeout(async () => {
        const found = await model.find({ _id: { $gte: period } }).lean();
        if (cipher !== undefined) await deleteClearText(found);
        return [...new Map(found.map(({ kid, publicJwk }) => [kid, publicJwk])).values()];
      }),
  };

  return {
    model,
    store,
    /**
     * Applies the configured secret to the stored keys at start. Keys in clear text sign no further tokens. If a key was
     * encrypted with another secret, all keys are deleted, which invalidates all session tokens.
     */
    async applySecret(): Promise<void> {
      if (cipher === undefined) {
        log.warn("SIGNING_KEY_SECRET is not set: anyone with a copy of the database can sign session tokens");
        return;
      }
      const found = await model.find().lean();
      const hasOtherSecret = ({ sealed, kid }: SigningKeyDocument): boolean =>
        sealed !== undefined && cipher.decrypt(sealed, kid) === undefined;
      if (!found.some(hasOtherSecret)) return deleteClearText(found);
      await model.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
      log.warn("SIGNING_KEY_SECRET has changed: all session tokens are invalid, users have to sign in again");
    },
  };
}
