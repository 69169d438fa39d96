import { apiKeyOf } from "@plat/contracts";
import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { sendRaw } from "./support/raw-http.ts";
import { startTestGateway, type TestGateway } from "./support/test-gateway.ts";

describe("routing", () => {
  let testGateway: TestGateway;
  const key = apiKeyOf(randomBytes(32));
  before(async () => {
    testGateway = await startTestGateway();
    await testGateway.storeKey(key);
  });
  after(() => testGateway.stop());

  const get = (path: string) => sendRequest(testGateway.url, path, { key });
  const auth = `Host: x\r\nAuthorization: Bearer ${key}\r\n`;

  for (const method of ["TRACE", "PUT", "OPTIONS", "DELETE", "PROPFIND"])
    it(`returns 405 with Allow for ${method}, which the path does not support`, async () => {
      const response = await sendRaw(testGateway.url, `${method} /properties HTTP/1.1\r\n${auth}\r\n`);
      expect(response.status).to.equal(405);
      expect(response.headers.get("allow")?.split(", ").toSorted()).to.deep.equal(["GET", "HEAD", "POST"]);
      expect(JSON.parse(response.body)).to.include({ code: "method_not_allowed", status: 405 });
    });

  it("does not echo the host of a request target in absolute form", async () => {
    const target = "http://evil.example/properties?limit=x";
    const response = await sendRaw(testGateway.url, `GET ${target} HTTP/1.1\r\n${auth}\r\n`);
    expect(response.status).to.equal(400);
    expect(JSON.parse(response.body)).to.include({ instance: "/properties" });
    expect(response.all).not.to.include("evil");
  });

  it("returns 404 for paths that differ in case, trailing slash or prefix", async () => {
    for (const path of ["/Properties", "/properties/", "//properties", "/v1/properties", "/properties/x/y/z", "/docs/"])
      expect([path, (await get(path)).status]).to.deep.equal([path, 404]);
  });

  it("checks path and method before the credential", async () => {
    expect((await sendRequest(testGateway.url, "/nothing")).status).to.equal(404);
    expect((await sendRequest(testGateway.url, "/properties", { method: "PUT" })).status).to.equal(405);
  });

  it("responds to HEAD as to GET, without the body", async () => {
    const response = await sendRaw(testGateway.url, `HEAD /properties HTTP/1.1\r\n${auth}Connection: close\r\n\r\n`, {
      untilClosed: true,
    });
    expect([response.status, response.body]).to.deep.equal([200, ""]);
    expect(Number(response.headers.get("content-length"))).to.be.above(2);
  });
});
