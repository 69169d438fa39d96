import { apiKeyOf } from "@plat/contracts";
import { sendRequest, eventually } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { type TestGateway, startTestGateway } from "./support/test-gateway.ts";
import { sendRaw } from "./support/raw-http.ts";

describe("HTTP framing", () => {
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
    "both Content-Length and Transfer-Encoding": [
      `${create}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    "two Content-Length headers": [`${create}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`, 400],
    "chunked, identity": [`${create}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`, 400],
    "an unknown transfer coding": [`${create}Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 400],
    "gzip, chunked": [`${create}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 400],
    "a bare line feed": [`GET /properties HTTP/1.1\nHost: x\n\n`, 400],
    "a folded header": [`${list}X-A: 1\r\n 2\r\n\r\n`, 400],
    "a space before a colon": [`${list}X-A : 1\r\n\r\n`, 400],
    "no Host": [`GET /properties HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n\r\n`, 400],
    "two Host headers": [`${list}Host: y\r\n\r\n`, 400],
    "NUL in a header": [`${list}X-A: a\0b\r\n\r\n`, 400],
    "an unknown method": [`BREW /properties HTTP/1.1\r\n${auth}\r\n`, 400],
    "20 kB of headers": [`${list}X-A: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    "two Authorization headers with different keys": [
      `${list}Authorization: Bearer ${apiKeyOf(randomBytes(32))}\r\n\r\n`,
      400,
    ],
    "two identical Authorization headers": [`${list}Authorization: Bearer ${key}\r\n\r\n`, 400],
    "two Content-Type headers": [`${create}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`, 400],
    "a fragment in the target": [`GET /properties#x HTTP/1.1\r\n${auth}\r\n`, 400],
    "invalid percent-encoding": [`GET /properties/%zz HTTP/1.1\r\n${auth}\r\n`, 400],
  };

  it("responds to a client that closes its sending side after the request", async () => {
    for (const bytes of [
      `${list}\r\n`,
      `${create}Content-Length: 58\r\n\r\n{"title":"a","propertyType":"b","propertyCategory":"c"}     `,
    ]) {
      const response = await sendRaw(testGateway.url, bytes, { untilClosed: true, halfClose: true });
      expect(response.status, response.all).to.equal(200);
    }
  });

  it("names the part of a request that could not be parsed", async () => {
    const parts: Record<string, [string, string]> = {
      "two Content-Length headers": ["header", "content-length"],
      "chunked, identity": ["header", "transfer-encoding"],
      "an unknown method": ["path", "request line"],
      "a folded header": ["header", "headers"],
    };
    for (const [what, [location, name]] of Object.entries(parts)) {
      const { body } = await sendRaw(testGateway.url, malformed[what]?.[0] ?? "");
      const [error] = (JSON.parse(body) as { errors: Record<string, string>[] }).errors;
      expect([error?.["in"], error?.["name"]], what).to.deep.equal([location, name]);
    }
    const chunk = await sendRaw(testGateway.url, `${create}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect(JSON.parse(chunk.body)).to.have.nested.property("errors[0].pointer", "");
  });

  for (const [which, headers] of Object.entries({ "": "", " with an unknown Expect header": "Expect: more\r\n" }))
    it(`responds to a complete request${which} even if the bytes that follow it are not HTTP`, async () => {
      const response = await sendRaw(testGateway.url, `${list}${headers}\r\nGARBAGE\r\n\r\n`, { untilClosed: true });
      expect(response.status).to.equal(200);
      expect(response.all.match(/HTTP\/1\.1 /g)).to.have.length(1);
    });

  for (const [what, [bytes, status]] of Object.entries(malformed))
    it(`rejects ${what} with ${status} and a problem document`, async () => {
      const response = await sendRaw(testGateway.url, bytes);
      expect(response.status, response.all).to.equal(status);
      expect(response.headers.get("content-type")).to.equal("application/problem+json");
      expect(response.headers.get("x-request-id")).to.match(/^[\w-]{36}$/);
      expect(response.all.match(/HTTP\/1\.1 \d{3}/g), "one response").to.have.length(1);
      expect(response.all).not.to.include(key);
    });

  it("returns 405 for CONNECT", async () => {
    const response = await sendRaw(testGateway.url, "CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n");
    expect([response.status, JSON.parse(response.body).code]).to.deep.equal([405, "method_not_allowed"]);
  });

  it("survives resets after a rejected connection, and closes silent ones", async () => {
    const { hostname, port } = new URL(testGateway.url);
    for (const bytes of ["CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n", "NO HTTP\r\n\r\n"]) {
      for (let sent = 0; sent < 5; sent++) {
        const reset = connect(Number(port), hostname, () => reset.write(bytes));
        await once(reset, "data");
        reset.resetAndDestroy();
      }
      // Reads the response, sends nothing more and keeps its side open.
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
});
