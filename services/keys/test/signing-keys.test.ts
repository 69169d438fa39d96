import { type Caller, keysContract } from "@plat/contracts";
import { loadConfig, newId } from "@plat/kit";
import { expect } from "chai";
import { createLocalJWKSet, type JWK, jwtVerify } from "jose";
import mongoose from "mongoose";
import { keysSettings } from "../src/config.ts";
import { sealWith } from "../src/domain/secret-cipher.ts";
import { anonymous, keysUnderTest, type KeysUnderTest, signUp } from "./support.ts";

interface Kept {
  _id: number;
  kid: string;
  privateJwk?: JWK;
  publicJwk: JWK;
}

describe("keys that sign session tokens", () => {
  const secret = "a secret that is long enough for this";
  let plat: KeysUnderTest;
  before(async () => {
    plat = await keysUnderTest();
  });
  after(() => plat.stop());
  const as = (caller: Caller) => ({ requestId: newId(), caller });
  const jwks = () => plat.rpc.call(keysContract.publicKeys, {}, as(anonymous));
  const verify = async (token: string) => jwtVerify(token, createLocalJWKSet(await jwks()), { algorithms: ["EdDSA"] });
  const refused = async (token: string): Promise<boolean> => {
    try {
      await verify(token);
      return false;
    } catch {
      return true;
    }
  };
  const kept = async (): Promise<Kept[]> => {
    const connection = await mongoose
      .createConnection(plat.env["MONGO_URL"] ?? "", { dbName: plat.env["MONGO_DATABASE"] ?? "" })
      .asPromise();
    const found = await connection.collection<Kept>("signing_keys").find().toArray();
    await connection.close();
    return found;
  };

  it("are told to be in clear as long as there is no SIGNING_KEY_SECRET", async () => {
    await signUp(plat.rpc);
    expect(plat.log.join("\n")).to.include("SIGNING_KEY_SECRET is not set");
    expect((await kept())[0]).to.have.nested.property("privateJwk.d");
  });

  it("cannot be had from a copy of the database once there is one, and what they signed before stays good", async () => {
    const before = await signUp(plat.rpc);
    const clear = (await kept()).find(({ privateJwk }) => privateJwk !== undefined)?.privateJwk ?? {};
    await plat.restart({ SIGNING_KEY_SECRET: secret });
    const made = await signUp(plat.rpc);
    for (const token of [before.token, made.token]) await verify(token);
    const all = JSON.stringify(await kept());
    expect(all).not.to.include(`"d":`).and.not.to.include(clear.d);
    // The key that stood in clear signs nothing any more.
    expect(made.token.split(".")[0]).not.to.equal(before.token.split(".")[0]);
  });

  it("are the same after a restart, and all withdrawn with another secret", async () => {
    await plat.restart({ SIGNING_KEY_SECRET: secret });
    const one = await signUp(plat.rpc);
    await plat.restart({ SIGNING_KEY_SECRET: secret });
    const two = await signUp(plat.rpc);
    expect(two.token.split(".")[0]).to.equal(one.token.split(".")[0]);
    await plat.restart({ SIGNING_KEY_SECRET: `another ${secret}` });
    expect(await refused(two.token)).to.equal(true);
    await verify((await signUp(plat.rpc)).token);
  });

  it("serve releases that know only keys in clear, too", async () => {
    await plat.restart({ SIGNING_KEY_SECRET: secret });
    const sealed = await signUp(plat.rpc);
    // As such a release looks for them.
    const period = Math.floor(Date.now() / (30 * 86_400_000));
    const found = (await kept()).filter(({ _id }) => _id >= period);
    expect(found.filter(({ _id }) => _id === period)).to.deep.equal([]);
    const published = createLocalJWKSet({ keys: found.map(({ publicJwk }) => ({ ...publicJwk, kty: "OKP" })) });
    await jwtVerify(sealed.token, published, { algorithms: ["EdDSA"] });
  });

  it("are sealed for one key and one secret, and cannot be changed", () => {
    const seal = sealWith(secret);
    const sealed = seal.seal("private", "kid");
    expect(sealed).not.to.equal(seal.seal("private", "kid"));
    expect(seal.open(sealed, "kid")).to.equal("private");
    expect(seal.open(sealed, "other")).to.equal(undefined);
    expect(sealWith(`${secret}.`).open(sealed, "kid")).to.equal(undefined);
    expect(seal.open(`${sealed.startsWith("A") ? "B" : "A"}${sealed.slice(1)}`, "kid")).to.equal(undefined);
    expect(seal.open("", "kid")).to.equal(undefined);
  });

  it("need a secret that cannot be guessed, which is never shown", () => {
    expect(() => loadConfig(keysSettings, { SIGNING_KEY_SECRET: "guessable" })).to.throw(
      /SIGNING_KEY_SECRET: its value must have at least 32 characters/,
    );
    expect(loadConfig(keysSettings, {}).SIGNING_KEY_SECRET).to.equal(undefined);
  });
});
