import { expect } from "chai";
import { read } from "./helpers.ts";

describe("questions", () => {
  it("a query that asks for a number › has the intent `question` and the filters that were found", () => {
    for (const [query, filters] of [
      ["average house price in Leeds", { propertyTypes: ["house"], cities: ["Leeds"] }],
      ["how many flats in Lyon", { propertyTypes: ["apartment"], cities: ["Lyon"] }],
      [
        "what do 3 bed houses in York cost",
        { propertyTypes: ["house"], bedrooms: { min: 3, max: 3 }, cities: ["York"] },
      ],
      ["wie viele Wohnungen in Berlin", { propertyTypes: ["apartment"], cities: ["Berlin"] }],
      ["cuánto cuesta un piso en Madrid", { propertyTypes: ["apartment"], cities: ["Madrid"] }],
      ["combien coûte une maison à Lyon", { propertyTypes: ["house"], cities: ["Lyon"] }],
      ["quanto custa um apartamento em Madrid", { propertyTypes: ["apartment"], cities: ["Madrid"] }],
      ["quanti appartamenti a Roma", { propertyTypes: ["apartment"], cities: ["Roma"] }],
    ] as const) {
      const { intent, filters: found } = read(query);
      expect([intent, found], query).to.deep.equal(["question", filters]);
    }
  });

  it("a search › has no intent", () => {
    expect(read("3 bed house in Leeds").intent).to.equal(undefined);
  });
});
