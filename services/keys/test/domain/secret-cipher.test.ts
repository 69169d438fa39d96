import { expect } from "chai";
import { createSecretCipher } from "../../src/domain/secret-cipher.ts";

describe("secret cipher", () => {
  it("decrypts only unmodified ciphertext with the same secret and the same context", () => {
    const secret = "a secret that is long enough for this";
    const cipher = createSecretCipher(secret);
    const encrypted = cipher.encrypt("private", "kid");
    expect(encrypted).not.to.equal(cipher.encrypt("private", "kid"));
    expect(cipher.decrypt(encrypted, "kid")).to.equal("private");
    expect(cipher.decrypt(encrypted, "other")).to.equal(undefined);
    expect(createSecretCipher(`${secret}.`).decrypt(encrypted, "kid")).to.equal(undefined);
    const modified = `${encrypted.startsWith("A") ? "B" : "A"}${encrypted.slice(1)}`;
    expect(cipher.decrypt(modified, "kid")).to.equal(undefined);
    expect(cipher.decrypt("", "kid")).to.equal(undefined);
  });
});
