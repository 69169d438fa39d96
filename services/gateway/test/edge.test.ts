import { apiKeyOf, keysContract } from "@plat/contracts";
import { newId } from "@plat/kit";
import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { type GatewayAlone, gatewayAlone } from "./gateway-alone.ts";
import { sendRaw } from "./raw.ts";
import { codeOf } from "./support.ts";

describe("the edge", () => {
  let alone: GatewayAlone;
  const key = apiKeyOf(randomBytes(32));
  before(async () => {
    alone = await gatewayAlone();
    await alone.putKey(key);
  });
  after(() => alone.stop());

  const get = (path: string, headers: Record<string, string> = {}) => sendRequest(alone.url, path, { key, headers });
  const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(alone.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: body as string,
    });

  const auth = `Host: x\r\nAuthorization: Bearer ${key}\r\n`;

  it("takes one key in three places, and refuses another one beside it", async () => {
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
        (await sendRequest(alone.url, `/properties${query}`, { headers })).status,
        JSON.stringify({ headers, query }),
      ).to.equal(200);
    for (const { headers, query } of [
      { headers: { authorization: `Bearer ${key}`, "x-api-key": other }, query: "" },
      { headers: { authorization: `Bearer ${key}` }, query: `?api_key=${other}` },
      { headers: { "x-api-key": key }, query: "?api_key=" },
      { headers: {}, query: `?api_key=${key}&api_key=${other}` },
      { headers: { authorization: "Basic dTpw", "x-api-key": key }, query: "" },
    ]) {
      const answer = await sendRequest(alone.url, `/properties${query}`, { headers });
      expect([answer.status, codeOf(answer)], JSON.stringify(headers)).to.deep.equal([400, "ambiguous_credentials"]);
    }
  });

  it("refuses keys that are cut, mistyped or of another scheme, without asking anybody", async () => {
    const asked = alone.peer.asked.length;
    const mistyped = key.slice(0, 20) + (key[20] === "a" ? "b" : "a") + key.slice(21);
    for (const bad of ["", "x", key.slice(0, -1), `${key}a`, mistyped, key.toUpperCase(), `svc_sk_${key.slice(7)}`]) {
      const answer = await sendRequest(alone.url, "/properties", { headers: { "x-api-key": bad } });
      expect([answer.status, codeOf(answer)], bad).to.deep.equal([401, "invalid_api_key"]);
    }
    const basic = await sendRequest(alone.url, "/properties", { headers: { authorization: "Basic dTpw" } });
    expect([basic.status, codeOf(basic)]).to.deep.equal([401, "missing_credentials"]);
    expect(alone.peer.asked.length).to.equal(asked);
  });

  it("accepts a key until the very millisecond in which it expires", async () => {
    let accepted: number[] = [];
    // On a slow machine a key has to live longer for some requests to come before its end.
    for (let lifeMs = 400; accepted.length < 2 && lifeMs < 60_000; lifeMs *= 2) {
      const short = apiKeyOf(randomBytes(32));
      const expiresAt = Date.now() + lifeMs;
      await alone.putKey(short, { expiresAt });
      accepted = [];
      for (;;) {
        const started = Date.now();
        const answer = await sendRequest(alone.url, "/properties", { key: short });
        if (answer.status === 200) accepted.push(started);
        else {
          expect(codeOf(answer)).to.equal("expired_api_key");
          expect(Date.now()).to.be.at.least(expiresAt);
          break;
        }
      }
      for (const started of accepted) expect(started).to.be.below(expiresAt);
    }
    expect(accepted.length).to.be.above(1);
  });

  it("asks for an unknown key once, then remembers for a while that it is unknown", async () => {
    const unknown = apiKeyOf(randomBytes(32));
    const before = alone.peer.asked.length;
    const began = performance.now();
    for (let times = 0; times < 5; times++) {
      const answer = await sendRequest(alone.url, "/properties", { key: unknown });
      expect(codeOf(answer)).to.equal("invalid_api_key");
    }
    // It is remembered for five seconds: one look-up, unless this machine took longer than that.
    const periods = Math.ceil((performance.now() - began) / 5_000);
    expect(alone.peer.asked.length - before).to.be.within(1, periods);
  });

  it("carries the headers of safety and of its request on every kind of answer", async () => {
    for (const path of ["/properties", "/nothing", "/docs", "/openapi.json", "/properties?limit=x"]) {
      const { headers } = await get(path, { "x-request-id": "trace-42" });
      expect(headers.get("x-request-id"), path).to.equal("trace-42");
      expect(headers.get("x-content-type-options"), path).to.equal("nosniff");
      expect(headers.get("referrer-policy"), path).to.equal("no-referrer");
      expect(headers.get("content-security-policy"), path).to.match(/^default-src 'none'/);
      expect(headers.get("cache-control"), path).to.equal("no-store");
      expect(headers.get("x-powered-by"), path).to.equal(null);
      expect(headers.get("access-control-allow-origin"), path).to.equal(null);
    }
  });

  it("replaces a request id that is too long, strange or a credential", async () => {
    for (const id of ["a".repeat(129), "a b", key, "<script>"]) {
      const { headers } = await get("/properties", { "x-request-id": id });
      expect(headers.get("x-request-id"), id).to.match(/^[0-9a-f-]{36}$/);
    }
  });

  it("echoes no credential: not in a problem, a link or a log", async () => {
    alone.peer.respond = () => ({ headers: { "plat-next-cursor": "abc" }, body: { data: [] } });
    const page = await sendRequest(alone.url, `/properties?limit=2&api_key=${key}`);
    expect(page.headers.get("link")).to.equal('</properties?limit=2&cursor=abc>; rel="next"');
    const bad = await sendRequest(alone.url, `/properties/${key}?api_key=${key}&${key}=1`);
    expect(bad.status).to.equal(400);
    expect(JSON.stringify(bad.body)).not.to.include(key);
    expect((bad.body as { instance: string }).instance).to.equal("/properties/svc_pk_[redacted]");
    const named = await sendRequest(alone.url, "/agents", { key, body: { name: "a", [key]: 1 } });
    expect((named.body as { errors: unknown }).errors).to.deep.equal([
      { in: "body", pointer: "/svc_pk_[redacted]", detail: "is not a known field" },
    ]);
    expect(JSON.stringify(named.body)).not.to.include(key);
    const hidden = await get(`/properties/${key.replaceAll("_", "%5F")}`);
    expect((hidden.body as { instance: string }).instance).to.equal("/properties/svc_pk_[redacted]");
    expect(alone.log.join("\n")).not.to.include(key);
  });

  it("passes the client's bytes and the service's bytes on as they are", async () => {
    const sent = '{ "name" : "Zoë \\u00e9",\n "languages":["\\u0065n"] }';
    let body: unknown;
    alone.peer.respond = (asked) => {
      body = asked.body;
      return { status: 201, headers: { location: "/agents/1", etag: '"1-a"' }, bytes: Buffer.from('{"n": 1.0}') };
    };
    const response = await post("/agents", sent);
    expect(body).to.deep.equal(JSON.parse(sent));
    expect([response.status, await response.text()]).to.deep.equal([201, '{"n": 1.0}']);
    expect(response.headers.get("location")).to.equal("/agents/1");
    expect(response.headers.get("etag")).to.equal('"1-a"');
    expect(response.headers.get("cache-control")).to.equal("private, no-cache");
  });

  it("ends a feed whose client has closed its sending side", async () => {
    alone.peer.respond = () => ({ body: { data: [], page: { limit: 100, nextAfter: 0 } } });
    const feed = `GET /events HTTP/1.1\r\n${auth}Accept: text/event-stream\r\n\r\n`;
    const answer = await sendRaw(alone.url, feed, { untilClosed: true, half: true });
    expect(answer.headers.get("content-type")).to.equal("text/event-stream; charset=utf-8");
  });

  it("asks for the public keys once a second at most, however many want them", async () => {
    const { respond } = alone.peer;
    let asked = 0;
    alone.peer.respond = (question) => {
      if (question.subject !== keysContract.publicKeys.subject) return respond(question);
      asked++;
      if (asked === 1) return { status: 503, body: { code: "unavailable", detail: "The store is away." } };
      return { body: { keys: [] } };
    };
    const path = "/.well-known/jwks.json";
    expect((await sendRequest(alone.url, path)).status, "a refusal is not kept").to.equal(503);
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 200 }, () => sendRequest(alone.url, path)));
    const seconds = Math.ceil((performance.now() - began) / 1000);
    for (const { status, headers, body } of answers)
      expect([status, headers.get("cache-control"), body]).to.deep.equal([200, "no-store", { keys: [] }]);
    expect(asked - 1).to.be.within(1, seconds);
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    expect(new Set(ids).size).to.equal(200);
    alone.peer.respond = respond;
  });

  it("hands conditions and idempotency keys on where the endpoint knows them", async () => {
    alone.peer.respond = ({ meta }) => ({ body: meta });
    const id = newId();
    const read = await get(`/properties/${id}`, {
      "if-none-match": '"1-a"',
      "if-match": '"1-a"',
      "idempotency-key": "k",
    });
    expect(read.body).to.include({ ifNoneMatch: '"1-a"' });
    expect(read.body).not.to.have.any.keys("ifMatch", "idempotencyKey");
    const made = await post("/agents", '{"name":"a"}', { "idempotency-key": "k1" });
    expect(await made.json()).to.include({ idempotencyKey: "k1", timeoutMs: 5000 });
  });

  it("passes 304 and 204 on without a body", async () => {
    alone.peer.respond = () => ({ status: 304, headers: { etag: '"1-a"' } });
    const unchanged = await get(`/properties/${newId()}`);
    expect([unchanged.status, unchanged.body, unchanged.headers.get("etag")]).to.deep.equal([304, "", '"1-a"']);
    alone.peer.respond = () => ({ status: 204 });
    const gone = await sendRequest(alone.url, `/properties/${newId()}`, { key, method: "DELETE" });
    expect([gone.status, gone.body]).to.deep.equal([204, ""]);
  });

  it("makes a problem document of what a service refuses, with its own members", async () => {
    alone.peer.respond = () => ({
      status: 409,
      body: { code: "conflict", detail: "externalId is taken", extensions: { existingId: "x" } },
    });
    const answer = await get(`/properties/${newId()}`);
    expect(answer.headers.get("content-type")).to.equal("application/problem+json");
    expect(answer.body).to.include({ status: 409, code: "conflict", detail: "externalId is taken", existingId: "x" });
    expect(answer.body).to.have.property("requestId", answer.headers.get("x-request-id"));
  });

  it("says 503 when nobody listens, and 504 when nobody answers in time", async () => {
    alone.peer.respond = () => new Promise(() => undefined);
    const late = await get("/properties");
    expect([late.status, codeOf(late)]).to.deep.equal([504, "timeout"]);
    // Until the bus itself knows that nobody listens any more.
    await alone.peer.connection.drain();
    const away = await get("/properties");
    expect([away.status, codeOf(away), away.headers.get("retry-after")]).to.deep.equal([503, "unavailable", "1"]);
  });
});
