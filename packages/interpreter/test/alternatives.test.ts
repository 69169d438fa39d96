import { expect } from "chai";
import { read } from "./helpers.ts";

describe("alternatives of a type or a number of bedrooms", () => {
  it("are a conflict, and the filters include both", () => {
    for (const [query, filters, alternatives] of [
      ["studio or 3 bed", { bedrooms: { max: 3 } }, "studio / 3 bed"],
      ["studio or 1 bed", { bedrooms: { max: 1 } }, "studio / 1 bed"],
      ["studio or 3+ bed", {}, "studio / 3+ bed"],
      ["studio or 2 bed flat", { propertyTypes: ["studio", "apartment"], bedrooms: { max: 2 } }, "studio / 2 bed"],
      [
        "3 bed apartment or studio",
        { propertyTypes: ["apartment", "studio"], bedrooms: { max: 3 } },
        "apartment / studio",
      ],
      ["3+ bed flat or studio", { propertyTypes: ["apartment", "studio"] }, "flat / studio"],
      ["apartment or 3 bed house", { propertyTypes: ["apartment", "house"] }, "apartment / 3 bed"],
      ["2 bed or 3 bed or studio in Leeds", { bedrooms: { max: 3 }, cities: ["Leeds"] }, "3 bed / studio"],
      ["2 bed or house in Leeds", { cities: ["Leeds"] }, "2 bed / house"],
      ["estudio o 3 dormitorios", { bedrooms: { max: 3 } }, "estudio / 3 dormitorios"],
    ] as const) {
      const result = read(query);
      expect(result.filters, query).to.deep.equal(filters);
      expect(
        result.conflicts.map(({ field, detail }) => [field, detail.includes(alternatives)]),
        query,
      ).to.deep.equal([["bedrooms", true]]);
    }
  });

  it("an alternative without a filter is unresolved and has no span", () => {
    for (const [query, unresolved, fields] of [
      ["studio or 3 bed", ["studio"], ["bedrooms"]],
      ["apartment or 3 bed house", ["3 bed"], ["propertyTypes", "propertyTypes"]],
      ["apartment or 2 bed or 3 bed house", ["2 bed", "3 bed"], ["propertyTypes", "propertyTypes"]],
      ["2 bed or house in Leeds", ["2 bed", "house"], ["cities"]],
    ] as const) {
      const result = read(query);
      expect(result.unresolved, query).to.deep.equal(unresolved);
      expect(
        result.spans.map(({ field }) => field),
        query,
      ).to.deep.equal(fields);
    }
  });

  it("alternatives that filters can express are not a conflict", () => {
    for (const [query, filters] of [
      ["studio or one bed flat", { propertyTypes: ["studio", "apartment"], bedrooms: { max: 1 } }],
      ["1 bed flat or studio", { propertyTypes: ["apartment", "studio"], bedrooms: { max: 1 } }],
      ["3 bed house or apartment", { propertyTypes: ["house", "apartment"], bedrooms: { min: 3, max: 3 } }],
      ["house or apartment with 3 beds", { propertyTypes: ["house", "apartment"], bedrooms: { min: 3, max: 3 } }],
      ["3 bed house or 2 bed apartment", { propertyTypes: ["house", "apartment"], bedrooms: { min: 2, max: 3 } }],
      ["house / 3 bed / Leeds", { propertyTypes: ["house"], bedrooms: { min: 3, max: 3 }, cities: ["Leeds"] }],
    ] as const)
      expect(read(query), query).to.deep.include({ filters, conflicts: [], unresolved: [] });
  });

  it("alternatives with separate limits are a conflict, and the filters include both", () => {
    for (const [query, filters, fields] of [
      [
        "2 bed flat under 300k or 3 bed house under 450k in Leeds",
        {
          propertyTypes: ["apartment", "house"],
          bedrooms: { min: 2, max: 3 },
          price: { max: 450_000 },
          cities: ["Leeds"],
        },
        ["bedrooms"],
      ],
      [
        "piso en Madrid por menos de 200000 o casa en Sevilla por menos de 300000",
        { propertyTypes: ["apartment", "house"], cities: ["Madrid", "Sevilla"], price: { max: 300_000 } },
        ["price"],
      ],
      [
        "3 bed house in Leeds with garage or 4 bed in York",
        { propertyTypes: ["house"], bedrooms: { min: 3, max: 4 }, cities: ["Leeds", "York"] },
        ["features", "bedrooms"],
      ],
      [
        "Wohnung mit Balkon oder Haus mit Garten in Köln",
        { propertyTypes: ["apartment", "house"], cities: ["Köln"] },
        ["features", "features"],
      ],
    ] as const) {
      const result = read(query);
      expect(result.filters, query).to.deep.equal(filters);
      expect(
        result.conflicts.map(({ field }) => field),
        query,
      ).to.have.members(fields);
    }
  });

  it("requirements after a comma apply to both alternatives", () => {
    expect(read("2 bed flat under 300k or 3 bed house under 450k, with parking").filters).to.deep.include({
      features: ["parking"],
      price: { max: 450_000 },
    });
  });

  it("a list of places, features or negations does not begin an alternative", () => {
    for (const [query, filters] of [
      [
        "house in Leeds or York with garden",
        { propertyTypes: ["house"], cities: ["Leeds", "York"], features: ["garden"] },
      ],
      ["not in Leeds or flats", { excludeCities: ["Leeds"], excludePropertyTypes: ["apartment"] }],
      ["3 bed / Leeds / house", { bedrooms: { min: 3, max: 3 }, cities: ["Leeds"], propertyTypes: ["house"] }],
    ] as const)
      expect(read(query), query).to.deep.include({ filters, conflicts: [] });
  });
});
