import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import type { Gateway } from "../src/app.ts";
import { startTestGateway, type TestGateway } from "./support/test-gateway.ts";

describe("CORS", () => {
  let testGateway: TestGateway;
  let gateway: Gateway;
  before(async () => {
    testGateway = await startTestGateway();
    gateway = await testGateway.startAnother({
      CORS_ORIGINS: "https://app.example,https://other.example",
      RATE_LIMITS: "1/1m",
    });
  });
  after(() => testGateway.stop());

  it("allows the configured origins and no others", async () => {
    const preflight = (origin: string, path = "/properties") =>
      sendRequest(gateway.url, path, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST" },
      });
    const allowed = await preflight("https://app.example");
    expect(allowed.status).to.equal(204);
    expect(allowed.headers.get("access-control-allow-origin")).to.equal("https://app.example");
    expect(allowed.headers.get("access-control-allow-headers")).to.include("Authorization");
    expect(allowed.headers.get("access-control-allow-credentials")).to.equal(null);
    for (const origin of ["https://evil.example", "null", "https://app.example.evil.example", "http://app.example"]) {
      const denied = await preflight(origin);
      expect([denied.status, denied.headers.get("access-control-allow-origin")]).to.deep.equal([405, null]);
      expect(denied.headers.get("vary")).to.equal("Origin");
    }
    expect((await preflight("https://app.example", "/nothing")).status).to.equal(404);
    const actual = await sendRequest(gateway.url, "/properties", { headers: { origin: "https://other.example" } });
    expect(actual.status).to.equal(401);
    expect(actual.headers.get("access-control-allow-origin")).to.equal("https://other.example");
    expect(actual.headers.get("access-control-expose-headers")).to.include("RateLimit");
    const disabled = await sendRequest(testGateway.url, "/properties", { headers: { origin: "https://app.example" } });
    expect(disabled.headers.get("access-control-allow-origin")).to.equal(null);
  });
});
