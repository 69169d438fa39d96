import { apiKeyOf } from "@plat/contracts";
import { newId } from "@plat/kit";
import { ask } from "@plat/testkit";
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

  const get = (path: string, headers: Record<string, string> = {}) => ask(alone.url, path, { key, headers });
  const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(alone.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: body as string,
    });
  const problem = async (response: Response): Promise<Record<string, unknown>> => ({
    ...((await response.json()) as object),
    httpStatus: response.status,
  });

  const auth = `Host: x\r\nAuthorization: Bearer ${key}\r\n`;
  const list = `GET /properties HTTP/1.1\r\n${auth}`;
  const create = `POST /properties HTTP/1.1\r\n${auth}Content-Type: application/json\r\n`;
  const malformed: Record<string, [string, number]> = {
    "Content-Length beside Transfer-Encoding": [
      `${create}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    "two lengths": [`${create}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`, 400],
    "chunked, identity": [`${create}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`, 400],
    "an unknown transfer coding": [`${create}Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 400],
    "gzip, chunked": [`${create}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 400],
    "a bare line feed": [`GET /properties HTTP/1.1\nHost: x\n\n`, 400],
    "a folded header": [`${list}X-A: 1\r\n 2\r\n\r\n`, 400],
    "a space before a colon": [`${list}X-A : 1\r\n\r\n`, 400],
    "no Host": [`GET /properties HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n\r\n`, 400],
    "two Hosts": [`${list}Host: y\r\n\r\n`, 400],
    "NUL in a header": [`${list}X-A: a\0b\r\n\r\n`, 400],
    "an unknown method": [`BREW /properties HTTP/1.1\r\n${auth}\r\n`, 400],
    "20 kB of headers": [`${list}X-A: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    "two different keys in two header lines": [
      `${list}Authorization: Bearer ${apiKeyOf(randomBytes(32))}\r\n\r\n`,
      400,
    ],
    "the same header of a key twice": [`${list}Authorization: Bearer ${key}\r\n\r\n`, 400],
    "two content types": [`${create}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`, 400],
    "a percent sign that encodes nothing": [`GET /properties/%zz HTTP/1.1\r\n${auth}\r\n`, 400],
  };
  it("answers a client that has closed its sending side after the request", async () => {
    for (const bytes of [
      `${list}\r\n`,
      `${create}Content-Length: 58\r\n\r\n{"title":"a","propertyType":"b","propertyCategory":"c"}     `,
    ]) {
      const answer = await sendRaw(alone.url, bytes, { untilClosed: true, half: true });
      expect(answer.status, answer.all).to.equal(200);
    }
  });

  it("says which part of a request could not be parsed", async () => {
    const parts: Record<string, [string, string]> = {
      "two lengths": ["header", "content-length"],
      "chunked, identity": ["header", "transfer-encoding"],
      "an unknown method": ["path", "request line"],
      "a folded header": ["header", "headers"],
    };
    for (const [what, [place, name]] of Object.entries(parts)) {
      const { body } = await sendRaw(alone.url, malformed[what]?.[0] ?? "");
      const [error] = (JSON.parse(body) as { errors: Record<string, string>[] }).errors;
      expect([error?.["in"], error?.["name"]], what).to.deep.equal([place, name]);
    }
    const chunk = await sendRaw(alone.url, `${create}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect(JSON.parse(chunk.body)).to.have.nested.property("errors[0].pointer", "");
  });

  it("answers a whole request even when what follows it on the connection is no HTTP", async () => {
    const answer = await sendRaw(alone.url, `${list}\r\nGARBAGE\r\n\r\n`, { untilClosed: true });
    expect(answer.status).to.equal(200);
    expect(answer.all.match(/HTTP\/1\.1 /g)).to.have.length(1);
  });

  for (const [what, [bytes, status]] of Object.entries(malformed))
    it(`refuses ${what} with a problem document`, async () => {
      const answer = await sendRaw(alone.url, bytes);
      expect(answer.status, answer.all).to.equal(status);
      expect(answer.headers.get("content-type")).to.equal("application/problem+json");
      expect(answer.headers.get("x-request-id")).to.match(/^[\w-]{36}$/);
      expect(answer.all.match(/HTTP\/1\.1 \d{3}/g), "one answer").to.have.length(1);
      expect(answer.all).not.to.include(key);
    });

  for (const method of ["TRACE", "PUT", "OPTIONS", "DELETE", "PROPFIND"])
    it(`answers ${method} where it is not declared with 405 and what is`, async () => {
      const answer = await sendRaw(alone.url, `${method} /properties HTTP/1.1\r\n${auth}\r\n`);
      expect(answer.status).to.equal(405);
      expect(answer.headers.get("allow")?.split(", ").toSorted()).to.deep.equal(["GET", "HEAD", "POST"]);
      expect(JSON.parse(answer.body)).to.include({ code: "method_not_allowed", status: 405 });
    });

  it("answers CONNECT with 405", async () => {
    const answer = await sendRaw(alone.url, "CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n");
    expect([answer.status, JSON.parse(answer.body).code]).to.deep.equal([405, "method_not_allowed"]);
  });

  it("knows exactly the paths of the contracts: no other case, no trailing slash, nothing beside", async () => {
    for (const path of ["/Properties", "/properties/", "//properties", "/v1/properties", "/properties/x/y/z", "/docs/"])
      expect([path, (await get(path)).status]).to.deep.equal([path, 404]);
  });

  it("says what a path takes before it asks who is there", async () => {
    expect((await ask(alone.url, "/nothing")).status).to.equal(404);
    expect((await ask(alone.url, "/properties", { method: "PUT" })).status).to.equal(405);
  });

  it("answers HEAD as GET, without the body", async () => {
    const answer = await sendRaw(alone.url, `HEAD /properties HTTP/1.1\r\n${auth}Connection: close\r\n\r\n`, {
      untilClosed: true,
    });
    expect([answer.status, answer.body]).to.deep.equal([200, ""]);
    expect(Number(answer.headers.get("content-length"))).to.be.above(2);
  });

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
        (await ask(alone.url, `/properties${query}`, { headers })).status,
        JSON.stringify({ headers, query }),
      ).to.equal(200);
    for (const { headers, query } of [
      { headers: { authorization: `Bearer ${key}`, "x-api-key": other }, query: "" },
      { headers: { authorization: `Bearer ${key}` }, query: `?api_key=${other}` },
      { headers: { "x-api-key": key }, query: "?api_key=" },
      { headers: {}, query: `?api_key=${key}&api_key=${other}` },
      { headers: { authorization: "Basic dTpw", "x-api-key": key }, query: "" },
    ]) {
      const answer = await ask(alone.url, `/properties${query}`, { headers });
      expect([answer.status, codeOf(answer)], JSON.stringify(headers)).to.deep.equal([400, "ambiguous_credentials"]);
    }
  });

  it("refuses keys that are cut, mistyped or of another scheme, without asking anybody", async () => {
    const asked = alone.peer.asked.length;
    const mistyped = key.slice(0, 20) + (key[20] === "a" ? "b" : "a") + key.slice(21);
    for (const bad of ["", "x", key.slice(0, -1), `${key}a`, mistyped, key.toUpperCase(), `svc_sk_${key.slice(7)}`]) {
      const answer = await ask(alone.url, "/properties", { headers: { "x-api-key": bad } });
      expect([answer.status, codeOf(answer)], bad).to.deep.equal([401, "invalid_api_key"]);
    }
    const basic = await ask(alone.url, "/properties", { headers: { authorization: "Basic dTpw" } });
    expect([basic.status, codeOf(basic)]).to.deep.equal([401, "missing_credentials"]);
    expect(alone.peer.asked.length).to.equal(asked);
  });

  it("accepts a key until the very millisecond in which it expires", async () => {
    const short = apiKeyOf(randomBytes(32));
    const expiresAt = Date.now() + 400;
    await alone.putKey(short, { expiresAt });
    const accepted: number[] = [];
    for (;;) {
      const started = Date.now();
      const answer = await ask(alone.url, "/properties", { key: short });
      if (answer.status === 200) accepted.push(started);
      else {
        expect(codeOf(answer)).to.equal("expired_api_key");
        expect(Date.now()).to.be.at.least(expiresAt);
        break;
      }
    }
    expect(accepted.length).to.be.above(1);
    expect(Math.max(...accepted)).to.be.below(expiresAt);
  });

  it("asks for an unknown key once, then remembers for a while that it is unknown", async () => {
    const unknown = apiKeyOf(randomBytes(32));
    const before = alone.peer.asked.length;
    for (let times = 0; times < 5; times++) {
      const answer = await ask(alone.url, "/properties", { key: unknown });
      expect(codeOf(answer)).to.equal("invalid_api_key");
    }
    expect(alone.peer.asked.length - before).to.equal(1);
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
    const page = await ask(alone.url, `/properties?limit=2&api_key=${key}`);
    expect(page.headers.get("link")).to.equal('</properties?limit=2&cursor=abc>; rel="next"');
    const bad = await ask(alone.url, `/properties/${key}?api_key=${key}&${key}=1`);
    expect(bad.status).to.equal(400);
    expect(JSON.stringify(bad.body)).not.to.include(key);
    expect((bad.body as { instance: string }).instance).to.equal("/properties/svc_pk_[redacted]");
    const hidden = await get(`/properties/${key.replaceAll("_", "%5F")}`);
    expect((hidden.body as { instance: string }).instance).to.equal("/properties/svc_pk_[redacted]");
    expect(alone.log.join("\n")).not.to.include(key);
  });

  it("names everything that is wrong with a request at once", async () => {
    const response = await post("/properties/not-an-id/ads?waitForIndex=maybe&x=1", '{"headline":5,"y":1}', {
      "idempotency-key": "a b",
    });
    const body = await problem(response);
    expect(body).to.include({ httpStatus: 400, code: "validation_failed", instance: "/properties/not-an-id/ads" });
    const errors = body["errors"] as { in: string; name?: string; pointer?: string }[];
    expect(errors.map((error) => `${error.in} ${error.name ?? error.pointer}`).toSorted()).to.deep.equal([
      "body /headline",
      "body /y",
      "header Idempotency-Key",
      "path id",
      "query waitForIndex",
      "query x",
    ]);
  });

  it("says where a body stops being JSON", async () => {
    const places: [string, string][] = [
      ['{"title":', "line 1, column 10"],
      ['{\n  "title": "a"\n  "price": 1\n}', "line 3, column 3"],
      ['{"title":"a",}', "line 1, column 14"],
      ["{} x", "line 1, column 4"],
      ['{"title":"a\\x"}', "line 1, column 12"],
      ['{"price":01}', "line 1, column 11"],
      ['{"price":NaN}', "line 1, column 10"],
      ["[1,2", "line 1, column 5"],
      ['"\t"', "line 1, column 2"],
    ];
    for (const [body, place] of places) {
      const { detail, errors } = await problem(await post("/properties", body));
      expect(detail, body).to.equal(`body /: is not valid JSON (${place})`);
      expect(errors).to.deep.equal([{ in: "body", pointer: "", detail: `is not valid JSON (${place})` }]);
    }
  });

  const bodies: Record<string, [string | Buffer, Record<string, string>, number, string]> = {
    "broken JSON": ['{"title":', {}, 400, "validation_failed"],
    "no body": ["", {}, 400, "validation_failed"],
    "JSON that is no object": ["[]", {}, 400, "validation_failed"],
    "deep nesting": [`${"[".repeat(5000)}${"]".repeat(5000)}`, {}, 400, "validation_failed"],
    "bytes that are no UTF-8": [Buffer.from([0x22, 0xff, 0x22]), {}, 400, "validation_failed"],
    "an operator instead of a text": [
      '{"title":{"$gt":""},"propertyType":"a","propertyCategory":"b"}',
      {},
      400,
      "validation_failed",
    ],
    "__proto__ as a member": [
      '{"__proto__":{"x":1},"title":"a","propertyType":"a","propertyCategory":"b"}',
      {},
      400,
      "validation_failed",
    ],
    "a member that only the service sets": [
      '{"organizationId":"x","title":"a","propertyType":"a","propertyCategory":"b"}',
      {},
      400,
      "validation_failed",
    ],
    "an escaped NUL": ['{"title":"a\\u0000","propertyType":"a","propertyCategory":"b"}', {}, 400, "validation_failed"],
    "a lone surrogate": [
      '{"title":"a\\ud800","propertyType":"a","propertyCategory":"b"}',
      {},
      400,
      "validation_failed",
    ],
    "a number beyond all bounds": [
      '{"price":1e400,"title":"a","propertyType":"a","propertyCategory":"b"}',
      {},
      400,
      "validation_failed",
    ],
    "another media type": [
      "title=a",
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      "unsupported_media_type",
    ],
    "a charset that is not UTF-8": [
      "{}",
      { "content-type": "application/json; charset=latin1" },
      415,
      "unsupported_media_type",
    ],
    "a compressed body": ["{}", { "content-encoding": "gzip" }, 415, "unsupported_media_type"],
    "more than 256 KiB": [`{"title":"${"a".repeat(262_144)}"}`, {}, 413, "payload_too_large"],
  };
  for (const [what, [body, headers, status, code]] of Object.entries(bodies))
    it(`refuses ${what}`, async () => {
      const asked = alone.peer.asked.length;
      expect(await problem(await post("/properties", body, headers))).to.include({ httpStatus: status, code });
      expect(alone.peer.asked.length).to.equal(asked);
      expect(({} as { x?: unknown }).x).to.equal(undefined);
    });

  it("refuses a chunked body as soon as it is too large", async () => {
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    const answer = await sendRaw(alone.url, `${create}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`);
    expect([answer.status, answer.headers.get("connection")]).to.deep.equal([413, "close"]);
  });

  it("lets batches be as large as the bus carries, and no larger", async () => {
    alone.peer.respond = ({ body }) => ({ body: { data: (body as { items: unknown[] }).items.length } });
    const items = (bytes: number): string =>
      JSON.stringify({
        mode: "create",
        items: Array.from({ length: 100 }, () => ({ title: "a".repeat(bytes / 100) })),
      });
    const ok = await post("/properties/batch", items(900_000));
    expect([ok.status, await ok.text()]).to.deep.equal([200, '{"data":100}']);
    expect((await post("/properties/batch", items(9_000_000))).status).to.equal(413);
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
    const gone = await ask(alone.url, `/properties/${newId()}`, { key, method: "DELETE" });
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
    await alone.peer.close();
    const away = await get("/properties");
    expect([away.status, codeOf(away), away.headers.get("retry-after")]).to.deep.equal([503, "unavailable", "1"]);
  });
});
