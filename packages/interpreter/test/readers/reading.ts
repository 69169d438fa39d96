import { tag } from "../../src/interpret.ts";
import type { Mention } from "../../src/model.ts";
import { read, type Rule } from "../../src/read.ts";
import { buildVocabulary } from "../../src/lexicon/vocabulary.ts";
import { loadVocabulary, NOW } from "../corpus.ts";

const vocabulary = buildVocabulary(loadVocabulary());

export const tagged = (text: string): ReturnType<typeof tag> => tag(text, vocabulary, NOW);

/** The mentions of a query that rules read, in the order of priority. */
export function readWith(rules: readonly Rule[], text: string): readonly Mention[] {
  return read(
    tagged(text),
    rules.map((rule) => [rule]),
  );
}

/** The words and the value of each mention other than function words: `["3 bed", {…}]`. */
export function valuesOf(rules: readonly Rule[], text: string): [words: string, dimension: string, value: unknown][] {
  const query = tagged(text);
  return readWith(rules, text)
    .filter(({ dimension }) => dimension !== "function")
    .map(({ dimension, value, from, to }) => [query.slice(from, to), dimension, value]);
}

/** The dimension and the range of each measure. */
export function rangesOf(rules: readonly Rule[], text: string): [dimension: string, range: unknown][] {
  return readWith(rules, text).flatMap(({ dimension, value }) =>
    typeof value === "object" && value !== null && "range" in value ? [[dimension, value.range]] : [],
  );
}
