import { expect } from "chai";
import { describeProblem, retryAfterMs } from "../src/client.ts";

describe("API client", () => {
  it("retryAfterMs parses seconds and dates", () => {
    const now = Date.UTC(2026, 0, 1, 12);
    expect(retryAfterMs("37", now)).to.equal(37_000);
    expect(retryAfterMs("Thu, 01 Jan 2026 12:00:05 GMT", now)).to.equal(5000);
    expect(retryAfterMs("Thu, 01 Jan 2026 11:00:00 GMT", now)).to.equal(0);
    expect(retryAfterMs("soon", now)).to.equal(undefined);
    expect(retryAfterMs(null, now)).to.equal(undefined);
  });

  it("describeProblem returns status, code and detail, for any response body", () => {
    expect(describeProblem({ status: 400, body: { code: "x", title: "T", detail: "D" } })).to.equal("status 400 (x) D");
    expect(describeProblem({ status: 502, body: "<html>" })).to.equal("status 502");
    expect(describeProblem({ status: 500, body: null })).to.equal("status 500");
  });
});
