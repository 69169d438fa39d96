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

  interface Change {
    header?: Record<string, unknown>;
    claims?: Record<string, unknown>;
    key?: KeyPair["privateKey"];
    expires?: string | number | null;
  }
  const sign = ({ header = {}, claims = {}, key = pair.privateKey, expires = "1h" }: Change = {}): Promise<string> => {
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
  const use = (token: string) => sendRequest(testGateway.url, "/properties", { token });

  it("that are good are accepted, and say who calls", async () => {
    const response = await use(await sign());
    expect(response.status).to.equal(200);
    expect(response.body).to.have.deep.property("caller", { kind: "session", organizationId, userId, sessionId });
  });

  const attacks: Record<string, () => Promise<string>> = {
    "with alg none": async () =>
      new UnsecuredJWT({ sub: userId, org: organizationId, sid: sessionId }).setExpirationTime("1h").encode(),
    "with alg none in the place of the real one": async () => {
      const [, claims] = (await sign()).split(".");
      return `${b64({ alg: "none", typ: sessionToken.type })}.${claims}.`;
    },
    "with the public key as a shared secret (HS256)": async () => {
      const [, claims] = (await sign()).split(".");
      const head = `${b64({ alg: "HS256", typ: sessionToken.type, kid: "k1" })}.${claims}`;
      const secret = Buffer.from(publicJwk.x ?? "", "base64url");
      return `${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`;
    },
    "for another audience": () => sign({ claims: { aud: "other" } }),
    "of another issuer": () => sign({ claims: { iss: "https://evil.example" } }),
    "of another type": () => sign({ header: { typ: "JWT" } }),
    "without type": () => sign({ header: { typ: undefined } }),
    "signed with another key under our key id": () => sign({ key: foreign.privateKey }),
    "with an unknown key id": () => sign({ header: { kid: "k2" } }),
    "with a path as key id": () => sign({ header: { kid: "../../../../dev/null" }, key: foreign.privateKey }),
    "with the key in its header": async () =>
      sign({ header: { kid: "x", jwk: await exportJWK(foreign.publicKey) }, key: foreign.privateKey }),
    "with an address of keys in its header": () =>
      sign({ header: { kid: "x", jku: "http://127.0.0.1:9/keys.json" }, key: foreign.privateKey }),
    "with a critical extension": () => sign({ header: { crit: ["urn:plat"], "urn:plat": 1 } }),
    "without expiry": () => sign({ expires: null }),
    "without session": () => sign({ claims: { sid: undefined } }),
    "without organization": () => sign({ claims: { org: undefined } }),
    "with an organization that is no id": () => sign({ claims: { org: "acme" } }),
    "with a list as subject": () => sign({ claims: { sub: [userId] as never } }),
    "of a session that is not known": () => sign({ claims: { sid: newId() } }),
    "of another user's session": () => sign({ claims: { sub: newId() } }),
    "not valid yet": () => sign({ claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }),
    "with a claim changed": async () => {
      const [head, claims = "", signature] = (await sign()).split(".");
      const changed = { ...(JSON.parse(Buffer.from(claims, "base64url").toString()) as object), org: newId() };
      return `${head}.${b64(changed)}.${signature}`;
    },
    "with a bit of the signature flipped": async () => {
      const [head, claims, signature = ""] = (await sign()).split(".");
      const bytes = Buffer.from(signature, "base64url");
      bytes[10] = (bytes[10] ?? 0) ^ 1;
      return `${head}.${claims}.${bytes.toString("base64url")}`;
    },
    "with the signature cut off": async () => (await sign()).split(".").slice(0, 2).join(".") + ".",
    "that are encrypted instead of signed": async () => `${await sign()}.a.b`,
  };
  for (const [what, make] of Object.entries(attacks))
    it(`${what} are refused`, async () => {
      const response = await use(await make());
      expect(response.status, JSON.stringify(response.body)).to.equal(401);
      expect(codeOf(response)).to.equal("invalid_session");
    });

  it("that have expired are told so, also when they were good a moment ago", async () => {
    expect(codeOf(await use(await sign({ expires: Math.floor(Date.now() / 1000) - 1 })))).to.equal("expired_session");
    let accepted = 0;
    // On a slow machine a token has to live longer for some requests to come before its end.
    for (let seconds = 2; accepted < 2 && seconds < 60; seconds *= 2) {
      const exp = Math.floor(Date.now() / 1000) + seconds;
      const token = await sign({ expires: exp });
      let last = await use(token);
      for (accepted = 0; last.status === 200; accepted++) last = await use(token);
      expect(codeOf(last)).to.equal("expired_session");
      expect(Date.now()).to.be.at.least(exp * 1000);
    }
    expect(accepted).to.be.above(1);
  });

  it("that are good pass from an address that has failed too often", async () => {
    const limits = { RATE_LIMITS: "1000/1m", FAILED_AUTH_LIMITS: "2/1m" };
    const { url } = await testGateway.startAnother(limits);
    const tryBad = () => sendRequest(url, "/properties", { token: "eyJhbGciOiJFZERTQSJ9.e30.AAAA" });
    expect([(await tryBad()).status, (await tryBad()).status, (await tryBad()).status]).to.deep.equal([401, 401, 429]);
    expect((await sendRequest(url, "/properties", { token: await sign() })).status).to.equal(200);
  });

  it("of sessions that have ended or were never there are failures of their address too", async () => {
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

  it("in X-API-Key are taken for what they are not: an API key", async () => {
    const response = await sendRequest(testGateway.url, "/properties", { headers: { "x-api-key": await sign() } });
    expect([response.status, codeOf(response)]).to.deep.equal([401, "invalid_api_key"]);
  });

  it("are verified with new keys as soon as one names them, and the old key still works", async () => {
    const next = await generateKeyPair("EdDSA", { extractable: true });
    const nextJwk = { ...(await exportJWK(next.publicKey)), kid: "k3", alg: "EdDSA", use: "sig" };
    const before = testGateway.services.respond;
    testGateway.services.respond = (asked) =>
      asked.subject === keysContract.publicKeys.subject ? { body: { keys: [publicJwk, nextJwk] } } : before(asked);
    const token = await sign({ header: { kid: "k3" }, key: next.privateKey });
    // Keys are asked for at most once a second.
    await eventually(async () => expect((await use(token)).status).to.equal(200));
    expect((await use(await sign())).status).to.equal(200);
  });
});
