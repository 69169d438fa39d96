import { expect } from "chai";
import { interpret } from "../src/index.ts";
import { NOW } from "./corpus.ts";
import { read, vocabulary } from "./helpers.ts";

describe("amounts that filters cannot express", () => {
  it("an unwanted amount is reported with its negation and creates no filter", () => {
    for (const [query, phrase, filters] of [
      ["not 3 bed house", "not 3 bed", { propertyTypes: ["house"] }],
      ["house not 3 bedrooms", "not 3 bedrooms", { propertyTypes: ["house"] }],
      ["house with no 3 bedrooms", "with no 3 bedrooms", { propertyTypes: ["house"] }],
      ["flat except 2 bedrooms", "except 2 bedrooms", { propertyTypes: ["apartment"] }],
      ["anything but a 2 bed flat", "anything but a 2 bed", { propertyTypes: ["apartment"] }],
      ["house without 2 bathrooms", "without 2 bathrooms", { propertyTypes: ["house"] }],
      ["house not exactly 3 bedrooms", "not exactly 3 bedrooms", { propertyTypes: ["house"] }],
      ["house not 3 or 4 bedrooms", "not 3 or 4 bedrooms", { propertyTypes: ["house"] }],
      ["house not 2, 3 or 4 bedrooms", "not 2, 3 or 4 bedrooms", { propertyTypes: ["house"] }],
      ["house not 3/2", "not 3/2", { propertyTypes: ["house"] }],
      ["house not around 300k", "not around 300k", { propertyTypes: ["house"] }],
      ["house not between 200k and 300k", "not between 200k and 300k", { propertyTypes: ["house"] }],
      ["house not 100 sqm", "not 100 sqm", { propertyTypes: ["house"] }],
      ["house not built in 1990", "not built in 1990", { propertyTypes: ["house"] }],
      ["house not 10 years old", "not 10 years old", { propertyTypes: ["house"] }],
      ["flat not 3rd floor", "not 3rd floor", { propertyTypes: ["apartment"] }],
      ["house not within 5 km of Leeds", "not within 5 km of Leeds", { propertyTypes: ["house"] }],
      ["house not listed in the last 5 days", "not listed in the last 5 days", { propertyTypes: ["house"] }],
      ["house no 2 parking spaces", "no 2 parking spaces", { propertyTypes: ["house"] }],
      ["house don't need 3 bedrooms", "don't need 3 bedrooms", { propertyTypes: ["house"] }],
      ["casa sin 3 dormitorios", "sin 3 dormitorios", { propertyTypes: ["house"] }],
      ["Haus ohne 3 Schlafzimmer", "ohne 3 Schlafzimmer", { propertyTypes: ["house"] }],
      ["maison sans 3 chambres", "sans 3 chambres", { propertyTypes: ["house"] }],
      ["3 bed house not 4 bed", "not 4 bed", { propertyTypes: ["house"], bedrooms: { min: 3, max: 3 } }],
      ["house, 3 bedrooms, not 4", "not 4", { propertyTypes: ["house"], bedrooms: { min: 3, max: 3 } }],
    ] as const) {
      const result = read(query);
      expect(result.filters, query).to.deep.equal(filters);
      expect(result.near, query).to.equal(undefined);
      expect(result.unresolved, query).to.deep.equal([phrase]);
      expect(result.boostTerms, query).to.deep.equal([]);
    }
  });

  it('"or" extends a negation to amounts and to exclusions after them', () => {
    expect(read("house not 3 bed or 4 bed")).to.deep.include({
      filters: { propertyTypes: ["house"] },
      unresolved: ["not 3 bed", "4 bed"],
    });
    expect(read("house no pool or 3 bedrooms")).to.deep.include({
      filters: { propertyTypes: ["house"], excludeFeatures: ["pool"] },
      unresolved: ["3 bedrooms"],
    });
    expect(read("house no 3 bedrooms or pool").filters).to.deep.equal({
      propertyTypes: ["house"],
      excludeFeatures: ["pool"],
    });
    expect(read("house not 3 bed and under 300k")).to.deep.include({
      filters: { propertyTypes: ["house"], price: { max: 300000 } },
      unresolved: ["not 3 bed"],
    });
  });

  it("a negated comparison is the opposite comparison, and a negation of something else does not change amounts", () => {
    for (const [words, filters] of [
      ["not under 300k", { price: { min: 300000 } }],
      ["not more than 300k", { price: { max: 300000 } }],
      ["no less than 3 bedrooms", { bedrooms: { min: 3 } }],
      ["no more than 3 bedrooms", { bedrooms: { max: 3 } }],
      ["not over 3 bedrooms", { bedrooms: { max: 3 } }],
      ["not 3+ bedrooms", { bedrooms: { max: 2 } }],
      ["don't want to spend more than 300k", { price: { max: 300000 } }],
      ["can't spend more than 300k", { price: { max: 300000 } }],
      ["don't want to spend less than 300k", { price: { min: 300000 } }],
      ["no pool, 3 bedrooms", { excludeFeatures: ["pool"], bedrooms: { min: 3, max: 3 } }],
      ["no chain 3 bed", { features: ["chain_free"], bedrooms: { min: 3, max: 3 } }],
      ["with no 2 car garage", { excludeFeatures: ["double_garage"] }],
      ["not ground floor", { floor: { min: 1 } }],
    ] as const) {
      const result = read(`house ${words}`);
      expect(result.filters, words).to.deep.equal({ propertyTypes: ["house"], ...filters });
      expect(result.unresolved, words).to.deep.equal([]);
    }
    expect(read("no condos").filters).to.deep.equal({ excludePropertyTypes: ["apartment"] });
    expect(read("house without bedrooms").unresolved).to.deep.equal(["without bedrooms"]);
  });

  it("an amount with a minus sign is reported and creates no filter", () => {
    for (const [query, phrase] of [
      ["house within -5 km of Leeds", "within -5 km of Leeds"],
      ["house under -300k", "under -300k"],
      ["house under €-300k", "under €-300k"],
      ["house under -€300k", "under -€300k"],
      ["house under \u2212300k", "under \u2212300k"],
      ["-3 bed house", "-3 bed"],
      ["price -300k house", "price -300k"],
      ["house price:-300k", "price:-300k"],
      ["house for -300000", "for -300000"],
      ["house with -100 sqm", "-100 sqm"],
      ["house between -2 and 4 beds", "between -2 and 4 beds"],
      ["house between 200k and -300k", "between 200k and -300k"],
    ] as const) {
      const result = read(query);
      expect(result.filters, query).to.deep.equal({ propertyTypes: ["house"] });
      expect(result.near, query).to.equal(undefined);
      expect(result.unresolved, query).to.deep.equal([phrase]);
    }
    expect(read("within -5 km of Leeds")).to.deep.include({ filters: {}, unresolved: ["within -5 km of Leeds"] });
  });

  it("a dash between amounts, in a word, between clauses or in a coordinate is not a minus sign", () => {
    for (const [query, filters] of [
      ["2-3 bed house", { bedrooms: { min: 2, max: 3 } }],
      ["2 -3 bed house", { bedrooms: { min: 2, max: 3 } }],
      ["house 200k-300k", { price: { min: 200000, max: 300000 } }],
      ["house 200k -300k", { price: { min: 200000, max: 300000 } }],
      ["house +-300k", { price: { min: 270000, max: 330000 } }],
      ["3-bed house", { bedrooms: { min: 3, max: 3 } }],
      ["3 bed house - 300k max", { bedrooms: { min: 3, max: 3 }, price: { max: 300000 } }],
    ] as const)
      expect(read(query), query).to.deep.include({ filters: { propertyTypes: ["house"], ...filters }, unresolved: [] });
    expect(read("semi-detached house").unresolved).to.deep.equal(["semi"]);
    expect(read("house near 41.3874,-2.1686").geo)
      .to.have.property("radius")
      .that.deep.includes({ lat: 41.3874, lon: -2.1686 });
  });

  it("a number of results above 100 is limited to 100 with a conflict", () => {
    for (const number of ["101", "100000", "200000", "1000000000"]) {
      const result = read(`top ${number} houses`);
      expect(result.filters, number).to.deep.equal({ propertyTypes: ["house"] });
      expect(result.limit, number).to.equal(100);
      expect(result.unresolved, number).to.deep.equal([]);
      expect(result.conflicts, number).to.deep.include({
        field: "limit",
        detail: `a search returns at most 100 results, not ${number}`,
      });
    }
    expect(read("house top 300000").filters.price).to.deep.equal({ max: 300000 });
  });

  it("a place named again is the same query with a conflict, for any number of repetitions", () => {
    for (let times = 2; times <= 12; times++) {
      for (const phrase of ["near Leeds ", "within 5 km of Leeds "]) {
        const result = interpret(phrase.repeat(times), vocabulary, NOW);
        expect(result, `${phrase} × ${times}`).to.have.nested.property("near.place.name", "Leeds");
        expect(result, `${phrase} × ${times}`)
          .to.have.property("conflicts")
          .with.lengthOf(times - 1);
      }
    }
  });

  it("a comparison before a negation is reported with it", () => {
    for (const [query, phrase] of [
      ["house at least not 2 bathrooms", "at least not 2 bathrooms"],
      ["at least not 2 bathrooms, house", "at least not 2 bathrooms"],
      ["house with at most no 3 bedrooms", "at most no 3 bedrooms"],
    ] as const) {
      const { filters, unresolved } = read(query);
      expect(filters, query).to.deep.equal({ propertyTypes: ["house"] });
      expect(unresolved, query).to.deep.equal([phrase]);
    }
  });
});
