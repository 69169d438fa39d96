import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts secrets that have to be kept. */
export interface Seal {
  /** @param about what the secret belongs to; it opens only with the same */
  seal(secret: string, about: string): string;
  /** Undefined when it was sealed with another key, belongs to something else, or was changed. */
  open(sealed: string, about: string): string | undefined;
}

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Seals with AES-256-GCM, with a key made (HKDF) of a secret that nobody can guess. */
export function sealWith(secret: string): Seal {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "plat signing keys", 32));
  return {
    seal(text, about) {
      const nonce = randomBytes(nonceBytes);
      const encryption = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(about));
      const sealed = [nonce, encryption.update(text, "utf8"), encryption.final(), encryption.getAuthTag()];
      return Buffer.concat(sealed).toString("base64url");
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decryption.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-tagBytes));
      try {
        const opened = [decryption.update(bytes.subarray(nonceBytes, -tagBytes)), decryption.final()];
        return Buffer.concat(opened).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
