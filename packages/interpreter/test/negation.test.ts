import { expect } from "chai";
import { read } from "./helpers.ts";

const house = { propertyTypes: ["house"] };
const flat = { propertyTypes: ["apartment"] };
const leeds = { cities: ["Leeds"] };
const max300 = { price: { max: 300000 } };

/** Expects exactly these filters and exactly these unresolved phrases (none by default). */
function each(rows: readonly (readonly [string, object, (readonly string[])?])[]): void {
  for (const [query, filters, unresolved] of rows) {
    const result = read(query);
    expect(result.filters, query).to.deep.equal(filters);
    expect(result.unresolved, query).to.deep.equal(unresolved ?? []);
    expect(result.conflicts, query).to.deep.equal([]);
  }
}

describe("negated limits", () => {
  it("become the opposite limit, with any number of words between them", () => {
    each([
      ["can't go above 300k, 3 bed house in Leeds", { ...house, ...leeds, ...max300, bedrooms: { min: 3, max: 3 } }],
      ["nothing more than 400k in Leeds", { ...leeds, price: { max: 400000 } }],
      ["nothing over 300k in Leeds", { ...leeds, ...max300 }],
      ["I don't want to pay more than 300k for a house in Leeds", { ...house, ...leeds, ...max300 }],
      ["not willing to pay more than 300k, flat in Leeds", { ...flat, ...leeds, ...max300 }],
      ["won't pay more than 300k, Leeds house", { ...house, ...leeds, ...max300 }],
      ["would not pay more than 300k Leeds", { ...leeds, ...max300 }],
      ["shouldn't cost more than 300k, house in Leeds", { ...house, ...leeds, ...max300 }],
      ["must not cost more than 300k, house in Leeds", { ...house, ...leeds, ...max300 }],
      ["must not exceed 300k, house in Leeds", { ...house, ...leeds, ...max300 }],
      ["that doesn't cost more than 300k house Leeds", { ...house, ...leeds, ...max300 }],
      ["wouldn't go over 300k, Leeds house", { ...house, ...leeds, ...max300 }],
      ["don't go over 300k, Leeds house", { ...house, ...leeds, ...max300 }],
      ["without going over 300k house Leeds", { ...house, ...leeds, ...max300 }],
      ["can't be over 300k, house Leeds", { ...house, ...leeds, ...max300 }],
      ["cannot be more than 300k, house Leeds", { ...house, ...leeds, ...max300 }],
      ["not looking to spend over 300k, house Leeds", { ...house, ...leeds, ...max300 }],
      ["don't show me anything over 300k in Leeds", { ...leeds, ...max300 }],
      ["exclude anything over 300k in Leeds", { ...leeds, ...max300 }],
      ["nothing in Leeds over 300k", { ...leeds, ...max300 }],
      ["nothing smaller than 3 bed in Leeds", { ...leeds, bedrooms: { min: 3 } }],
      ["I don't want anything with fewer than 3 bedrooms in Leeds", { ...leeds, bedrooms: { min: 3 } }],
      ["nothing built before 1950 in Leeds", { ...leeds, yearBuilt: { min: 1950 } }],
      ["house not built before 1950", { ...house, yearBuilt: { min: 1950 } }],
      ["nothing more than 10 years old in Leeds", { ...leeds, yearBuilt: { min: 2016 } }],
      ["flat, nothing above the 3rd floor", { ...flat, floor: { max: 3 } }],
      ["no puedo pagar más de 300000, piso en Madrid", { ...flat, ...max300, cities: ["Madrid"] }],
      ["no quiero gastar más de 300000, piso en Madrid", { ...flat, ...max300, cities: ["Madrid"] }],
      ["ningún piso de más de 300000 en Madrid", { ...flat, ...max300, cities: ["Madrid"] }],
      ["nada por encima de 300000 en Valencia", { ...max300, cities: ["Valencia"] }],
      ["nichts über 300000 in Hamburg", { ...max300, cities: ["Hamburg"] }],
      ["je ne veux pas payer plus de 1000, appartement à Lyon", { ...flat, price: { max: 1000 }, cities: ["Lyon"] }],
      ["rien au-dessus de 300000 à Lyon", { ...max300, cities: ["Lyon"] }],
    ]);
  });

  it("retain the type, features or place that the limit applies to", () => {
    each([
      ["I don't want a house over 300k in Leeds", { ...house, ...leeds, ...max300 }],
      ["I don't want a flat over 1000 pounds in Leeds", { ...flat, ...leeds, price: { max: 1000, currency: "GBP" } }],
      ["I don't want a house that costs more than 300k", { ...house, ...max300 }],
      ["I don't want a house in Leeds over 300k", { ...house, ...leeds, ...max300 }],
      ["no flats under 50 sqm in Leeds", { ...flat, ...leeds, area: { min: 50, unit: "sqm" } }],
      ["no houses built before 1950 in Leeds", { ...house, ...leeds, yearBuilt: { min: 1950 } }],
      ["house in Leeds, no houses built before 1950", { ...house, ...leeds, yearBuilt: { min: 1950 } }],
      ["no properties over 300k in Leeds", { ...leeds, ...max300 }],
      ["no quiero un piso de más de 300000 en Madrid", { ...flat, ...max300, cities: ["Madrid"] }],
      ["ich will keine Wohnung über 1000 Euro", { ...flat, price: { max: 1000, currency: "EUR" } }],
    ]);
  });

  it("extend to further limits, but not to requirements", () => {
    each([
      ["nothing over 300k or under 3 beds", { ...max300, bedrooms: { min: 3 } }],
      ["nothing under 200k or over 300k", { price: { min: 200000, max: 300000 } }],
      ["can't go above 300k and at least 3 beds", { ...max300, bedrooms: { min: 3 } }],
      ["don't want more than 3 bedrooms or less than 2 bathrooms", { bedrooms: { max: 3 }, bathrooms: { min: 2 } }],
      ["can't go above 300k and over 80 sqm", { ...max300, area: { min: 80, unit: "sqm" } }],
    ]);
  });

  it("are reported and create no filter if they are ambiguous", () => {
    each([
      ["no flats under 300k in Leeds", leeds, ["no flats under 300k"]],
      ["house in Leeds, no flats over 300k", { ...house, ...leeds }, ["no flats over 300k"]],
      ["house, can't stretch our savings above 300k", house, ["can't stretch our savings above 300k"]],
      ["house, no dumps over 300k", house, ["no dumps over 300k"]],
      ["house with no garden under 50 sqm", house, ["with no garden under 50 sqm"]],
      ["house no pool over 300k", { ...house, excludeFeatures: ["pool"] }, ["over 300k"]],
      ["house, can't spend 300k", house, ["can't spend 300k"]],
      ["I don't want a flat with 3 bedrooms, Leeds", leeds, ["don't want a flat with 3 bedrooms"]],
      ["I don't need a house over 300k, Leeds", leeds, ["don't need a house over 300k"]],
      ["not a house over 300k, a flat in Leeds", { ...flat, ...leeds }, ["not a house over 300k"]],
      ["anywhere in Leeds except houses over 300k", leeds, ["except houses over 300k"]],
      ["no houses with pool, Leeds", leeds, ["no houses with pool"]],
      [
        "no studios or flats under 300k, Leeds",
        { ...leeds, excludePropertyTypes: ["studio", "apartment"] },
        ["under 300k"],
      ],
      ["no terraced houses over 300k, Leeds", leeds, ["no terraced houses over 300k"]],
    ]);
  });

  it("do not change limits that are separate requirements", () => {
    each([
      ["house no pool under 300k", { ...house, excludeFeatures: ["pool"], ...max300 }],
      [
        "flats in London not in Camden under 300k",
        { ...flat, cities: ["London"], excludeCommunities: ["Camden"], ...max300 },
      ],
      ["house in Leeds no flats under 300k", { ...house, ...leeds, excludePropertyTypes: ["apartment"], ...max300 }],
      ["no flats, under 300k, Leeds", { ...leeds, excludePropertyTypes: ["apartment"], ...max300 }],
      ["no flats max 300k Leeds", { ...leeds, excludePropertyTypes: ["apartment"], ...max300 }],
    ]);
  });
});

