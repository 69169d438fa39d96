import { newId } from "@plat/kit";
import { expect } from "chai";
import { newSession } from "../../src/domain/session.ts";
import { createTokenIssuer, type SigningKey, type SigningKeyStore } from "../../src/domain/tokens.ts";

describe("token issuer", () => {
  it("publishes a key two minutes before it signs, and until the last token that it signed has expired", async () => {
    const keys = new Map<number, SigningKey>();
    let time = 0;
    const store: SigningKeyStore = {
      insertOrGet: async (key) => {
        keys.set(key.period, keys.get(key.period) ?? key);
        return keys.get(key.period) ?? key;
      },
      get: async (period) => keys.get(period),
      publicKeysSince: async (period) =>
        [...keys.values()].flatMap((key) => (key.period >= period ? [key.publicJwk] : [])),
    };
    const rotationMs = 3_600_000;
    const tokens = createTokenIssuer({ store, rotationMs, ttlMs: 60_000, now: () => time });
    const session = newSession(
      newId(),
      { id: "u", organizationId: "o", email: null, passwordHash: null, passwordVersion: 0 },
      0,
    );
    time = 100 * rotationMs - 120_001;
    expect(await tokens.publicKeys()).to.have.length(1);
    time += 1;
    const published = await tokens.publicKeys();
    expect(published).to.have.length(2);
    time = 100 * rotationMs;
    const token = await tokens.sign(session, time + 60_000);
    const { kid } = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as { kid: string };
    expect(published.map((key) => key.kid)).to.include(kid);
    time += 60_000;
    expect(await tokens.publicKeys(), "all tokens of the previous key have expired").to.have.length(1);
  });
});
