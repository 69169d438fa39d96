import type { Interpretation } from "@plat/contracts";
import { expect } from "chai";
import { interpretFollowUp, type InterpretedQuery } from "../src/index.ts";
import { NOW } from "./corpus.ts";
import { read, vocabulary } from "./helpers.ts";

const first = "3 bed house or flat in York under 400k with a pool";

function followUp(text: string, previous: Interpretation = read(first)): InterpretedQuery {
  const result = interpretFollowUp(text, previous, vocabulary, NOW);
  if ("notAPropertyQuery" in result) return expect.fail(`not recognized: ${text}`);
  return result;
}

describe("follow-up queries", () => {
  const before = read(first).filters;

  it("a query without a word for an edit › changes what it names and retains the rest", () => {
    expect(followUp("under 300k").filters).to.deep.equal({ ...before, price: { max: 300_000 } });
    expect(followUp("in Leeds").filters).to.deep.equal({ ...before, cities: ["Leeds"] });
    expect(followUp("with a garden").filters).to.deep.equal({ ...before, features: ["pool", "garden"] });
    expect(followUp("no pool").filters).to.deep.equal(
      Object.fromEntries([
        ...Object.entries(before).filter(([field]) => field !== "features"),
        ["excludeFeatures", ["pool"]],
      ]),
    );
  });

  it("`only` and `instead` › replace the values of the filter", () => {
    expect(followUp("only houses").filters.propertyTypes).to.deep.equal(["house"]);
    expect(followUp("with a garden instead").filters.features).to.deep.equal(["garden"]);
    expect(followUp("nur Häuser").filters.propertyTypes).to.deep.equal(["house"]);
  });

  it("`also` › adds values", () => {
    expect(followUp("also in Bath").filters.cities).to.deep.equal(["York", "Bath"]);
    expect(followUp("también en Madrid").filters.cities).to.deep.equal(["York", "Madrid"]);
  });

  it("`remove` › removes a filter or a value", () => {
    const { price: _, ...withoutPrice } = before;
    const removed = followUp("remove the price");
    expect([removed.filters, removed.unresolved]).to.deep.equal([withoutPrice, []]);
    const { features: _pool, ...withoutPool } = before;
    expect(followUp("remove the pool").filters).to.deep.equal(withoutPool);
  });

  it("a comparative › is a sort order with a span", () => {
    for (const [query, sort] of [
      ["cheaper", { field: "price", order: "asc" }],
      ["bigger", { field: "area", order: "desc" }],
      ["más barato", { field: "price", order: "asc" }],
      ["günstiger", { field: "price", order: "asc" }],
    ] as const) {
      const { filters, sort: order, spans } = followUp(query);
      expect([filters, order, spans.map(({ field }) => field)], query).to.deep.equal([before, [sort], ["sort"]]);
    }
  });

  it("a distance › remains until another place is named", () => {
    const previous: Interpretation = {
      ...read("house in York"),
      filters: { propertyTypes: ["house"] },
      geo: { radius: { lat: 53.9, lon: -1.1, distance: 5, unit: "km" } },
    };
    expect(followUp("under 300k", previous).geo).to.deep.equal(previous.geo);
    expect(followUp("in Leeds", previous).geo).to.equal(undefined);
  });

  it("a text that names nothing › is not recognized", () => {
    expect(interpretFollowUp("asdf qwer", read(first), vocabulary, NOW)).to.deep.equal({ notAPropertyQuery: true });
  });
});
