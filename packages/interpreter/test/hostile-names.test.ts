import { expect } from "chai";
import { buildVocabulary, canonicalFeature, interpret, type VocabularyInput } from "../src/index.ts";
import { wordPlaces } from "../src/languages/gazetteer.ts";
import { languages } from "../src/languages/index.ts";
import { lexicon, phrasesByValue } from "../src/lexicon/lexicon.ts";
import { contextClasses } from "../src/lexicon/word-classes.ts";
import { loadCases, loadVocabulary, NOW } from "./corpus.ts";
import { read, vocabulary } from "./helpers.ts";

/** Queries whose subject the names below contain: a stored name of exactly these words is meant then. */
const SUBJECTS = new Set([
  "commercial property in Leeds",
  "barn conversion in Cornwall with 4 bedrooms",
  "Altbau nach 1900 gebaut in Wien, 3. Stock",
]);
const queries = languages
  .flatMap(({ code }) => loadCases(code).map(({ q }) => q))
  .filter((query) => !SUBJECTS.has(query));
/** Names that the corpus uses as places. */
const wanted = new Set(loadVocabulary().places.map(({ name }) => name.toLowerCase()));

const phrases = new Set<string>();
for (const { tables } of languages) {
  for (const [cls, words] of Object.entries(tables)) {
    // Words that rules only look at beside other words are not reserved.
    if (cls in contextClasses) continue;
    for (const [, list] of phrasesByValue(words)) for (const phrase of list) phrases.add(phrase);
  }
}
const odd = [
  ..."0123456789".split(""),
  "10",
  "300",
  "2015",
  "300k",
  "3 bed",
  "2 bed flat",
  "under 300k",
  "a",
  "A",
  "-",
  "+",
];
const queryLike = ["flat in Valencia", "Valencia flat", "in Leeds", "2 bed Leeds", "near Leeds", "house Sacramento"];
const names = [...new Set([...wordPlaces, ...lexicon.owned.keys(), ...phrases, ...odd, ...queryLike])];

function withHostileNames(added: Partial<VocabularyInput>): VocabularyInput {
  const input = loadVocabulary();
  return {
    places: [...input.places, ...(added.places ?? [])],
    types: [...input.types, ...(added.types ?? [])],
    features: [...input.features, ...(added.features ?? [])],
    ...(input.categories ? { categories: [...input.categories, ...(added.categories ?? [])] } : {}),
  };
}

function holds(added: Partial<VocabularyInput>): void {
  const words = buildVocabulary(withHostileNames(added));
  const changed: string[] = [];
  for (const query of queries) {
    const before = JSON.stringify(interpret(query, vocabulary, NOW));
    const after = JSON.stringify(interpret(query, words, NOW));
    if (before !== after) changed.push(`${query}\n  ${before}\n  ${after}`);
  }
  expect(changed.join("\n"), `${changed.length} changed`).to.equal("");
}

const listed = names.map((name) => ({ name, count: 1 }));
/** One wording per feature, because the most frequent wording determines the name. */
const oncePerFeature = [...new Map(listed.map((entry) => [canonicalFeature(entry.name), entry])).values()];

describe("hostile names in listings", () => {
  it("reserved words as types do not change any query of the corpus", () => holds({ types: listed }));

  it("reserved words as features do not change any query of the corpus", () => holds({ features: oncePerFeature }));

  it("reserved words as categories do not change any query of the corpus", () => holds({ categories: listed }));

  for (const level of ["city", "community", "region", "postalCode"] as const) {
    it(`reserved words as names of level ${level} do not change any query of the corpus`, () =>
      holds({
        places: listed.filter(({ name }) => !wanted.has(name.toLowerCase())).map((place) => ({ ...place, level })),
      }));
  }

  it("a form of a name that is a reserved word is not a name", () => {
    holds({ types: ["thi", "wa", "withs", "unders", "ins"].map((name) => ({ name, count: 1 })) });
    holds({ features: ["thi", "wa", "withs", "unders", "ins"].map((name) => ({ name, count: 1 })) });
  });

  it("types, features and places with other words are recognized", () => {
    const words = buildVocabulary(
      withHostileNames({
        types: [{ name: "Hobbit House", count: 1 }],
        features: [{ name: "Solar panel", count: 1 }],
        places: [
          { name: "Mountain View", level: "city", count: 3 },
          { name: "Green Valley", level: "city", count: 3 },
          { name: "Garden Grove", level: "city", count: 3 },
          { name: "1234 AB", level: "postalCode", count: 3 },
        ],
      }),
    );
    expect(read("hobbit house in Leeds", words).filters.propertyTypes).to.deep.equal(["Hobbit House"]);
    expect(read("castle in Leeds", words).filters.propertyTypes).to.deep.equal(["Castle"]);
    expect(read("house with solar panels in Leeds", words).filters.features).to.deep.equal(["solar_panels"]);
    expect(read("house in Mountain View", words).filters.cities).to.deep.equal(["Mountain View"]);
    expect(read("house in Green Valley", words).filters.cities).to.deep.equal(["Green Valley"]);
    expect(read("house in Garden Grove", words).filters.cities).to.deep.equal(["Garden Grove"]);
    expect(read("house in 1234 AB", words).filters.postalCodes).to.deep.equal(["1234 AB"]);
  });

  it("a region stored as two letters that are a word is found where a state is meant", () => {
    const words = buildVocabulary(withHostileNames({ places: [{ name: "IN", level: "region", count: 3 }] }));
    expect(read("flat in Springfield, IN", words).filters.regions).to.deep.equal(["IN"]);
  });

  it("a feature is named by its most frequent wording", () => {
    const words = buildVocabulary(withHostileNames({ features: [{ name: "swimming pool", count: 1 }] }));
    expect(read("house with pool", words).filters.features).to.deep.equal(read("house with pool").filters.features);
  });
});
