import { expect } from "chai";
import { loadGatewayConfig } from "../src/config.ts";
import { createBucket } from "../src/quota/rate-limit-headers.ts";

describe("gateway settings", () => {
  const load = loadGatewayConfig;
  it("RATE_LIMITS defaults to 20/min, 100/10 min and 500/h", () => {
    expect(createBucket(load({}).RATE_LIMITS).policy).to.equal(
      '"minute";q=20;w=60, "ten-minutes";q=100;w=600, "hour";q=500;w=3600',
    );
  });
  it("RATE_LIMITS rejects malformed values and sorts the windows", () => {
    for (const bad of [
      "",
      "20",
      "20/m",
      "0/1m",
      "20/1m,",
      "20/1m,30/60s",
      "-1/1m",
      "1e3/1m",
      "20/1w",
      "20/2d",
      "OFF",
      "20 /1m",
    ])
      expect(() => load({ RATE_LIMITS: bad }), bad).to.throw(/RATE_LIMITS/);
    expect(load({ RATE_LIMITS: "500/1h, 20/1m" }).RATE_LIMITS).to.deep.equal([
      { limit: 20, seconds: 60 },
      { limit: 500, seconds: 3600 },
    ]);
    expect(load({ RATE_LIMITS: "off" }).RATE_LIMITS).to.deep.equal([]);
  });
  it("reports every invalid setting in one error", () => {
    expect(() =>
      load({ PORT: "x", CORS_ORIGINS: "app.example", TRUST_PROXY: "10.0.0.0/33", SESSION_ALGORITHMS: "HS256" }),
    ).to.throw(/PORT: .*\n.*CORS_ORIGINS: .*\n.*TRUST_PROXY: .*\n.*SESSION_ALGORITHMS: /);
  });
  it("SHUTDOWN_TIMEOUT_MS must exceed SHUTDOWN_DELAY_MS", () => {
    const delay = { SHUTDOWN_DELAY_MS: "10000" };
    expect(() => load(delay)).to.throw(/SHUTDOWN_TIMEOUT_MS must be longer than SHUTDOWN_DELAY_MS/);
    expect(load({ ...delay, SHUTDOWN_TIMEOUT_MS: "20000" }).SHUTDOWN_DELAY_MS).to.equal(10_000);
  });
  it("FAILED_AUTH_LIMITS accepts exactly one window", () => {
    expect(() => load({ FAILED_AUTH_LIMITS: "60/1m,500/1h" })).to.throw(/FAILED_AUTH_LIMITS: .* must name one window/);
    expect(load({ FAILED_AUTH_LIMITS: "5/2m" }).FAILED_AUTH_LIMITS).to.deep.equal([{ limit: 5, seconds: 120 }]);
  });
  it("SESSION_ISSUER requires SESSION_JWKS_URL and SESSION_AUDIENCE", () => {
    expect(() => load({ SESSION_ISSUER: "https://id.example" })).to.throw(
      /SESSION_JWKS_URL is required.*\n.*SESSION_AUDIENCE is required/,
    );
  });
});
