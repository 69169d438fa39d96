import { apiKeyOf } from "@plat/contracts";
import { sendRequest, eventually } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { type TestGateway, startTestGateway } from "./support/test-gateway.ts";
import { sendRaw } from "./support/raw-http.ts";

describe("framing and routes at the edge", () => {
  let testGateway: TestGateway;
  const key = apiKeyOf(randomBytes(32));
  before(async () => {
    testGateway = await startTestGateway();
    await testGateway.storeKey(key);
  });
  after(() => testGateway.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    sendRequest(testGateway.url, path, { key, headers });
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
    "a fragment in the target": [`GET /properties#x HTTP/1.1\r\n${auth}\r\n`, 400],
    "a percent sign that encodes nothing": [`GET /properties/%zz HTTP/1.1\r\n${auth}\r\n`, 400],
  };

  it("answers a client that has closed its sending side after the request", async () => {
    for (const bytes of [
      `${list}\r\n`,
      `${create}Content-Length: 58\r\n\r\n{"title":"a","propertyType":"b","propertyCategory":"c"}     `,
    ]) {
      const response = await sendRaw(testGateway.url, bytes, { untilClosed: true, halfClose: true });
      expect(response.status, response.all).to.equal(200);
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
      const { body } = await sendRaw(testGateway.url, malformed[what]?.[0] ?? "");
      const [error] = (JSON.parse(body) as { errors: Record<string, string>[] }).errors;
      expect([error?.["in"], error?.["name"]], what).to.deep.equal([place, name]);
    }
    const chunk = await sendRaw(testGateway.url, `${create}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect(JSON.parse(chunk.body)).to.have.nested.property("errors[0].pointer", "");
  });

  for (const [which, headers] of Object.entries({ "": "", " that expects what no server knows": "Expect: more\r\n" }))
    it(`answers a whole request${which} even when what follows it on the connection is no HTTP`, async () => {
      const response = await sendRaw(testGateway.url, `${list}${headers}\r\nGARBAGE\r\n\r\n`, { untilClosed: true });
      expect(response.status).to.equal(200);
      expect(response.all.match(/HTTP\/1\.1 /g)).to.have.length(1);
    });

  for (const [what, [bytes, status]] of Object.entries(malformed))
    it(`refuses ${what} with a problem document`, async () => {
      const response = await sendRaw(testGateway.url, bytes);
      expect(response.status, response.all).to.equal(status);
      expect(response.headers.get("content-type")).to.equal("application/problem+json");
      expect(response.headers.get("x-request-id")).to.match(/^[\w-]{36}$/);
      expect(response.all.match(/HTTP\/1\.1 \d{3}/g), "one answer").to.have.length(1);
      expect(response.all).not.to.include(key);
    });

  for (const method of ["TRACE", "PUT", "OPTIONS", "DELETE", "PROPFIND"])
    it(`answers ${method} where it is not declared with 405 and what is`, async () => {
      const response = await sendRaw(testGateway.url, `${method} /properties HTTP/1.1\r\n${auth}\r\n`);
      expect(response.status).to.equal(405);
      expect(response.headers.get("allow")?.split(", ").toSorted()).to.deep.equal(["GET", "HEAD", "POST"]);
      expect(JSON.parse(response.body)).to.include({ code: "method_not_allowed", status: 405 });
    });

  it("takes nothing of another host in the target for its own answers", async () => {
    const target = "http://evil.example/properties?limit=x";
    const response = await sendRaw(testGateway.url, `GET ${target} HTTP/1.1\r\n${auth}\r\n`);
    expect(response.status).to.equal(400);
    expect(JSON.parse(response.body)).to.include({ instance: "/properties" });
    expect(response.all).not.to.include("evil");
  });

  it("answers CONNECT with 405", async () => {
    const response = await sendRaw(testGateway.url, "CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n");
    expect([response.status, JSON.parse(response.body).code]).to.deep.equal([405, "method_not_allowed"]);
  });

  it("outlives a CONNECT that is broken off, and lets none that falls silent stay", async () => {
    const { hostname, port } = new URL(testGateway.url);
    for (const bytes of ["CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n", "NO HTTP\r\n\r\n"]) {
      for (let sent = 0; sent < 5; sent++) {
        const broken = connect(Number(port), hostname, () => broken.write(bytes));
        await once(broken, "data");
        broken.resetAndDestroy();
      }
      // Takes its answer and says nothing more; keeps its side open.
      const silent = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => silent.write(bytes));
      silent.on("error", () => undefined);
      silent.resume();
      await once(silent, "end");
      await eventually(() => {
        silent.write("x");
        expect(silent.errored, bytes).to.be.instanceOf(Error);
      });
      silent.destroy();
    }
    expect((await get("/properties")).status).to.equal(200);
  });

  it("knows exactly the paths of the contracts: no other case, no trailing slash, nothing beside", async () => {
    for (const path of ["/Properties", "/properties/", "//properties", "/v1/properties", "/properties/x/y/z", "/docs/"])
      expect([path, (await get(path)).status]).to.deep.equal([path, 404]);
  });

  it("says what a path takes before it asks who is there", async () => {
    expect((await sendRequest(testGateway.url, "/nothing")).status).to.equal(404);
    expect((await sendRequest(testGateway.url, "/properties", { method: "PUT" })).status).to.equal(405);
  });

  it("answers HEAD as GET, without the body", async () => {
    const response = await sendRaw(testGateway.url, `HEAD /properties HTTP/1.1\r\n${auth}Connection: close\r\n\r\n`, {
      untilClosed: true,
    });
    expect([response.status, response.body]).to.deep.equal([200, ""]);
    expect(Number(response.headers.get("content-length"))).to.be.above(2);
  });
});
