import { AppError, apiKeyOf } from "@plat/contracts";
import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { readCredential } from "../src/auth/credentials.ts";
import { codeOf } from "./support/problems.ts";
import { startTestGateway, type TestGateway } from "./support/test-gateway.ts";

describe("API keys as credentials", () => {
  let testGateway: TestGateway;
  const key = apiKeyOf(randomBytes(32));
  before(async () => {
    testGateway = await startTestGateway();
    await testGateway.storeKey(key);
  });
  after(() => testGateway.stop());

  it("accepts an API key in two headers and in the query, and rejects two different credentials", async () => {
    const other = apiKeyOf(randomBytes(32));
    const places = [
      { headers: { authorization: `Bearer ${key}` }, query: "" },
      { headers: { authorization: `bearer  ${key}` }, query: "" },
      { headers: { "x-api-key": key }, query: "" },
      { headers: {}, query: `?api_key=${key}` },
      { headers: {}, query: `?%61pi_key=${key}` },
      { headers: { authorization: `Bearer ${key}`, "x-api-key": key }, query: `?api_key=${key}` },
    ];
    for (const { headers, query } of places)
      expect(
        (await sendRequest(testGateway.url, `/properties${query}`, { headers })).status,
        JSON.stringify({ headers, query }),
      ).to.equal(200);
    for (const { headers, query } of [
      { headers: { authorization: `Bearer ${key}`, "x-api-key": other }, query: "" },
      { headers: { authorization: `Bearer ${key}` }, query: `?api_key=${other}` },
      { headers: { "x-api-key": key }, query: "?api_key=" },
      { headers: {}, query: `?api_key=${key}&api_key=${other}` },
      { headers: { authorization: "Basic dTpw", "x-api-key": key }, query: "" },
    ]) {
      const response = await sendRequest(testGateway.url, `/properties${query}`, { headers });
      expect([response.status, codeOf(response)], JSON.stringify(headers)).to.deep.equal([
        400,
        "ambiguous_credentials",
      ]);
    }
  });

  it("rejects truncated, mistyped and foreign keys without a look-up", async () => {
    const forwarded = testGateway.services.requests.length;
    const mistyped = key.slice(0, 20) + (key[20] === "a" ? "b" : "a") + key.slice(21);
    for (const bad of ["", "x", key.slice(0, -1), `${key}a`, mistyped, key.toUpperCase(), `svc_sk_${key.slice(7)}`]) {
      const response = await sendRequest(testGateway.url, "/properties", { headers: { "x-api-key": bad } });
      expect([response.status, codeOf(response)], bad).to.deep.equal([401, "invalid_api_key"]);
    }
    const basic = await sendRequest(testGateway.url, "/properties", { headers: { authorization: "Basic dTpw" } });
    expect([basic.status, codeOf(basic)]).to.deep.equal([401, "missing_credentials"]);
    expect(testGateway.services.requests.length).to.equal(forwarded);
  });

  it("accepts a key until the millisecond in which it expires", async () => {
    let accepted: number[] = [];
    // On a slow machine the key needs a longer lifetime for some requests to arrive before it expires.
    for (let lifetimeMs = 400; accepted.length < 2 && lifetimeMs < 60_000; lifetimeMs *= 2) {
      const shortLived = apiKeyOf(randomBytes(32));
      const expiresAt = Date.now() + lifetimeMs;
      await testGateway.storeKey(shortLived, { expiresAt });
      accepted = [];
      for (;;) {
        const started = Date.now();
        const response = await sendRequest(testGateway.url, "/properties", { key: shortLived });
        if (response.status === 200) accepted.push(started);
        else {
          expect(codeOf(response)).to.equal("expired_api_key");
          expect(Date.now()).to.be.at.least(expiresAt);
          break;
        }
      }
      for (const started of accepted) expect(started).to.be.below(expiresAt);
    }
    expect(accepted.length).to.be.above(1);
  });

  it("looks an unknown key up once, and caches the negative result", async () => {
    const unknown = apiKeyOf(randomBytes(32));
    const before = testGateway.services.requests.length;
    const began = performance.now();
    for (let times = 0; times < 5; times++) {
      const response = await sendRequest(testGateway.url, "/properties", { key: unknown });
      expect(codeOf(response)).to.equal("invalid_api_key");
    }
    // The negative cache lasts five seconds: one look-up, unless this machine was slower than that.
    const periods = Math.ceil((performance.now() - began) / 5_000);
    expect(testGateway.services.requests.length - before).to.be.within(1, periods);
  });
});

describe("readCredential", () => {
  const outcomeOf = (headers: string[], query = ""): string => {
    try {
      return readCredential(headers, query)?.kind ?? "none";
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  };
  it("distinguishes session tokens and API keys by their form", () => {
    expect(outcomeOf(["Authorization", "Bearer a.b.c"])).to.equal("session");
    expect(outcomeOf(["Authorization", "Bearer svc_pk_x"])).to.equal("api_key");
    expect(outcomeOf(["Authorization", "Bearer"])).to.equal("missing_credentials");
    expect(outcomeOf(["X-Api-Key", "a.b.c"])).to.equal("api_key");
    expect(outcomeOf([], "limit=1&api_key=x")).to.equal("api_key");
    expect(outcomeOf([], "xapi_key=x&api_keys=y")).to.equal("none");
  });
  it("rejects repeated credentials, whether they differ or not", () => {
    expect(outcomeOf(["X-API-Key", "a", "x-api-key", "b"])).to.equal("ambiguous_credentials");
    expect(outcomeOf(["X-API-Key", "a", "x-api-key", "a"])).to.equal("validation_failed");
    expect(outcomeOf([], "api_key=a&api_key=a")).to.equal("validation_failed");
    expect(outcomeOf(["X-API-Key", "a"], "api_key=b")).to.equal("ambiguous_credentials");
    expect(outcomeOf(["X-API-Key", "a"], "api_key=a")).to.equal("api_key");
  });
});
