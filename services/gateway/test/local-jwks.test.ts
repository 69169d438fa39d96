import { sessionToken } from "@plat/contracts";
import { newId, type RpcClient } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { createTokenVerifier } from "../src/auth/session-tokens.ts";

describe("local JWKS", () => {
  let published: JWK[];
  let calls: number;
  let isUnavailable: boolean;
  let time: number;
  const call = (async () => {
    calls++;
    if (isUnavailable) throw new Error("no responders");
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
    [calls, isUnavailable, time] = [0, false, 1_000_000];
  });

  it("stops accepting a withdrawn key within a minute, even if no token names a new key", async () => {
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
    expect(calls).to.equal(2);
  });

  it("continues to verify with the cached keys while the keys service is unavailable", async () => {
    const pair = await keyPair("one");
    published = [pair.jwk];
    const verifier = createTokenVerifier({ rpc: { call }, identityProvider: undefined, now: () => time });
    await verifier.verify(await pair.sign());
    isUnavailable = true;
    time += 600_000;
    await verifier.verify(await pair.sign());
    await verifier.verify(await pair.sign());
    expect(calls).to.be.above(1);
  });
});
