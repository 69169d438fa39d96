import { expect } from "chai";
import { buildVocabulary } from "../src/index.ts";
import { observed } from "./corpus.ts";
import { read, vocabulary } from "./helpers.ts";

type Rows = readonly (readonly [query: string, expected: object])[];

function hold(rows: Rows): void {
  for (const [query, expected] of rows) expect(observed(query, vocabulary), query).to.deep.equal(expected);
}

const house = { propertyTypes: ["house"] };
const near = (place: string, distance = 5, unit = "km"): object => ({ near: { place, distance, unit } });

describe("distance from a place", () => {
  it("a minimum distance is reported as a conflict and is not a radius", () => {
    for (const [query, phrase] of [
      ["house at least 10 km from Leeds", "at least 10 km from Leeds"],
      ["house more than 10 miles from London", "more than 10 miles from London"],
      ["house over 10 miles away from London", "over 10 miles away from London"],
      ["house further than 10 km from Leeds", "further than 10 km from Leeds"],
      ["house 10+ km from Leeds", "10+ km from Leeds"],
      ["house 10 km or more from Leeds", "10 km or more from Leeds"],
      ["house more than 20 minutes drive from Leeds", "more than 20 minutes drive from Leeds"],
      ["Haus mindestens 10 km von Berlin entfernt", "mindestens 10 km von Berlin entfernt"],
      ["maison à plus de 10 km de Lyon", "à plus de 10 km de Lyon"],
      ["casa a más de 10 km de Madrid", "a más de 10 km de Madrid"],
    ] as const) {
      const result = read(query);
      expect(result.filters, query).to.deep.equal(house);
      expect([result.near, result.geo], query).to.deep.equal([undefined, undefined]);
      expect(result.unresolved, query).to.deep.equal([phrase]);
      expect(result.boostTerms, query).to.deep.equal([]);
      expect(
        result.conflicts.map(({ field }) => field),
        query,
      ).to.deep.equal(["geo"]);
    }
    hold([
      [
        "house at least 5 km from 38.5816, -121.4944",
        { ...house, unresolved: ["at least 5 km from 38.5816, -121.4944"], conflicts: ["geo"] },
      ],
      [
        "flat in Leeds more than 10 km away",
        { propertyTypes: ["apartment"], cities: ["Leeds"], unresolved: ["more than 10 km away"], conflicts: ["geo"] },
      ],
    ]);
  });

  it("up to a distance is within it", () => {
    hold([
      ["house no more than 10 km from Leeds", { ...house, ...near("Leeds", 10) }],
      ["house less than 10 miles from Leeds", { ...house, ...near("Leeds", 10, "mi") }],
      ["house no further than 3 km from Leeds", { ...house, ...near("Leeds", 3) }],
      ["house 10 min walk from Leeds", { ...house, ...near("Leeds", 800, "m") }],
      ["maison à moins de 10 km de Lyon", { ...house, ...near("Lyon", 10) }],
      ["Haus maximal 10 km von Berlin", { ...house, ...near("Berlin", 10) }],
    ]);
  });

  it("a distance from several places counts from the first, and the others are reported", () => {
    hold([
      ["house near York or Leeds", { ...house, ...near("York"), unresolved: ["Leeds"], conflicts: ["near"] }],
      ["within 5 miles of York or Leeds", { ...near("York", 5, "mi"), unresolved: ["Leeds"], conflicts: ["near"] }],
      [
        "cheap house near Leeds and York",
        { ...house, ...near("Leeds"), unresolved: ["cheap", "York"], conflicts: ["near"] },
      ],
      [
        "house near Leeds, York or Brighton",
        { ...house, ...near("Leeds"), unresolved: ["York", "Brighton"], conflicts: ["near", "near"] },
      ],
      ["house in York or near Leeds", { ...house, cities: ["York"], unresolved: ["Leeds"], conflicts: ["near"] }],
      [
        "house in York or Leeds within 10 miles",
        { ...house, cities: ["York", "Leeds"], unresolved: ["within 10 miles"], conflicts: ["near"] },
      ],
      ["house near Leeds and a garden", { ...house, ...near("Leeds"), features: ["garden"] }],
    ]);
  });

  it("a city or region after a place selects the place and is not a filter", () => {
    for (const [query, place] of [
      ["house near Portland, Maine", { name: "Portland", level: "city", region: "Maine" }],
      ["house near Portland ME", { name: "Portland", level: "city", region: "Maine" }],
      ["house near Portland, OR", { name: "Portland", level: "city", region: "Oregon" }],
      ["within 10 miles of Springfield, Illinois", { name: "Springfield", level: "city", region: "Illinois" }],
      ["flat near Soho, London", { name: "Soho", level: "community", city: "London" }],
      ["house near Springfield", { name: "Springfield", level: "city", among: ["Illinois", "Missouri"] }],
      ["house near Leeds", { name: "Leeds", level: "city" }],
    ] as const) {
      const { near: found, filters, unresolved } = read(query);
      expect(found?.place, query).to.deep.equal(place);
      expect(filters, query).to.not.have.any.keys("cities", "regions");
      expect(unresolved, query).to.deep.equal([]);
    }
    const inMaine = read("house in Maine near Portland");
    expect(inMaine.near?.place).to.deep.equal({ name: "Portland", level: "city", region: "Maine" });
    expect(inMaine.filters.regions).to.deep.equal(["Maine"]);
  });
});

