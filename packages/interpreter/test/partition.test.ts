import { expect } from "chai";
import * as fc from "fast-check";
import { interpret } from "../src/index.ts";
import { mentionsOf, tag } from "../src/interpret.ts";
import { languages } from "../src/languages/index.ts";
import { phrasesByValue } from "../src/lexicon/lexicon.ts";
import type { WordClass } from "../src/lexicon/word-classes.ts";
import type { Mention } from "../src/model.ts";
import type { TaggedQuery } from "../src/text/tagged-query.ts";
import { loadCases, loadVocabulary, NOW } from "./corpus.ts";
import { read, vocabulary } from "./helpers.ts";

/** Words without a meaning of their own: grammar, and words that only change the polarity of others. */
const FUNCTION_CLASSES: readonly WordClass[] = [
  "stop",
  "joiner",
  "in",
  "from",
  "withWord",
  "hello",
  "generic",
  "question",
  "conj",
  "nor",
  "soft",
  "softAfter",
  "must",
  "needed",
];
/** Rules that read words which belong to the mention before or after them. */
const AUXILIARY_RULES = ["negation/verb", "price/word-after"];

/** Descriptions of gaps and overlaps: mentions are adjacent, in order, and contain all tokens. */
function breaks(query: TaggedQuery, mentions: readonly Mention[]): string[] {
  const ends = mentions.map(({ to }) => to);
  const found = mentions.flatMap(({ from, to, rule }, i) =>
    from === (ends[i - 1] ?? 0) && to > from ? [] : `${rule}: ${from} to ${to} after ${ends[i - 1] ?? 0}`,
  );
  return (ends.at(-1) ?? 0) === query.length ? found : [...found, `end: ${ends.at(-1) ?? 0} of ${query.length}`];
}

/** Whether each token is part of a phrase of function words. A negation is none, although it may join two things. */
function functional(query: TaggedQuery, mentions: readonly Mention[]): boolean[] {
  const found = query.tokens.map(() => false);
  query.tokens.forEach((_, i) => {
    const phrases = FUNCTION_CLASSES.flatMap((cls) =>
      cls === "withWord" && query.has(i, "not") ? [] : query.tags(i, cls),
    );
    // A preposition, unless it contains a distance: "walking distance to".
    const near = query.tags(i, "near").filter(({ value }) => value === "");
    for (const { end } of [...phrases, ...near]) found.fill(true, i, end);
  });
  for (const { rule, dimension, from, to } of mentions)
    if (dimension === "function" && AUXILIARY_RULES.includes(rule)) found.fill(true, from, to);
  return found;
}

/** The words and numbers of a query that the interpretation neither uses nor reports. */
function dropped(text: string): string[] {
  const result = interpret(text, vocabulary, NOW);
  if ("notAPropertyQuery" in result) return [];
  const accounted = Array.from({ length: text.length }, () => false);
  for (const { start, end } of result.spans) accounted.fill(true, start, end);
  for (const phrase of [...result.unresolved, ...result.corrections.map(({ from }) => from)])
    for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
      accounted.fill(true, at, at + phrase.length);
  const query = tag(text, vocabulary, NOW);
  const isFunctional = functional(query, mentionsOf(query));
  return query.tokens.flatMap(({ kind, start, raw }, i) =>
    kind === "symbol" || accounted[start] || isFunctional[i] ? [] : raw,
  );
}

const phrasesOf = languages.map(({ tables }) =>
  Object.values(tables).flatMap((words) => phrasesByValue(words).flatMap(([, phrases]) => phrases)),
);
const names = loadVocabulary().places.map(({ name }) => name);
const numbers = ["1", "2", "3", "10", "45", "2.5", "300k", "1990", "300000", "1,200", "80"];
const symbols = [",", ".", "-", "/", "+", "&", '"', "€"];

/** Words of one language and of English, as a user may mix them, with names, numbers and punctuation. */
const randomQuery = fc
  .constantFrom(...phrasesOf)
  .chain((own) =>
    fc
      .array(
        fc.oneof(
          { weight: 11, arbitrary: fc.constantFrom(...own) },
          { weight: 2, arbitrary: fc.constantFrom(...(phrasesOf[0] ?? [])) },
          { weight: 2, arbitrary: fc.constantFrom(...names) },
          { weight: 3, arbitrary: fc.constantFrom(...numbers) },
          { weight: 1, arbitrary: fc.constantFrom(...symbols) },
          { weight: 1, arbitrary: fc.constantFrom("zorbly", "Kwyjibo") },
        ),
        { minLength: 1, maxLength: 9 },
      )
      .map((words) => words.join(" ")),
  );

const RUNS = { numRuns: 600 };

describe("partition of the query", () => {
  it("random words of all languages › mentions contain each token exactly once", () => {
    fc.assert(
      fc.property(randomQuery, (text) => {
        const query = tag(text, vocabulary, NOW);
        expect(breaks(query, mentionsOf(query))).to.deep.equal([]);
      }),
      RUNS,
    );
  });

  it("random words of all languages › each word is used, reported, corrected or a function word", () => {
    fc.assert(
      fc.property(randomQuery, (text) => {
        expect(dropped(text)).to.deep.equal([]);
      }),
      RUNS,
    );
  });

  it("queries of the corpora › each word is used, reported, corrected or a function word", () => {
    for (const { q } of languages.flatMap(({ code }) => loadCases(code))) expect(dropped(q), q).to.deep.equal([]);
  });

  const reported: [text: string, filters: object, unresolved: string[]][] = [
    [
      "residential listings in Elk Grove, no condos",
      { propertyCategories: ["residential"], cities: ["Elk Grove"], excludePropertyTypes: ["apartment"] },
      [],
    ],
    ["homes of type villa", { propertyTypes: ["villa"] }, []],
    ["recently sold house", { propertyTypes: ["house"], status: ["sold"] }, ["recently"]],
    ["flat without price in Leeds", { propertyTypes: ["apartment"], cities: ["Leeds"] }, ["without price"]],
    ["houses and prices in Leeds", { propertyTypes: ["house"], cities: ["Leeds"] }, ["prices"]],
    ["house walking distance to the beach", { propertyTypes: ["house"] }, ["walking distance to the beach"]],
    ["house near the beach", { propertyTypes: ["house"] }, ["beach"]],
    ["house in Leeds, no", { propertyTypes: ["house"], cities: ["Leeds"] }, ["no"]],
  ];
  for (const [text, filters, unresolved] of reported)
    it(`${text} › no word is dropped`, () => {
      expect(dropped(text)).to.deep.equal([]);
      const result = read(text);
      expect([result.filters, result.unresolved]).to.deep.equal([filters, unresolved]);
    });
});
