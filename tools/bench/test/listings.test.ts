import { expect } from "chai";
import { makeListings } from "../src/listings.ts";

describe("makeListings", () => {
  it("is deterministic, with unique external ids", () => {
    const first = [...makeListings(500)];
    expect([...makeListings(500)]).to.deep.equal(first);
    expect(new Set(first.map(({ externalId }) => externalId)).size).to.equal(500);
    expect(new Set(first.map(({ address }) => address?.city)).size).to.be.greaterThan(100);
  });
});
