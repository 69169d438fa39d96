import { type Caller, keysContract } from "@plat/contracts";
import { newId } from "@plat/kit";
import { expect } from "chai";
import { createLocalJWKSet, type JWK, jwtVerify } from "jose";
import { anonymous, type KeysUnderTest, signUp, startKeysUnderTest } from "./support.ts";

interface StoredKey {
  _id: number;
  kid: string;
  privateJwk?: JWK;
  publicJwk: JWK;
}

describe("signing keys of session tokens", () => {
  const secret = "a secret that is long enough for this";
  let plat: KeysUnderTest;
  before(async () => {
    plat = await startKeysUnderTest();
  });
  after(() => plat.stop());
  const as = (caller: Caller) => ({ requestId: newId(), caller });
  const jwks = () => plat.rpc.call(keysContract.publicKeys, {}, as(anonymous));
  const verify = async (token: string) => jwtVerify(token, createLocalJWKSet(await jwks()), { algorithms: ["EdDSA"] });
  const isRejected = async (token: string): Promise<boolean> => {
    try {
      await verify(token);
      return false;
    } catch {
      return true;
    }
  };
  const storedKeys = async (): Promise<StoredKey[]> => {
    const connection = await plat.connectToDatabase();
    const found = await connection.collection<StoredKey>("signing_keys").find().toArray();
    await connection.close();
    return found;
  };

  it("are stored in clear text, with a warning at start, if SIGNING_KEY_SECRET is not set", async () => {
    await signUp(plat.rpc);
    expect(plat.log.join("\n")).to.include("SIGNING_KEY_SECRET is not set");
    expect((await storedKeys())[0]).to.have.nested.property("privateJwk.d");
  });

  it("are encrypted once SIGNING_KEY_SECRET is set, and earlier tokens still verify", async () => {
    const before = await signUp(plat.rpc);
    const clear = (await storedKeys()).find(({ privateJwk }) => privateJwk !== undefined)?.privateJwk ?? {};
    await plat.restart({ SIGNING_KEY_SECRET: secret });
    const account = await signUp(plat.rpc);
    for (const token of [before.token, account.token]) await verify(token);
    const all = JSON.stringify(await storedKeys());
    expect(all).not.to.include(`"d":`).and.not.to.include(clear.d);
    // The key that was stored in clear text signs no further tokens.
    expect(account.token.split(".")[0]).not.to.equal(before.token.split(".")[0]);
  });

  it("are reused after a restart, and all withdrawn after a change of the secret", async () => {
    await plat.restart({ SIGNING_KEY_SECRET: secret });
    const one = await signUp(plat.rpc);
    await plat.restart({ SIGNING_KEY_SECRET: secret });
    const two = await signUp(plat.rpc);
    expect(two.token.split(".")[0]).to.equal(one.token.split(".")[0]);
    await plat.restart({ SIGNING_KEY_SECRET: `another ${secret}` });
    expect(await isRejected(two.token)).to.equal(true);
    await verify((await signUp(plat.rpc)).token);
  });

  it("are published by releases that support only clear-text keys", async () => {
    await plat.restart({ SIGNING_KEY_SECRET: secret });
    const account = await signUp(plat.rpc);
    // The query of such a release.
    const period = Math.floor(Date.now() / (30 * 86_400_000));
    const found = (await storedKeys()).filter(({ _id }) => _id >= period);
    expect(found.filter(({ _id }) => _id === period)).to.deep.equal([]);
    const published = createLocalJWKSet({ keys: found.map(({ publicJwk }) => ({ ...publicJwk, kty: "OKP" })) });
    await jwtVerify(account.token, published, { algorithms: ["EdDSA"] });
  });
});
