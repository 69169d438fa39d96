import type { Aggregations } from "@plat/client";
import { expect } from "chai";
import { market } from "./market-fixture.ts";
import { marketCsv, marketRows } from "../src/pages/market-rows.ts";

describe("market rows", () => {
  it("are sorted by the number of listings and exported with a column per property type", () => {
    expect(marketRows(market, "city").map(({ name }) => name)).to.deep.equal(["São Paulo", "Valencia", "constructor"]);
    expect(marketCsv(market, "city").split("\r\n")).to.deep.equal([
      "city,listings,Flat,House",
      "São Paulo,9,9,0",
      "Valencia,5,3,2",
      "constructor,1,0,1",
      "",
    ]);
    expect(marketCsv(market, "type")).to.equal("type,listings\r\nFlat,12\r\nHouse,3\r\n");
  });

  it("count 0 for a missing type that is named like a member of Object.prototype", () => {
    const withPrototypeName: Aggregations = {
      ...market,
      byCity: { Leiden: { total: 1, byType: { House: 1 } } },
      availablePropertyTypes: ["House", "constructor"],
    };
    expect(marketCsv(withPrototypeName, "city")).to.equal("city,listings,House,constructor\r\nLeiden,1,1,0\r\n");
  });
});
