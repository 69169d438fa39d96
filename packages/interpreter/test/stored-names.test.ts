import { expect } from "chai";
import { assert, constantFrom, property, tuple, uniqueArray } from "fast-check";
import { buildVocabulary, type VocabularyInput } from "../src/index.ts";
import { lexicon } from "../src/lexicon/lexicon.ts";
import { loadVocabulary } from "./corpus.ts";
import { read } from "./helpers.ts";

const FIELDS = { city: "cities", community: "communities", region: "regions", postalCode: "postalCodes" } as const;

/** Queries that mean a stored name, whatever else its words mean. */
const queriesOf = (name: string): string[] => [name, `homes in ${name}`, `${name} for sale`];

describe("stored names", () => {
  const ORDINARY = new Set([
    "vague",
    "viewOf",
    "feature",
    "type",
    "category",
    "country",
    "month",
    "lot",
    "roomAdjective",
  ]);
  /** Words of places that the tables of some language reserve. */
  const words = [...lexicon.owned]
    .filter(
      ([word, classes]) =>
        /^[a-z]{4,}$/.test(word) && classes.size > 0 && [...classes].every((cls) => ORDINARY.has(cls)),
    )
    .map(([word]) => word);
  const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

  it("place names of two ordinary words of any language › are found alone, after `in` and before `for sale`", () => {
    const name = tuple(constantFrom(...words), constantFrom(...words)).map((pair) => pair.map(title).join(" "));
    const isPhrase = (each: string): boolean => lexicon.tree.at(each.toLowerCase().split(" ")).length > 0;
    assert(
      property(uniqueArray(name, { minLength: 1, maxLength: 20 }), (names) => {
        const places = names.filter((each) => !isPhrase(each));
        const vocabulary = buildVocabulary({
          places: places.map((each) => ({ name: each, level: "community" as const, count: 3 })),
          types: [],
          features: [],
        });
        for (const each of places) {
          const query = `homes in ${each}`;
          expect(read(query, vocabulary).filters.communities, query).to.deep.equal([each]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("real names of ordinary words › are found alone, after `in` and before `for sale`", () => {
    const names: [name: string, level: keyof typeof FIELDS][] = [
      ["New South Wales", "region"],
      ["South Australia", "region"],
      ["Bath Beach", "community"],
      ["Green Point", "community"],
      ["Seven Hills", "community"],
      ["Ultimo", "community"],
      ["New Farm", "community"],
      ["Mill Park", "community"],
      ["Sans Souci", "community"],
      ["Granite Bay", "city"],
      ["Meadow Vista", "city"],
      ["Garden Valley", "city"],
    ];
    const input: VocabularyInput = {
      ...loadVocabulary(),
      places: [...loadVocabulary().places, ...names.map(([name, level]) => ({ name, level, count: 9 }))],
    };
    const vocabulary = buildVocabulary(input);
    for (const [name, level] of names)
      for (const query of queriesOf(name)) {
        const { filters, unresolved } = read(query, vocabulary);
        expect([filters[FIELDS[level]], unresolved], query).to.deep.equal([[name], []]);
      }
    expect(read("greenpoint apartments", vocabulary).filters.communities).to.deep.equal(["Green Point"]);
    expect(read("office New South Wales", vocabulary).filters.regions).to.deep.equal(["New South Wales"]);
  });

  it("every place of the corpus vocabulary › is found alone, after `in` and before `for sale`", () => {
    const input = loadVocabulary();
    const vocabulary = buildVocabulary(input);
    for (const { name } of input.places)
      for (const query of queriesOf(name)) {
        const { cities = [], communities = [], regions = [], postalCodes = [] } = read(query, vocabulary).filters;
        expect([...cities, ...communities, ...regions, ...postalCodes], query).to.deep.equal([name]);
      }
  });

  it("types and categories of ordinary words › are found alone and before a place", () => {
    const vocabulary = buildVocabulary({
      ...loadVocabulary(),
      types: ["Industrial", "Rural", "Hotel/Leisure", "Showroom", "Private room"].map((name) => ({ name, count: 5 })),
      categories: [{ name: "Residential", count: 5 }],
    });
    for (const name of ["Industrial", "Rural", "Hotel/Leisure"])
      for (const query of [name, `${name} in Leeds`, `${name} for sale`])
        expect(read(query, vocabulary).filters.propertyTypes, query).to.deep.equal([name]);
    expect(read("residential listings in Elk Grove, no condos", vocabulary).filters.propertyCategories).to.deep.equal([
      "Residential",
    ]);
  });
});

describe("longer names that the listings do not have", () => {
  it("half of a name › is neither a place nor corrected to another word", () => {
    const vocabulary = buildVocabulary({
      ...loadVocabulary(),
      places: [...loadVocabulary().places, { name: "Prospect", level: "community", count: 9 }],
    });
    for (const [query, phrase] of [
      ["homes near Prospect Park", "Prospect Park"],
      ["homes in Prospect Heights under 300k", "Prospect Heights"],
      ["Bed-Stuy townhouse", "Bed-Stuy"],
    ] as const) {
      const { filters, unresolved, corrections } = read(query, vocabulary);
      expect([filters.communities, filters.features, unresolved, corrections], query).to.deep.equal([
        undefined,
        undefined,
        [phrase],
        [],
      ]);
    }
    expect(read("homes near Prospect, park view", vocabulary).near?.place.name).to.equal("Prospect");
  });
});

describe("codes of regions", () => {
  it("a code in capitals after `in` › is the stored region that has it", () => {
    const regions = ["Queensland", "New South Wales", "Western Australia"];
    const vocabulary = buildVocabulary({
      places: regions.map((name) => ({ name, level: "region" as const, count: 5 })),
      types: [],
      features: [],
    });
    for (const [code, region] of [
      ["QLD", "Queensland"],
      ["NSW", "New South Wales"],
      ["WA", "Western Australia"],
    ] as const)
      expect(read(`offices in ${code}`, vocabulary).filters.regions, code).to.deep.equal([region]);
    expect(read("offices in WA").filters.regions).to.not.deep.equal(["Western Australia"]);
  });
});
