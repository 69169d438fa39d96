import { expect } from "chai";
import { RateLimiterRes } from "rate-limiter-flexible";
import { createBucket, quotaExceeded, rateLimitHeader } from "../src/quota/rate-limit-headers.ts";

describe("rate limit headers", () => {
  const bucket = createBucket([
    { limit: 2, seconds: 60 },
    { limit: 9, seconds: 90 },
  ]);
  it("round waiting times up to whole seconds", () => {
    const states = [new RateLimiterRes(0, 1_001, 2), new RateLimiterRes(3, 60_000, 6)];
    expect(rateLimitHeader(bucket, states)).to.equal('"minute";r=0;t=2, "90s";r=3;t=60');
    const error = quotaExceeded(bucket, states, 2);
    expect(error.extensions).to.deep.equal({ "violated-policies": ["minute"] });
    expect(error.retryAfter).to.equal(2);
  });
});
