import { geoFilter, searchFilters, validator } from "@plat/contracts";
import { expect } from "chai";
import { array, assert, constantFrom, integer, oneof, property, string } from "fast-check";
import { fold, interpret, type InterpretedQuery } from "../src/index.ts";
import { languages } from "../src/languages/index.ts";
import { lexicon } from "../src/lexicon/lexicon.ts";
import { loadCases, NOW } from "./corpus.ts";
import { read, vocabulary } from "./helpers.ts";

const filtersFit = validator(searchFilters, { unknownKeys: "reject" });
const geoFits = validator(geoFilter, { unknownKeys: "reject" });

/** Values that no valid request contains. */
function unfit({ filters, geo, near, limit }: InterpretedQuery): unknown[] {
  const shapes = [geo, near && { radius: { lat: 0, lon: 0, distance: near.distance, unit: near.unit } }];
  return [
    filtersFit(filters),
    ...shapes.filter((shape) => shape !== undefined).map((shape) => geoFits(shape)),
    { ok: limit === undefined || (Number.isInteger(limit) && limit >= 1 && limit <= 100) },
  ].filter(({ ok }) => !ok);
}

/** Runs of letters or digits that are in no span, phrase, correction or conflict, and not in the word tables. */
function lost(query: string, result: InterpretedQuery): string[] {
  const { spans, unresolved, corrections, conflicts } = result;
  let rest = query;
  const blank = (start: number, end: number): void => {
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  };
  for (const { start, end } of spans) blank(start, end);
  for (const phrase of [...unresolved, ...corrections.map((c) => c.from)]) {
    if (phrase === "") continue;
    for (let at = query.indexOf(phrase); at !== -1; at = query.indexOf(phrase, at + 1)) blank(at, at + phrase.length);
  }
  const whole = [...query.matchAll(RUN)];
  return [...rest.matchAll(RUN)]
    .filter(({ index, 0: run }) => {
      const around = whole.find((word) => word.index <= index && index < word.index + word[0].length)?.[0] ?? run;
      // Words of the tables contain no apostrophes, and folding adds some ("ŉ" is "'n").
      const reserved = [run, around].some((word) => lexicon.owned.has(fold(word).replace(/'/g, "")));
      return !reserved && !conflicts.some(({ detail }) => detail.includes(run));
    })
    .map(([run]) => run);
}

const RUN = /\p{L}[\p{L}\p{M}\p{N}]*|\p{N}+/gu;

const BEYOND = [
  "house under 99999999999999999999999999",
  "house over 99999999999999999999",
  "house between 1 and 9999999999999999",
  "house with 999999999999999999 sqft",
  "house under 9999999999k",
  "house under 99999999 million",
  "flat over 9999999999999 sqm",
  "house on 99999999999999 acres",
  "lot over 9999999999 hectares house",
  "house floor 99999999999999",
  "house built in 99999999999999",
  "house within 30000 km of Valencia",
  "house within 99999999999999999 miles of Valencia",
  "rent under 99999999999999 per week",
  "house about 1000000000000",
  "house -99999999999999",
  "1000000000000000000000000000000000000000 houses",
  "top 99999999999999999999 houses",
  "house under 1.000.000.000.000.000",
  "listed in the last 3000 years houses",
  "house in 9999999999999999999999",
  "300k-9999999999999999 house",
  "casa menos de 99999999999999999 euros",
  "casa con más de 99999999999999999 m2",
  "Haus unter 99999999999999999",
  "Haus ab 99999999999999999 m²",
  "maison moins de 99999999999999 euros",
  "maison de plus de 99999999999999 m²",
  "case sotto 9999999999999999",
  "٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩ house",
  "house under ９９９９９９９９９９９９９９９",
  "year 12345678 house",
  "99999999999999 bed house",
  "99999999999999999 bath house",
];

describe("bounds of an interpretation", () => {
  it("amounts outside the valid range are removed and reported", () => {
    for (const query of BEYOND) {
      const result = read(query);
      expect(unfit(result), query).to.deep.equal([]);
      expect(lost(query, result), `${query} ${JSON.stringify(result)}`).to.deep.equal([]);
    }
  });

  it("a removed value has no span and is unresolved; other values remain", () => {
    const result = read("3 bed house in Leeds under 99999999999999999999");
    expect(Object.keys(result.filters)).to.have.members(["bedrooms", "propertyTypes", "cities"]);
    expect(result.unresolved).to.deep.equal(["under 99999999999999999999"]);
    expect(result.spans.map(({ field }) => field)).to.not.include("price");
    expect(read("house within 30000 km of Valencia").unresolved).to.deep.equal(["within 30000 km of Valencia"]);
  });

  const piece = oneof(
    constantFrom(...lexicon.owned.keys()),
    constantFrom(
      "house",
      "Leeds",
      "SW11",
      ",",
      "-",
      "+",
      "/",
      '"',
      "€",
      "$",
      "<=",
      "~",
      "½",
      "①",
      "²",
      "k",
      "m",
      "1/0",
    ),
    integer({ min: 0, max: 3000 }).map(String),
    integer({ min: 1, max: 40 }).map((digits) => "9".repeat(digits)),
    constantFrom("٩٩٩", "９９９", "१२३", "𝟗", "Ⅷ", "flumdiddle", "東京", "дом", "2.5", "300k", "10-20", "zqx"),
    string({ maxLength: 6, unit: "grapheme" }),
  );

  it("any text results in a valid request that accounts for every word and number", () => {
    for (const joint of [" ", ""]) {
      assert(
        property(
          array(piece, { maxLength: 12 }).map((pieces) => pieces.join(joint)),
          (query) => {
            const result = interpret(query, vocabulary, NOW);
            if ("notAPropertyQuery" in result) return;
            expect(unfit(result)).to.deep.equal([]);
            expect(lost(query, result), JSON.stringify(result)).to.deep.equal([]);
          },
        ),
        { numRuns: 800 },
      );
    }
  });

  it("a letter that folds into an apostrophe and a known word is read as that word", () => {
    expect(lost("balcon ŉ", read("balcon ŉ"))).to.deep.equal([]);
  });

  it("every query of the corpus accounts for every word and number", () => {
    for (const { q, expect: wanted } of languages.flatMap(({ code }) => loadCases(code)))
      if (!wanted["intent"]) expect(lost(q, read(q)), q).to.deep.equal([]);
  });

  it("digits of every script are read", () => {
    for (const three of ["3", "３", "٣", "۳", "३", "๓"])
      expect(read(`${three} bed house in Leeds`).filters.bedrooms, three).to.deep.equal({ min: 3, max: 3 });
  });
});

describe("unwanted quotations and words", () => {
  it("an unwanted quotation is reported as a conflict and is not a text search", () => {
    for (const [query, phrase] of [
      ['house not "sea view"', 'not "sea view"'],
      ['house without "sea view"', 'without "sea view"'],
      ['house -"sea view"', '-"sea view"'],
      ['house not mentioning "sea view"', 'not mentioning "sea view"'],
      ['house "sea view" not wanted', '"sea view" not wanted'],
      ['casa sin "vistas al mar"', 'sin "vistas al mar"'],
      ['Haus ohne "Meerblick"', 'ohne "Meerblick"'],
      ['maison sans "vue mer"', 'sans "vue mer"'],
    ] as const) {
      const result = read(query);
      expect(result.text, query).to.equal(undefined);
      expect(result.unresolved, query).to.deep.equal([phrase]);
      expect(result.boostTerms, query).to.deep.equal([]);
      expect(
        result.conflicts.map(({ field }) => field),
        query,
      ).to.deep.equal(["text"]);
    }
    expect(read('house without pool or "sea view"')).to.deep.include({
      filters: { propertyTypes: ["house"], excludeFeatures: ["pool"] },
    });
    expect(read('house without pool or "sea view"').text).to.equal(undefined);
    expect(read('house not "a" or "b"').text).to.equal(undefined);
    expect(read('house with no pool, "sea view"').text).to.equal("sea view");
  });

  it("a minus immediately before a word, after white space, excludes it", () => {
    expect(read("house -pool").filters).to.deep.equal({ propertyTypes: ["house"], excludeFeatures: ["pool"] });
    expect(read("house -pool garden in Leeds").filters).to.deep.equal({
      propertyTypes: ["house"],
      excludeFeatures: ["pool"],
      features: ["garden"],
      cities: ["Leeds"],
    });
    expect(read("flat -Leeds").filters.excludeCities).to.deep.equal(["Leeds"]);
    expect(read("property in Leeds -condo").filters.excludePropertyTypes).to.deep.equal(["apartment"]);
    expect(read("house -flumdiddle garden").unresolved).to.deep.equal(["-flumdiddle"]);
  });

  it("other dashes do not exclude anything", () => {
    expect(read("3-4 bed house in Leeds").filters.bedrooms).to.deep.equal({ min: 3, max: 4 });
    expect(read("3 -4 bed house in Leeds").filters.bedrooms).to.deep.equal({ min: 3, max: 4 });
    for (const query of ["house - pool", "house-pool", "house – pool"])
      expect(read(query).filters.features, query).to.deep.equal(["pool"]);
    expect(read("semi-detached house").filters.excludePropertyTypes).to.equal(undefined);
  });
});
