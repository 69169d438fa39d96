import { expect } from "chai";
import type { Outcome } from "../src/client.ts";
import { isAcceptable } from "../src/scenarios/links.ts";

describe("responses over a disturbed link", () => {
  const response = (status: number, headers: Record<string, string> = {}): Outcome => ({
    status,
    headers,
    body: {},
    error: undefined,
    start: 0,
    end: 1,
  });
  const problem = { "content-type": "application/problem+json" };

  it("a success, or a 503 or 504 problem with Retry-After, is acceptable", () => {
    expect(isAcceptable(response(200))).to.equal(true);
    expect(isAcceptable(response(503, { ...problem, "retry-after": "1" }))).to.equal(true);
    expect(isAcceptable(response(504, { ...problem, "retry-after": "1" }))).to.equal(true);
    expect(isAcceptable(response(503, problem))).to.equal(false);
    expect(isAcceptable(response(503, { "content-type": "text/html", "retry-after": "1" }))).to.equal(false);
    expect(isAcceptable(response(500, { ...problem, "retry-after": "1" }))).to.equal(false);
    expect(isAcceptable(response(0))).to.equal(false);
  });
});
