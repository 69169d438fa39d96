import { invalid } from "@plat/contracts";
import { searchable } from "../indexing/document.ts";
import type { Part } from "./filters.ts";
import { aWord } from "@plat/interpreter";
import type { Clause } from "../elasticsearch/listing-index.ts";

const fields = ["text.title", "text.features", "text.address", "text.description"];
/** More words than these all must match, but do not raise. */
const rankedMax = 24;

const wordsOf = (text: string): string[] =>
  searchable(text)
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => aWord.test(word));

/** All words, anywhere in the four fields together. @throws AppError `validation_failed` for a text without any word */
export function textPart(text: string): Part {
  if (!aWord.test(text)) throw invalid([{ in: "body", pointer: "/text", detail: "must hold at least one word" }]);
  const match = { query: searchable(text), type: "cross_fields", operator: "and", fields };
  return { name: "text", filter: [{ multi_match: match }], exclude: [] };
}

const raise = (match: Clause, boost: number): Clause => ({ constant_score: { filter: match, boost } });

/**
 * What raises a listing that mentions these words: each word by the fields it is in, and the words in a row. The score
 * of a listing depends on itself alone, so pages stay put while other listings change, and all shards agree.
 */
export function relevance(texts: readonly string[]): Clause[] {
  const words = [...new Set(texts.flatMap(wordsOf))].slice(0, rankedMax);
  const weights = { "text.title": 4, "text.features": 2, "text.address": 2, "text.description": 1 };
  const single = words.flatMap((word) =>
    Object.entries(weights).map(([field, boost]) =>
      raise({ match: { [field]: { query: word, operator: "and" } } }, boost),
    ),
  );
  const phrases = texts
    .filter((text) => wordsOf(text).length > 1)
    .flatMap((text) => [
      raise({ match_phrase: { "text.title": searchable(text) } }, 8),
      raise({ match_phrase: { "text.description": searchable(text) } }, 3),
    ]);
  return [...single, ...phrases];
}

/** Fragments of plain text with the words between `<em>` and `</em>`. */
export const highlightRequest = (texts: readonly string[]): Clause => ({
  type: "unified",
  pre_tags: ["<em>"],
  post_tags: ["</em>"],
  number_of_fragments: 3,
  fragment_size: 150,
  highlight_query: {
    multi_match: { query: texts.map(searchable).join(" "), type: "most_fields", operator: "or", fields },
  },
  fields: Object.fromEntries(fields.map((field) => [field, {}])),
});

/** Highlights by the names that answers use. */
export function readHighlights(found: Record<string, string[]> | undefined): Record<string, string[]> | undefined {
  if (found === undefined) return undefined;
  return Object.fromEntries(Object.entries(found).map(([field, fragments]) => [field.replace("text.", ""), fragments]));
}
