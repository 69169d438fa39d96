import { expect } from "chai";
import { toDayUsage } from "../../src/domain/usage.ts";

describe("toDayUsage", () => {
  it("groups counts by endpoint and status class, highest count first", () => {
    const counts = new Map([
      ["GET /a b 2xx", 1],
      ["GET /properties/:id 4xx", 5],
      ["GET /properties/:id 2xx", 5],
    ]);
    expect(toDayUsage("2026-01-01", counts)).to.deep.equal({
      date: "2026-01-01",
      total: 11,
      endpoints: [
        { endpoint: "GET /properties/:id", statusClass: "2xx", count: 5 },
        { endpoint: "GET /properties/:id", statusClass: "4xx", count: 5 },
        { endpoint: "GET /a b", statusClass: "2xx", count: 1 },
      ],
    });
  });
});
