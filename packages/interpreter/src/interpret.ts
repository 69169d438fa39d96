import { isContent, type InterpretedQuery, type Mention } from "./model.ts";
import { read } from "./read.ts";
import { TIERS } from "./readers/index.ts";
import { resolve } from "./resolve/index.ts";
import { SCOPE_PASSES } from "./scope/index.ts";
import { correctSpelling } from "./text/correct-spelling.ts";
import { detectLanguages } from "./text/detect-languages.ts";
import { splitCompounds } from "./text/split-compounds.ts";
import { TaggedQuery } from "./text/tagged-query.ts";
import { lexicon } from "./lexicon/lexicon.ts";
import { tokenize } from "./text/tokenize.ts";
import type { Vocabulary } from "./lexicon/vocabulary.ts";

export const NOT_A_PROPERTY_QUERY = { notAPropertyQuery: true } as const;

/**
 * Interprets a plain-language query. A pure function: places, types and features come from the vocabulary, the time from
 * `now`. The caller converts `near` of the result to `geo.radius`. Never throws.
 */
export function interpret(
  text: string,
  vocabulary: Vocabulary,
  now: Date,
): InterpretedQuery | { notAPropertyQuery: true } {
  const query = tag(text, vocabulary, now);
  const mentions = mentionsOf(query);
  return isAboutProperty(query, mentions) ? resolve(query, mentions) : NOT_A_PROPERTY_QUERY;
}

/** What a query mentions, after all scope passes: for explanations. */
export function mentionsOf(query: TaggedQuery): readonly Mention[] {
  return SCOPE_PASSES.reduce((mentions, pass) => pass(query, mentions), read(query, TIERS));
}

/** Tokenizes a query, detects its languages, corrects its spelling and looks up its words. */
export function tag(text: string, vocabulary: Vocabulary, now: Date): TaggedQuery {
  const tokens = splitCompounds(tokenize(text));
  const spoken = detectLanguages(tokens);
  const written = new TaggedQuery(text, tokens, spoken, vocabulary, now);
  const corrected = correctSpelling(written);
  if (corrected.every((token, i) => token === tokens[i])) return written;
  const query = new TaggedQuery(text, corrected, spoken, vocabulary, now);
  return tellsLanguage(query) ? query : new TaggedQuery(text, corrected, detectLanguages(corrected), vocabulary, now);
}

/** "Whonung in München": if nothing else tells the language of a query, a misspelt property type does. */
function tellsLanguage(query: TaggedQuery): boolean {
  if (query.length === 1) return true;
  const misspelt = query.tokens.some(
    ({ correctedFrom, norm }) => correctedFrom !== undefined && lexicon.foreign.has(norm) && lexicon.isType(norm),
  );
  return !misspelt || query.tokens.some((_, i) => query.has(i, "type", "bed", "feature", "listing", "status"));
}

/**
 * Whether a text is a property query: something of a property, or a place, was recognized. Wording of questions and commands
 * about other subjects counts against it.
 */
export function isAboutProperty(query: TaggedQuery, mentions: readonly Mention[]): boolean {
  const places = mentions.filter(({ dimension }) => dimension === "place" || dimension === "near").length;
  const contents = mentions.filter((one) => one.about ?? isContent(one)).length - places;
  const offTopic = mentions.filter((one) => !isContent(one) && query.tag(one.from, "offtopic")?.value === "").length;
  if (offTopic > 0) return contents >= 2 && contents + places > 2 * offTopic + 1;
  return contents + places > 0 || mentions.some(({ dimension }) => dimension === "generic");
}
