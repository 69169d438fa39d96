import { apiKeyOf, keysContract } from "@plat/contracts";
import { newId } from "@plat/kit";
import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { type TestGateway, startTestGateway } from "./support/test-gateway.ts";
import { codeOf } from "./support/problems.ts";

describe("RPC forwarding", () => {
  let testGateway: TestGateway;
  const key = apiKeyOf(randomBytes(32));
  before(async () => {
    testGateway = await startTestGateway();
    await testGateway.storeKey(key);
  });
  after(() => testGateway.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    sendRequest(testGateway.url, path, { key, headers });
  const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(testGateway.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: body as string,
    });

  it("forwards the bytes of the client and of the service unchanged", async () => {
    const sent = '{ "name" : "Zoë \\u00e9",\n "languages":["\\u0065n"] }';
    let body: unknown;
    testGateway.services.respond = (request) => {
      body = request.body;
      return { status: 201, headers: { location: "/agents/1", etag: '"1-a"' }, bytes: Buffer.from('{"n": 1.0}') };
    };
    const response = await post("/agents", sent);
    expect(body).to.deep.equal(JSON.parse(sent));
    expect([response.status, await response.text()]).to.deep.equal([201, '{"n": 1.0}']);
    expect(response.headers.get("location")).to.equal("/agents/1");
    expect(response.headers.get("etag")).to.equal('"1-a"');
    expect(response.headers.get("cache-control")).to.equal("private, no-cache");
  });

  it("requests the public keys at most once per second, and does not cache errors", async () => {
    const { respond } = testGateway.services;
    let calls = 0;
    testGateway.services.respond = (request) => {
      if (request.subject !== keysContract.publicKeys.subject) return respond(request);
      calls++;
      if (calls === 1) return { status: 503, body: { code: "unavailable", detail: "MongoDB is unavailable." } };
      return { body: { keys: [] } };
    };
    const path = "/.well-known/jwks.json";
    expect((await sendRequest(testGateway.url, path)).status, "the error is not cached").to.equal(503);
    const began = performance.now();
    const responses = await Promise.all(Array.from({ length: 200 }, () => sendRequest(testGateway.url, path)));
    const seconds = Math.ceil((performance.now() - began) / 1000);
    for (const { status, headers, body } of responses)
      expect([status, headers.get("cache-control"), body]).to.deep.equal([200, "no-store", { keys: [] }]);
    expect(calls - 1).to.be.within(1, seconds);
    const ids = responses.map(({ headers }) => headers.get("x-request-id"));
    expect(new Set(ids).size).to.equal(200);
    testGateway.services.respond = respond;
  });

  it("forwards conditional headers and idempotency keys to endpoints that support them", async () => {
    testGateway.services.respond = ({ meta }) => ({ body: meta });
    const id = newId();
    const read = await get(`/properties/${id}`, {
      "if-none-match": '"1-a"',
      "if-match": '"1-a"',
      "idempotency-key": "k",
    });
    expect(read.body).to.include({ ifNoneMatch: '"1-a"' });
    expect(read.body).not.to.have.any.keys("ifMatch", "idempotencyKey");
    const created = await post("/agents", '{"name":"a"}', { "idempotency-key": "k1" });
    expect(await created.json()).to.include({ idempotencyKey: "k1", timeoutMs: 5000 });
  });

  it("forwards 304 and 204 without a body", async () => {
    testGateway.services.respond = () => ({ status: 304, headers: { etag: '"1-a"' } });
    const unchanged = await get(`/properties/${newId()}`);
    expect([unchanged.status, unchanged.body, unchanged.headers.get("etag")]).to.deep.equal([304, "", '"1-a"']);
    testGateway.services.respond = () => ({ status: 204 });
    const deleted = await sendRequest(testGateway.url, `/properties/${newId()}`, { key, method: "DELETE" });
    expect([deleted.status, deleted.body]).to.deep.equal([204, ""]);
  });

  it("converts the error of a service into a problem document with its extension members", async () => {
    testGateway.services.respond = () => ({
      status: 409,
      body: { code: "conflict", detail: "externalId is taken", extensions: { existingId: "x" } },
    });
    const response = await get(`/properties/${newId()}`);
    expect(response.headers.get("content-type")).to.equal("application/problem+json");
    expect(response.body).to.include({ status: 409, code: "conflict", detail: "externalId is taken", existingId: "x" });
    expect(response.body).to.have.property("requestId", response.headers.get("x-request-id"));
  });

  it("returns 504 if a service does not respond in time, and 503 if there is no responder", async () => {
    testGateway.services.respond = () => new Promise(() => undefined);
    const late = await get("/properties");
    expect([late.status, codeOf(late)]).to.deep.equal([504, "timeout"]);
    // NATS then knows that there is no responder.
    await testGateway.services.connection.drain();
    const unavailable = await get("/properties");
    expect([unavailable.status, codeOf(unavailable), unavailable.headers.get("retry-after")]).to.deep.equal([
      503,
      "unavailable",
      "1",
    ]);
  });
});