describe("negated things", () => {
  it("of a narrower kind than any type are reported and exclude nothing", () => {
    each([
      ["no terraced houses Leeds", leeds, ["no terraced houses"]],
      ["no semi-detached houses Leeds", leeds, ["no semi-detached houses"]],
      [
        "not semi detached, 3 bed house Leeds",
        { ...house, ...leeds, bedrooms: { min: 3, max: 3 } },
        ["not semi detached"],
      ],
      ["pas de maison mitoyenne, Lyon", { cities: ["Lyon"] }, ["pas de maison mitoyenne"]],
      ["keine Dachgeschosswohnung in Berlin", { cities: ["Berlin"] }, ["keine Dachgeschosswohnung"]],
    ]);
    expect(read("no houses in Leeds").filters).to.deep.equal({ ...leeds, excludePropertyTypes: ["house"] });
  });

  it("that are only not required, or do not matter, create no filter", () => {
    each([
      ["house no garden needed", house, ["no garden needed"]],
      ["no lift needed flat London", { ...flat, cities: ["London"] }, ["no lift needed"]],
      ["no parking required, flat in Leeds", { ...flat, ...leeds }, ["no parking required"]],
      ["house, no garden necessary", house, ["no garden necessary"]],
      ["house no pool or garden needed", house, ["no pool or garden needed"]],
      ["flat no pets needed", flat, ["no pets needed"]],
      ["flat no furniture needed", flat, ["no furniture needed"]],
      ["piso sin ascensor necesario en Madrid", { ...flat, cities: ["Madrid"] }, ["sin ascensor necesario"]],
      ["doesn't have to have a garden house Leeds", { ...house, ...leeds }, ["doesn't have to have a garden"]],
      ["don't mind no parking, flat in Leeds", { ...flat, ...leeds }, ["don't mind no parking"]],
      ["don't care if no garden, house", house, ["don't care if no garden"]],
      ["even without a garden, house in Leeds", { ...house, ...leeds }, ["even without a garden"]],
      ["house, can be without garage", house, ["can be without garage"]],
      ["I don't need a garden", {}, ["don't need a garden"]],
      ["I wouldn't say no to a garden, house", house, ["wouldn't say no to a garden"]],
      ["doesn't have to be in Leeds, house", house, ["doesn't have to be in Leeds"]],
      ["house, can't live without a garden", house, ["can't live without a garden"]],
    ]);
  });

  it("exclude what is disliked or not searched for", () => {
    const noFlats = { excludePropertyTypes: ["apartment"] };
    each([
      ["not interested in flats, house in Leeds", { ...noFlats, ...house, ...leeds }],
      ["I am not looking for a flat, house in Leeds", { ...noFlats, ...house, ...leeds }],
      ["we don't like flats, Leeds", { ...noFlats, ...leeds }],
      ["tired of flats, looking for a house in Leeds", { ...noFlats, ...house, ...leeds }],
      ["no me gustan los pisos, casa en Madrid", { ...noFlats, ...house, cities: ["Madrid"] }],
      ["not looking to move to London, house", { ...house, excludeCities: ["London"] }],
      ["no interest in flats, Leeds", { ...noFlats, ...leeds }],
      ["no quiero vivir en Madrid, casa", { ...house, excludeCities: ["Madrid"] }],
      ["I don't want a house with a pool", { ...house, excludeFeatures: ["pool"] }],
    ]);
    expect(read("sick of renting, house in Leeds under 250k").filters.listingType).to.not.equal("rent");
  });

  it("do not consume the place, type or amount after them", () => {
    each([
      ["no noisy roads London flat", { ...flat, cities: ["London"] }, ["no noisy roads"]],
      ["houses with no onward chain Leeds", { ...house, ...leeds, features: ["chain_free"] }],
      ["price doesn't matter house Leeds", { ...house, ...leeds }, ["price doesn't matter"]],
      ["can't be more than 5 miles from Leeds, house", house],
      ["no noisy neighbours three bed house", { ...house, bedrooms: { min: 3, max: 3 } }, ["no noisy neighbours"]],
    ]);
  });

  it("about furniture exclude furnished listings and require no feature; a double negation is reported", () => {
    const bare = { excludeFeatures: ["furnished"] };
    each([
      ["flat in Leeds not furnished", { ...flat, ...leeds, ...bare }],
      ["flat in Leeds with no furniture", { ...flat, ...leeds, ...bare }],
      ["flat without furniture", { ...flat, ...bare }],
      ["piso no amueblado en Madrid", { ...flat, ...bare, cities: ["Madrid"] }],
      ["piso sin muebles en Madrid", { ...flat, ...bare, cities: ["Madrid"] }],
      ["appartement sans meubles à Lyon", { ...flat, ...bare, cities: ["Lyon"] }],
      ["piso sin amueblar en Madrid", { ...flat, features: ["unfurnished"], cities: ["Madrid"] }],
      ["appartement non meublé à Lyon", { ...flat, features: ["unfurnished"], cities: ["Lyon"] }],
      ["flat in Leeds, unfurnished", { ...flat, ...leeds, features: ["unfurnished"] }],
      ["unmöblierte Wohnung in Berlin", { ...flat, features: ["unfurnished"], cities: ["Berlin"] }],
      ["flat not unfurnished", { ...flat, excludeFeatures: ["unfurnished"] }],
      ["flat not not furnished", flat, ["not not furnished"]],
      ["flat not without parking", flat, ["not without parking"]],
      ["Wohnung nicht ohne Balkon in Berlin", { ...flat, cities: ["Berlin"] }, ["nicht ohne Balkon"]],
    ]);
    expect(read("piso que no tenga ningún balcón en Madrid").filters.excludeFeatures).to.deep.equal(["balcony"]);
  });

  it("of several types with a limit are reported and exclude no type", () => {
    each([
      ["neither a flat nor a house over 300k in Leeds", leeds, ["neither a flat nor a house over 300k"]],
      ["I don't want a flat or a house over 300k in Leeds", leeds, ["don't want a flat or a house over 300k"]],
      ["neither a flat nor a house in Leeds", { ...leeds, excludePropertyTypes: ["apartment", "house"] }],
      [
        "no flats, house over 300k in Leeds",
        { ...house, ...leeds, excludePropertyTypes: ["apartment"], price: { min: 300000 } },
      ],
    ]);
  });

  it("that are also required create no filter and exclude nothing else", () => {
    each([["house with pool or without in Leeds", { ...house, ...leeds }, ["pool or without"]]]);
    expect(read("casa con piscina o sin, Madrid").filters).to.deep.equal({ ...house, cities: ["Madrid"] });
  });

  it("include the Spanish word for ground floor, although it is also a comparison", () => {
    each([["piso en Madrid que no sea un bajo", { ...flat, floor: { min: 1 }, cities: ["Madrid"] }]]);
    expect(read("piso en Madrid bajo 300000 euros").filters.price).to.deep.equal({ max: 300_000, currency: "EUR" });
  });
});
