import { keysContract, redisKeys, recordField, sessionToken } from "@plat/contracts";
import { newId } from "@plat/kit";
import { sendRequest, eventually } from "@plat/testkit";
import { expect } from "chai";
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from "jose";
import { createHmac } from "node:crypto";
import { type TestGateway, startTestGateway } from "./support/test-gateway.ts";
import { codeOf } from "./support/problems.ts";

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

describe("session tokens", () => {
  let testGateway: TestGateway;
  let pair: KeyPair;
  let foreign: KeyPair;
  let publicJwk: JWK;
  const userId = newId();
  const sessionId = newId();
  const organizationId = newId();

  before(async () => {
    pair = await generateKeyPair("EdDSA", { extractable: true });
    foreign = await generateKeyPair("EdDSA", { extractable: true });
    publicJwk = { ...(await exportJWK(pair.publicKey)), kid: "k1", alg: "EdDSA", use: "sig" };
    testGateway = await startTestGateway({ publicKeys: [publicJwk] });
    await testGateway.storeSession(userId, sessionId);
  });
  after(() => testGateway.stop());

  interface TokenOptions {
    header?: Record<string, unknown>;
    claims?: Record<string, unknown>;
    key?: KeyPair["privateKey"];
    expires?: string | number | null;
  }
  const sign = ({
    header = {},
    claims = {},
    key = pair.privateKey,
    expires = "1h",
  }: TokenOptions = {}): Promise<string> => {
    const all = {
      iss: sessionToken.issuer,
      aud: sessionToken.audience,
      sub: userId,
      org: organizationId,
      sid: sessionId,
      ...claims,
    };
    const token = new SignJWT(all)
      .setProtectedHeader({ alg: "EdDSA", typ: sessionToken.type, kid: "k1", ...header })
      .setIssuedAt();
    if (expires !== null) token.setExpirationTime(expires);
    return token.sign(key, { crit: { "urn:plat": true } });
  };
  const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const send = (token: string) => sendRequest(testGateway.url, "/properties", { token });

  it("a valid token is accepted and identifies the caller", async () => {
    const response = await send(await sign());
    expect(response.status).to.equal(200);
    expect(response.body).to.have.deep.property("caller", { kind: "session", organizationId, userId, sessionId });
  });

  const attacks: Record<string, () => Promise<string>> = {
    "alg none": async () =>
      new UnsecuredJWT({ sub: userId, org: organizationId, sid: sessionId }).setExpirationTime("1h").encode(),
    "a signed token whose alg is replaced by none": async () => {
      const [, claims] = (await sign()).split(".");
      return `${b64({ alg: "none", typ: sessionToken.type })}.${claims}.`;
    },
    "the public key used as a shared secret (HS256)": async () => {
      const [, claims] = (await sign()).split(".");
      const head = `${b64({ alg: "HS256", typ: sessionToken.type, kid: "k1" })}.${claims}`;
      const secret = Buffer.from(publicJwk.x ?? "", "base64url");
      return `${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`;
    },
    "another audience": () => sign({ claims: { aud: "other" } }),
    "another issuer": () => sign({ claims: { iss: "https://evil.example" } }),
    "another type": () => sign({ header: { typ: "JWT" } }),
    "no type": () => sign({ header: { typ: undefined } }),
    "a signature by another key with a known key id": () => sign({ key: foreign.privateKey }),
    "an unknown key id": () => sign({ header: { kid: "k2" } }),
    "a file path as key id": () => sign({ header: { kid: "../../../../dev/null" }, key: foreign.privateKey }),
    "its own key in the header (jwk)": async () =>
      sign({ header: { kid: "x", jwk: await exportJWK(foreign.publicKey) }, key: foreign.privateKey }),
    "a key URL in the header (jku)": () =>
      sign({ header: { kid: "x", jku: "http://127.0.0.1:9/keys.json" }, key: foreign.privateKey }),
    "an unknown critical extension": () => sign({ header: { crit: ["urn:plat"], "urn:plat": 1 } }),
    "no expiry": () => sign({ expires: null }),
    "no session": () => sign({ claims: { sid: undefined } }),
    "no organization": () => sign({ claims: { org: undefined } }),
    "an organization that is not a UUID": () => sign({ claims: { org: "acme" } }),
    "an array as subject": () => sign({ claims: { sub: [userId] as never } }),
    "an unknown session": () => sign({ claims: { sid: newId() } }),
    "the session of another user": () => sign({ claims: { sub: newId() } }),
    "a future nbf": () => sign({ claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }),
    "a modified claim": async () => {
      const [head, claims = "", signature] = (await sign()).split(".");
      const changed = { ...(JSON.parse(Buffer.from(claims, "base64url").toString()) as object), org: newId() };
      return `${head}.${b64(changed)}.${signature}`;
    },
    "a flipped bit in the signature": async () => {
      const [head, claims, signature = ""] = (await sign()).split(".");
      const bytes = Buffer.from(signature, "base64url");
      bytes[10] = (bytes[10] ?? 0) ^ 1;
      return `${head}.${claims}.${bytes.toString("base64url")}`;
    },
    "no signature": async () => (await sign()).split(".").slice(0, 2).join(".") + ".",
    "the five parts of an encrypted token": async () => `${await sign()}.a.b`,
  };
  for (const [attack, createToken] of Object.entries(attacks))
    it(`a token with ${attack} is rejected with invalid_session`, async () => {
      const response = await send(await createToken());
      expect(response.status, JSON.stringify(response.body)).to.equal(401);
      expect(codeOf(response)).to.equal("invalid_session");
    });

  it("an expired token is rejected with expired_session, also if it is in the cache", async () => {
    expect(codeOf(await send(await sign({ expires: Math.floor(Date.now() / 1000) - 1 })))).to.equal("expired_session");
    let accepted = 0;
    // On a slow machine the token needs a longer lifetime for some requests to arrive before it expires.
    for (let seconds = 2; accepted < 2 && seconds < 60; seconds *= 2) {
      const exp = Math.floor(Date.now() / 1000) + seconds;
      const token = await sign({ expires: exp });
      let last = await send(token);
      for (accepted = 0; last.status === 200; accepted++) last = await send(token);
      expect(codeOf(last)).to.equal("expired_session");
      expect(Date.now()).to.be.at.least(exp * 1000);
    }
    expect(accepted).to.be.above(1);
  });

  it("a valid token is accepted from an address that has exceeded the limit of failed authentications", async () => {
    const limits = { RATE_LIMITS: "1000/1m", FAILED_AUTH_LIMITS: "2/1m" };
    const { url } = await testGateway.startAnother(limits);
    const sendInvalid = () => sendRequest(url, "/properties", { token: "eyJhbGciOiJFZERTQSJ9.e30.AAAA" });
    expect([(await sendInvalid()).status, (await sendInvalid()).status, (await sendInvalid()).status]).to.deep.equal([
      401, 401, 429,
    ]);
    expect((await sendRequest(url, "/properties", { token: await sign() })).status).to.equal(200);
  });

  it("tokens of ended and unknown sessions count as failed authentications", async () => {
    const ended = newId();
    await testGateway.storeSession(userId, ended);
    await testGateway.redis.hset(redisKeys("plat:").session(userId, ended), recordField.revokedAt, 1);
    const tokens: [string, string][] = [
      ["expired_session", await sign({ claims: { sid: ended } })],
      ["invalid_session", await sign({ claims: { sid: newId() } })],
    ];
    for (const [code, token] of tokens) {
      const { url } = await testGateway.startAnother({ RATE_LIMITS: "1000/1m", FAILED_AUTH_LIMITS: "2/1m" });
      await testGateway.redis.del("plat:limit:auth:127.0.0.1");
      const codes: unknown[] = [];
      for (let times = 0; times < 3; times++) codes.push(codeOf(await sendRequest(url, "/properties", { token })));
      expect(codes).to.deep.equal([code, code, "quota_exceeded"]);
    }
  });

  it("a token in X-API-Key is rejected as an invalid API key", async () => {
    const response = await sendRequest(testGateway.url, "/properties", { headers: { "x-api-key": await sign() } });
    expect([response.status, codeOf(response)]).to.deep.equal([401, "invalid_api_key"]);
  });

  it("a token that names a new key is verified with it, and the old key is still accepted", async () => {
    const next = await generateKeyPair("EdDSA", { extractable: true });
    const nextJwk = { ...(await exportJWK(next.publicKey)), kid: "k3", alg: "EdDSA", use: "sig" };
    const before = testGateway.services.respond;
    testGateway.services.respond = (request) =>
      request.subject === keysContract.publicKeys.subject ? { body: { keys: [publicJwk, nextJwk] } } : before(request);
    const token = await sign({ header: { kid: "k3" }, key: next.privateKey });
    // Keys are reloaded at most once per second.
    await eventually(async () => expect((await send(token)).status).to.equal(200));
    expect((await send(await sign())).status).to.equal(200);
  });
});
