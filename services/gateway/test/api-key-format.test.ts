import { apiKeyOf, isApiKey } from "@plat/contracts";
import { expect } from "chai";
import { randomBytes } from "node:crypto";

describe("API key format", () => {
  it("has 256 random bits and a checksum that detects every single changed character", () => {
    const key = apiKeyOf(randomBytes(32));
    expect(key).to.match(/^svc_pk_[0-9A-Za-z]{49}$/);
    expect(isApiKey(key)).to.equal(true);
    for (let at = 7; at < key.length; at++) {
      const other = key[at] === "7" ? "8" : "7";
      expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1)), String(at)).to.equal(false);
    }
    expect(apiKeyOf(new Uint8Array(32))).to.match(/^svc_pk_0{43}/);
    expect(isApiKey(apiKeyOf(new Uint8Array(32).fill(255)))).to.equal(true);
  });
});
