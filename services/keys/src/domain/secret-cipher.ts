import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Authenticated encryption for secrets that have to be stored. */
export interface SecretCipher {
  /** @param context associated data, for example the id of the record; decryption requires the same value */
  encrypt(plaintext: string, context: string): string;
  /** @returns undefined if the ciphertext was modified or was encrypted with another key or for another context */
  decrypt(ciphertext: string, context: string): string | undefined;
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a key derived by HKDF.
 * @param secret must have high entropy: HKDF does not slow down guessing
 */
export function createSecretCipher(secret: string): SecretCipher {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "plat signing keys", 32));
  return {
    encrypt(plaintext, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(context));
      const parts = [nonce, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(parts).toString("base64url");
    },
    decrypt(ciphertext, context) {
      const bytes = Buffer.from(ciphertext, "base64url");
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
      try {
        const plaintext = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()];
        return Buffer.concat(plaintext).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
