import { apiKeyOf } from "@plat/contracts";
import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { startTestGateway, type TestGateway } from "./support/test-gateway.ts";

describe("response headers and redaction", () => {
  let testGateway: TestGateway;
  const key = apiKeyOf(randomBytes(32));
  before(async () => {
    testGateway = await startTestGateway();
    await testGateway.storeKey(key);
  });
  after(() => testGateway.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    sendRequest(testGateway.url, path, { key, headers });

  it("every response has the security headers and the request id", async () => {
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

  it("a request id that is too long, malformed or a credential is replaced", async () => {
    for (const id of ["a".repeat(129), "a b", key, "<script>"]) {
      const { headers } = await get("/properties", { "x-request-id": id });
      expect(headers.get("x-request-id"), id).to.match(/^[0-9a-f-]{36}$/);
    }
  });

  it("no problem document, link or log contains a credential", async () => {
    testGateway.services.respond = () => ({ headers: { "plat-next-cursor": "abc" }, body: { data: [] } });
    const page = await sendRequest(testGateway.url, `/properties?limit=2&api_key=${key}`);
    expect(page.headers.get("link")).to.equal('</properties?limit=2&cursor=abc>; rel="next"');
    const bad = await sendRequest(testGateway.url, `/properties/${key}?api_key=${key}&${key}=1`);
    expect(bad.status).to.equal(400);
    expect(JSON.stringify(bad.body)).not.to.include(key);
    expect((bad.body as { instance: string }).instance).to.equal("/properties/svc_pk_[redacted]");
    const unknownField = await sendRequest(testGateway.url, "/agents", { key, body: { name: "a", [key]: 1 } });
    expect((unknownField.body as { errors: unknown }).errors).to.deep.equal([
      { in: "body", pointer: "/svc_pk_[redacted]", detail: "is not a known field" },
    ]);
    expect(JSON.stringify(unknownField.body)).not.to.include(key);
    const encoded = await get(`/properties/${key.replaceAll("_", "%5F")}`);
    expect((encoded.body as { instance: string }).instance).to.equal("/properties/svc_pk_[redacted]");
    expect(testGateway.log.join("\n")).not.to.include(key);
  });
});
