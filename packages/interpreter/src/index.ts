import { amounts } from "./amounts.ts";
import { conclude } from "./conclude.ts";
import { dates } from "./dates.ts";
import { fees } from "./fees.ts";
import { asksForProperty } from "./finish.ts";
import { floors } from "./floors.ts";
import { geo } from "./geo.ts";
import { moves } from "./moves.ts";
import { negation } from "./negation.ts";
import { protectedWording } from "./protected.ts";
import { signed } from "./excluded-amounts.ts";
import type { InterpretedQuery } from "./result.ts";
import { Scan } from "./scan.ts";
import { limits, sorting } from "./sort.ts";
import { correctSpelling } from "./spelling.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { negativeFeature, preference, quoted, type Rule, words } from "./wording.ts";
import { ageLimit, years } from "./years.ts";

export { aWord, fold } from "./fold.ts";
export { canonicalFeature, expandFeature, plainFeature } from "./features.ts";
export { canonicalType, expandType, typeKey } from "./types.ts";
export { buildVocabulary, vocabularySteps } from "./vocabulary.ts";
export type { Vocabulary, VocabularyInput } from "./vocabulary.ts";
export type * from "./result.ts";

const RULES: readonly Rule[] = [
  quoted,
  protectedWording,
  dates,
  moves,
  geo,
  fees,
  signed,
  negativeFeature,
  ageLimit,
  years,
  floors,
  limits,
  amounts,
  negation,
  sorting,
  preference,
  words,
];

const NOT_A_PROPERTY_QUERY = { notAPropertyQuery: true } as const;

/**
 * Interprets a plain-language query. A pure function: places, types and features come from the vocabulary, the time from
 * `now`. The caller converts `near` of the result to `geo.radius`. Never throws.
 */
export function interpret(
  query: string,
  vocabulary: Vocabulary,
  now: Date,
): InterpretedQuery | { notAPropertyQuery: true } {
  const scan = new Scan(query, vocabulary, now);
  if (scan.length === 0) return NOT_A_PROPERTY_QUERY;
  correctSpelling(scan);
  let i = 0;
  while (i < scan.length) {
    let end = 0;
    for (const rule of RULES) {
      end = rule(scan, i);
      if (end > i) break;
    }
    if (end > i) {
      i = end;
      continue;
    }
    const token = scan.token(i);
    if (token?.kind === "symbol") {
      scan.mark(i, i + 1, "break");
      if (/^[,.;!?]$/.test(token.norm)) {
        scan.soft = false;
        if (scan.alternative) scan.alternative.listed = false;
      }
    } else {
      // "Paris 11e": the suffix of an ordinal belongs to it.
      const ordinal =
        token?.kind === "number" && scan.token(i + 1)?.glued && /^(?:e|er|eme|th|st|nd|rd)$/.test(scan.norm(i + 1));
      scan.mark(i, ordinal ? i + 2 : i + 1, "unknown");
      if (ordinal) i++;
    }
    i++;
  }
  if (!asksForProperty(scan)) return NOT_A_PROPERTY_QUERY;
  return conclude(scan);
}
