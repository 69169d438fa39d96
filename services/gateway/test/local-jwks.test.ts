import { sessionToken } from "@plat/contracts";
import { newId, type RpcClient } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { createTokenVerifier } from "../src/auth/session-tokens.ts";

describe("our public keys", () => {
  let published: JWK[];
  let asked: number;
  let away: boolean;
  let time: number;
  const call = (async () => {
    asked++;
    if (away) throw new Error("nobody there");
    return { keys: published };
  }) as unknown as RpcClient["call"];
  const keyPair = async (kid: string) => {
    const { privateKey, publicKey } = await generateKeyPair(sessionToken.algorithm, { extractable: true });
    const sign = (): Promise<string> =>
      new SignJWT({ org: newId(), sid: newId() })
        .setProtectedHeader({ alg: sessionToken.algorithm, typ: sessionToken.type, kid })
        .setIssuer(sessionToken.issuer)
        .setAudience(sessionToken.audience)
        .setSubject(newId())
        .setExpirationTime("1h")
        .sign(privateKey);
    return { sign, jwk: { ...(await exportJWK(publicKey)), kid } };
  };
  beforeEach(() => {
    [asked, away, time] = [0, false, 1_000_000];
  });

  it("that were withdrawn verify nothing any more a minute later, also when no token names a new one", async () => {
    const [old, next] = [await keyPair("old"), await keyPair("next")];
    published = [old.jwk];
    const verifier = createTokenVerifier({ rpc: { call }, identityProvider: undefined, now: () => time });
    await verifier.verify(await old.sign());
    published = [next.jwk];
    time += 61_000;
    await eventually(async () => {
      const code = await verifier.verify(await old.sign()).then(
        () => "accepted",
        (error: { code: string }) => error.code,
      );
      expect(code).to.equal("invalid_session");
    });
    await verifier.verify(await next.sign());
    expect(asked).to.equal(2);
  });

  it("go on verifying while nobody can say whether they were withdrawn", async () => {
    const pair = await keyPair("one");
    published = [pair.jwk];
    const verifier = createTokenVerifier({ rpc: { call }, identityProvider: undefined, now: () => time });
    await verifier.verify(await pair.sign());
    away = true;
    time += 600_000;
    await verifier.verify(await pair.sign());
    await verifier.verify(await pair.sign());
    expect(asked).to.be.above(1);
  });
});
