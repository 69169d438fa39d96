import { expect } from "chai";
import { observed } from "./corpus.ts";
import { vocabulary } from "./helpers.ts";

const house = { propertyTypes: ["house"] };
const flat = { propertyTypes: ["apartment"] };
const three = { bedrooms: { min: 3, max: 3 } };
const acres = (count: number): { min: number; max: number; unit: string } => ({
  min: Math.floor(count * 0.9 * 404_685.64224 + 1e-6) / 100,
  max: Math.ceil(count * 1.1 * 404_685.64224 - 1e-6) / 100,
  unit: "sqm",
});

function hold(rows: readonly (readonly [query: string, expected: object])[]): void {
  for (const [query, expected] of rows) expect(observed(query, vocabulary), query).to.deep.equal(expected);
}

describe("rooms and surroundings of a home", () => {
  it("a room of a home is not a property type", () => {
    hold([
      ["house with a study or office", { ...house, anyFeatures: [["study", "home_office"]] }],
      ["house with garden or office", { ...house, anyFeatures: [["garden", "home_office"]] }],
      ["house with dining room and office", { ...house, features: ["dining_room", "home_office"] }],
      ["house with garden, office and pool", { ...house, features: ["garden", "home_office", "pool"] }],
      ["house with an office", { ...house, features: ["home_office"] }],
      [
        "3 bed house with dining room and living room",
        { ...house, ...three, features: ["dining_room"], unresolved: ["living room"] },
      ],
      ["house with 2 living rooms", { ...house, unresolved: ["2 living rooms"] }],
      ["flat with separate living room London", { ...flat, cities: ["London"], unresolved: ["separate living room"] }],
      [
        "spare room flat London 2 bed",
        { ...flat, cities: ["London"], bedrooms: { min: 2, max: 2 }, unresolved: ["spare room"] },
      ],
      ["3 bed house, sitting room", { ...house, ...three, unresolved: ["sitting room"] }],
    ]);
  });

  it("shops and offices near a home are not property types", () => {
    hold([
      ["house close to schools and shops in Leeds", { ...house, cities: ["Leeds"], unresolved: ["schools", "shops"] }],
      ["close to schools and shops in Leeds", { cities: ["Leeds"], unresolved: ["schools", "shops"] }],
      [
        "near schools, shops and parks, 3 bed house Leeds",
        { ...house, ...three, cities: ["Leeds"], unresolved: ["schools", "shops", "parks"] },
      ],
      ["flat above a shop in Leeds", { ...flat, cities: ["Leeds"], unresolved: ["above a shop"] }],
      ["flat over the shops in Leeds", { ...flat, cities: ["Leeds"], unresolved: ["over the shops"] }],
      ["Wohnung über einem Laden in Berlin", { ...flat, cities: ["Berlin"], unresolved: ["über einem Laden"] }],
    ]);
  });

  it("the land of a home is not the property type land", () => {
    hold([
      ["quarter acre lot house in Denver", { ...house, cities: ["Denver"], lotArea: acres(0.25) }],
      ["half acre lot home in Austin", { ...house, cities: ["Austin"], lotArea: acres(0.5) }],
      ["house with 5 acres of land in Texas", { ...house, regions: ["Texas"], lotArea: acres(5) }],
      [
        "large lot house in Denver under 600k",
        { ...house, cities: ["Denver"], price: { max: 600_000 }, unresolved: ["large lot"] },
      ],
      ["house on a big lot in Austin", { ...house, cities: ["Austin"], unresolved: ["big lot"] }],
      ["lots of space flat London", { ...flat, cities: ["London"], unresolved: ["lots of space"] }],
      ["house with garden and land", { ...house, features: ["garden"], unresolved: ["land"] }],
    ]);
  });

  it("a type in addition to a home remains a type", () => {
    hold([
      ["house or land in Texas", { propertyTypes: ["house", "land"], regions: ["Texas"] }],
      ["lots of land in Texas", { propertyTypes: ["land"], regions: ["Texas"] }],
      ["5 acre lot in Texas", { propertyTypes: ["land"], regions: ["Texas"], lotArea: acres(5) }],
      ["flat or room in Leeds", { propertyTypes: ["apartment", "room"], cities: ["Leeds"] }],
      ["spare room in Leeds", { propertyTypes: ["room"], cities: ["Leeds"] }],
      ["shop or office in Leeds", { propertyTypes: ["retail", "office"], cities: ["Leeds"] }],
      ["house and flat in Leeds", { propertyTypes: ["house", "apartment"], cities: ["Leeds"] }],
    ]);
  });
});
