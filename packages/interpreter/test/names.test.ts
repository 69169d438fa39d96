import { expect } from "chai";
import {
  buildVocabulary,
  canonicalFeature,
  canonicalType,
  expandFeature,
  expandType,
  fold,
  interpret,
  plainFeature,
} from "../src/index.ts";
import { editDistance } from "../src/text/edit-distance.ts";
import { NOW } from "./corpus.ts";
import { read, vocabulary } from "./helpers.ts";

describe("names of types, features and places", () => {
  it("folding removes case and accents", () => {
    expect(fold("MÜNCHEN Straße Łódź Málaga")).to.equal("munchen strasse lodz malaga");
  });

  it("types are equal to their synonyms; a studio and a type without synonyms only to themselves", () => {
    expect(["Condo", "flats", "UNIT", "Wohnung"].map(canonicalType)).to.deep.equal([
      "apartment",
      "apartment",
      "apartment",
      "apartment",
    ]);
    expect(["Residential", "Single Family", "Detached", "home"].map(canonicalType)).to.deep.equal([
      "house",
      "house",
      "house",
      "house",
    ]);
    expect(canonicalType("Studio")).to.equal("studio");
    expect(canonicalType("Castle")).to.equal(undefined);
    expect(expandType("apartment", ["Condo", "Flat", "Studio", "Residential"])).to.deep.equal(["Condo", "Flat"]);
    expect(expandType("castles", ["Castle", "House"])).to.deep.equal(["Castle"]);
  });

  it("features are compared without case, accents, separators and plural; synonyms only apply to plain language", () => {
    expect(new Set(["sea_view", "Sea views", "sea-view", "SEA VIEW"].map(canonicalFeature)).size).to.equal(1);
    expect(canonicalFeature("lift")).to.not.equal(canonicalFeature("elevator"));
    expect(plainFeature("Lift")).to.equal("elevator");
    expect(plainFeature("Solar panel")).to.equal("solar_panels");
    expect(expandFeature("elevator", ["Lift", "elevators", "pool"])).to.deep.equal(["Lift", "elevators"]);
  });

  it("a feature filter uses the wording of the listings", () => {
    const lifts = buildVocabulary({ places: [], types: [], features: [{ name: "Lift", count: 3 }] });
    expect(read("flat with elevator", lifts).filters.features).to.deep.equal(["lift"]);
  });

  it("swapped letters are one edit, and distances are limited", () => {
    expect(editDistance("tuscon", "tucson", 2)).to.equal(1);
    expect(editDistance("leeds", "london", 2)).to.equal(3);
  });

  it("a real word or a well-known place is never corrected to a place", () => {
    const words = buildVocabulary({
      places: [
        { name: "Quilet", level: "city", count: 9 },
        { name: "Landon", level: "city", count: 9 },
      ],
      types: [],
      features: [],
    });
    for (const query of ["quiet house", "house in London"]) {
      const result = read(query, words);
      expect(result.filters.cities, query).to.equal(undefined);
      expect(result.corrections, query).to.deep.equal([]);
      expect(result.unresolved, query).to.have.length(1);
    }
  });

  it("a word whose correction would be unused is reported as it is, with the words around it", () => {
    for (const [query, phrase] of [
      ["house in Rose Vale", "Rose Vale"],
      ["house in rose vale", "rose vale"],
      ["house in Rose Vale under 300k", "Rose Vale"],
    ] as const) {
      const result = read(query);
      expect(result.corrections, query).to.deep.equal([]);
      expect(result.unresolved, query).to.deep.equal([phrase]);
    }
    for (const [query, from, to] of [
      ["hosue in Leeds", "hosue", "house"],
      ["flat withot pool", "withot", "without"],
    ] as const)
      expect(read(query).corrections, query).to.deep.equal([{ from, to }]);
  });

  it("a misspelling with several equally similar places is corrected to the one with the most listings", () => {
    const words = buildVocabulary({
      places: [
        { name: "Hartford", level: "city", count: 2 },
        { name: "Hertford", level: "city", count: 50 },
      ],
      types: [],
      features: [],
    });
    expect(read("house in Hrtford", words).filters.cities).to.deep.equal(["Hertford"]);
  });

  it("a name on several levels is read as a city, and the other reading is reported", () => {
    const { filters, conflicts } = read("flat in New York");
    expect(filters.cities).to.deep.equal(["New York"]);
    expect(filters.regions).to.equal(undefined);
    expect(conflicts.map((c) => c.field)).to.deep.equal(["cities"]);
  });

  it("a name is displayed in its most frequent spelling", () => {
    const words = buildVocabulary({
      places: [
        { name: "LEEDS", level: "city", count: 1 },
        { name: "Leeds", level: "city", count: 7 },
      ],
      types: [],
      features: [],
    });
    expect(read("flat in leeds", words).filters.cities).to.deep.equal(["Leeds"]);
  });

  it("place names that are ordinary words count only where a place is expected", () => {
    for (const [query, cities] of [
      ["nice flat in Leeds", ["Leeds"]],
      ["flat in Nice", ["Nice"]],
      ["2 bath house in Leeds", ["Leeds"]],
      ["house in Bath", ["Bath"]],
    ] as const) {
      expect(read(query).filters.cities, query).to.deep.equal(cities);
    }
  });

  it("members of Object.prototype are neither places nor types", () => {
    expect(read("flat in __proto__ constructor", vocabulary).filters.cities).to.equal(undefined);
    const words = buildVocabulary({
      places: [{ name: "constructor", level: "city", count: 1 }],
      types: [{ name: "toString", count: 1 }],
      features: [],
    });
    expect(read("flat in constructor", words).filters.cities).to.deep.equal(["constructor"]);
  });

  it("a type with swapped or missing letters is recognized, also if it alone determines the language", () => {
    for (const [query, types, to] of [
      ["2 bed flta in Leeds", ["apartment"], "flat"],
      ["3 bed hous in Leeds", ["house"], "house"],
      ["Whonung in Berlin", ["apartment"], "wohnung"],
    ] as const) {
      const { filters, corrections } = read(query);
      expect(filters.propertyTypes, query).to.deep.equal(types);
      expect(
        corrections.map((each) => each.to),
        query,
      ).to.deep.equal([to]);
    }
    expect(interpret("Terrassa", vocabulary, NOW)).to.deep.equal({ notAPropertyQuery: true });
  });

  it("a word without vowels or with a doubled letter is corrected, an unknown word is not", () => {
    for (const [query, from, to] of [
      ["house in York with grge", "grge", "garage"],
      ["flat in York with prkng", "prkng", "parking"],
      ["Hauß in Hamburg mit Garten", "Hauß", "haus"],
    ] as const)
      expect(read(query).corrections, query).to.deep.equal([{ from, to }]);
    for (const query of ["flat in York near Brnt", "flat in York strm", "flat in York bldg"])
      expect(read(query).corrections, query).to.deep.equal([]);
  });
});