describe("the user's current location", () => {
  it("is reported and is not a filter", () => {
    const sale = { listingType: "sale" };
    const three = { bedrooms: { min: 3, max: 3 } };
    hold([
      [
        "moving from London to Leeds, 3 bed house",
        { ...house, ...three, cities: ["Leeds"], unresolved: ["moving from London"] },
      ],
      ["relocating from Denver to Austin", { cities: ["Austin"], unresolved: ["relocating from Denver"] }],
      ["relocating to Austin from Denver", { cities: ["Austin"], unresolved: ["relocating", "from Denver"] }],
      ["we live in Bath, looking for a house in York", { ...house, cities: ["York"], unresolved: ["we live in Bath"] }],
      [
        "selling my flat in York and buying a house in Leeds",
        { ...house, ...sale, cities: ["Leeds"], unresolved: ["selling my flat in York"] },
      ],
      [
        "currently renting in York, want to buy in Leeds",
        { ...sale, cities: ["Leeds"], unresolved: ["currently renting in York"] },
      ],
      [
        "house in York, we live in Portland, Oregon",
        { ...house, cities: ["York"], unresolved: ["we live in Portland, Oregon"] },
      ],
    ]);
    for (const query of ["moving from London to Leeds", "we live in Bath, looking for a house in York"])
      expect(read(query).boostTerms, query).to.deep.equal([]);
  });

  it("the place where the user wants to live is a filter", () => {
    hold([
      [
        "want to live in Leeds, 2 bed flat",
        { propertyTypes: ["apartment"], bedrooms: { min: 2, max: 2 }, cities: ["Leeds"] },
      ],
      ["moving to Leeds, house", { ...house, cities: ["Leeds"] }],
      ["house in Leeds to buy", { ...house, listingType: "sale", cities: ["Leeds"] }],
    ]);
  });

  it("a distance from one place and another place retain the first, unless one is in the other", () => {
    const york = { place: { name: "York", level: "city" }, distance: 5, unit: "km" };
    for (const query of [
      "house near York and in Leeds",
      "house near York or in Leeds",
      "house near York and near Leeds",
    ]) {
      const result = read(query);
      expect(result.near, query).to.deep.equal(york);
      expect(result.filters, query).to.deep.equal({ propertyTypes: ["house"] });
      expect(result.unresolved, query).to.deep.equal(["Leeds"]);
      expect(result.conflicts.map(({ field }) => field)).to.deep.equal(["near"]);
    }
    const second = read("house in Leeds and near York");
    expect(second.filters).to.deep.equal({ propertyTypes: ["house"], cities: ["Leeds"] });
    expect([second.near, second.unresolved]).to.deep.equal([undefined, ["York"]]);
    expect(read("house near Camden and in London").filters.cities).to.deep.equal(["London"]);
    expect(read("house in London and near Camden").near?.place.name).to.equal("Camden");
  });

  it("a distance before its place is a radius, and 'nearest first' is a sort order", () => {
    for (const query of [
      "house in York, 3 miles around",
      "houses in York 3 mile radius",
      "house in York within 3 miles",
    ])
      expect(observed(query, vocabulary), query).to.deep.equal({
        propertyTypes: ["house"],
        near: { place: "York", distance: 3, unit: "mi" },
      });
    expect(observed("closest to York first, house", vocabulary)).to.deep.equal({
      propertyTypes: ["house"],
      near: { place: "York", distance: 5, unit: "km" },
      sort: [{ field: "distance", order: "asc" }],
    });
  });

  it("Bath is a place after a number that counts something else", () => {
    const bath = { propertyTypes: ["house"], cities: ["Bath"] };
    hold([
      ["house built between 1900 and 1930 Bath", { ...bath, yearBuilt: { min: 1900, max: 1930 } }],
      ["house under 300000 Bath", { ...bath, price: { max: 300_000 } }],
      ["house, 3 Bath", { propertyTypes: ["house"], bathrooms: { min: 3 } }],
    ]);
  });

  it("a name of ordinary words is a place if its region follows", () => {
    const words = buildVocabulary({
      places: [
        { name: "Mobile", level: "city", count: 9, parents: { region: "Alabama" } },
        { name: "Deal", level: "city", count: 9, parents: { region: "Kent" } },
        { name: "Alabama", level: "region", count: 9 },
        { name: "Kent", level: "region", count: 9 },
      ],
      types: [],
      features: [],
    });
    for (const [query, filters] of [
      ["Mobile AL houses", { cities: ["Mobile"], regions: ["Alabama"], propertyTypes: ["house"] }],
      ["mobile home in mobile alabama", { propertyTypes: ["mobile_home"], cities: ["Mobile"], regions: ["Alabama"] }],
      [
        "deal, kent 2 bed cottage",
        { cities: ["Deal"], regions: ["Kent"], bedrooms: { min: 2, max: 2 }, propertyTypes: ["cottage"] },
      ],
      ["good deal for a house in Kent", { propertyTypes: ["house"], regions: ["Kent"] }],
    ] as const)
      expect(read(query, words).filters, query).to.deep.equal(filters);
  });

  it("four digits that may be a year are a postal code only if marked as one", () => {
    const words = buildVocabulary({
      places: [
        { name: "2026", level: "postalCode", count: 9 },
        { name: "Bondi", level: "city", count: 9 },
      ],
      types: [],
      features: [],
    });
    const code = { postalCodes: ["2026"] };
    expect(read("flat in Bondi 2026", words).filters).to.deep.include(code);
    expect(read("flat in postcode 2026", words).filters).to.deep.include(code);
    for (const query of ["off plan flat, handover 2026", "flat ready in 2026", "flat in Bondi, listed in 2026"])
      expect(read(query, words).filters, query).not.to.have.property("postalCodes");
  });

  it("a nearby amenity is reported, and the place immediately after it is a filter", () => {
    hold([
      ["house near metro Leeds", { ...house, cities: ["Leeds"], unresolved: ["metro"] }],
      ["casa cerca de la playa de Valencia", { ...house, cities: ["Valencia"], unresolved: ["playa"] }],
      ["house near Leeds station", { ...house, ...near("Leeds"), unresolved: ["station"] }],
      ["house 20 minutes from York by bike", { ...house, ...near("York") }],
      ["house 20 minutes from York on foot", { ...house, ...near("York", 1.6) }],
    ]);
  });
});
