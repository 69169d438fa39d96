import { invalid } from "@plat/contracts";
import { toSearchableText } from "./normalization.ts";
import type { FilterPart } from "./filters.ts";
import { aWord } from "@plat/interpreter";
import type { Clause } from "./query.ts";

const fields = ["text.title", "text.features", "text.address", "text.description"];
/** Number of words that affect the score; further words must match, too, but do not affect it. */
const boostedWordsMax = 24;

const splitWords = (text: string): string[] =>
  toSearchableText(text)
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => aWord.test(word));

/** The filter of a full-text search: every word in any of the fields. @throws AppError `validation_failed` without a word */
export function textFilterPart(text: string): FilterPart {
  if (!aWord.test(text)) throw invalid([{ in: "body", pointer: "/text", detail: "must contain at least one word" }]);
  const match = { query: toSearchableText(text), type: "cross_fields", operator: "and", fields };
  return { name: "text", filter: [{ multi_match: match }], exclude: [] };
}

const boosted = (match: Clause, boost: number): Clause => ({ constant_score: { filter: match, boost } });

/**
 * Clauses that raise the score of listings with these words: per word and field, and for phrases. The score depends only
 * on the listing itself, so that it is equal on all shards and pages do not shift when other listings change.
 */
export function boostClauses(texts: readonly string[]): Clause[] {
  const words = [...new Set(texts.flatMap(splitWords))].slice(0, boostedWordsMax);
  const weights = { "text.title": 4, "text.features": 2, "text.address": 2, "text.description": 1 };
  const single = words.flatMap((word) =>
    Object.entries(weights).map(([field, boost]) =>
      boosted({ match: { [field]: { query: word, operator: "and" } } }, boost),
    ),
  );
  const phrases = texts
    .filter((text) => splitWords(text).length > 1)
    .flatMap((text) => [
      boosted({ match_phrase: { "text.title": toSearchableText(text) } }, 8),
      boosted({ match_phrase: { "text.address": toSearchableText(text) } }, 5),
      boosted({ match_phrase: { "text.description": toSearchableText(text) } }, 3),
    ]);
  return [...single, ...phrases];
}

/** Requests fragments of plain text with the words between `<em>` and `</em>`. */
export const highlightRequest = (texts: readonly string[]): Clause => ({
  type: "unified",
  pre_tags: ["<em>"],
  post_tags: ["</em>"],
  number_of_fragments: 3,
  fragment_size: 150,
  highlight_query: {
    multi_match: { query: texts.map(toSearchableText).join(" "), type: "most_fields", operator: "or", fields },
  },
  fields: Object.fromEntries(fields.map((field) => [field, {}])),
});

/** Highlights by the names of the API's fields. */
export function readHighlights(found: Record<string, string[]> | undefined): Record<string, string[]> | undefined {
  if (found === undefined) return undefined;
  return Object.fromEntries(Object.entries(found).map(([field, fragments]) => [field.replace("text.", ""), fragments]));
}
