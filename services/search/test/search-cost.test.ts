import { searchRequest } from "@plat/contracts";
import { expect } from "chai";
import { maxCost, searchCost, tenantCapacity } from "../src/domain/search-cost.ts";

describe("searchCost", () => {
  const cost = (body: object): number => searchCost(searchRequest.parse(body));

  it("is 1 for typical searches", () => {
    expect(cost({})).to.equal(1);
    expect(cost({ query: "3 bed house in Elk Grove under 300k" })).to.equal(1);
    expect(cost({ filters: { cities: ["a", "b"], bedrooms: { min: 3 } }, facets: ["city", "price"] })).to.equal(1);
  });

  it("grows with the work for Elasticsearch, up to a maximum that leaves capacity for typical searches", () => {
    const ring = Array.from({ length: 499 }, (_, at) => [Math.cos(at / 80), Math.sin(at / 80)]);
    const closed = [...ring, ring[0]];
    const polygon = { type: "Polygon", coordinates: Array.from({ length: 10 }, () => closed) };
    const facets = [
      "propertyType",
      "propertyCategory",
      "city",
      "community",
      "region",
      "status",
      "bedrooms",
      "features",
      "price",
    ];
    expect(cost({ facets })).to.equal(4);
    expect(cost({ facets, map: { precision: 20 } })).to.equal(6);
    expect(cost({ text: "word ".repeat(48).trim() })).to.equal(6);
    expect(cost({ filters: { cities: Array.from({ length: 50 }, (_, at) => `${at}`) }, limit: 100 })).to.equal(3);
    const groups = Array.from({ length: 10 }, () => Array.from({ length: 50 }, (_, at) => `${at}`));
    expect(cost({ filters: { anyFeatures: groups } })).to.equal(11);
    expect(cost({ geo: { polygon } })).to.equal(11);
    expect(cost({ geo: { polygon }, facets, map: { precision: 1 }, limit: 100 })).to.equal(maxCost);
    expect(maxCost).to.be.within(tenantCapacity / 2 + 1, tenantCapacity - 1);
  });
});
