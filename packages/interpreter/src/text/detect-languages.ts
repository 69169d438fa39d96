import { languages } from "../languages/index.ts";
import { lexicon } from "../lexicon/lexicon.ts";
import type { Token } from "./tokenize.ts";

/**
 * Detects the languages of a query. A language is detected by a word that no other language has. A word of several languages
 * counts for those of them that have the most words of the query in this spelling.
 * @returns bit set of indexes into `languages`; English is always included
 */
export function detectLanguages(tokens: readonly Token[]): number {
  let certain = 0;
  let shared = 0;
  for (const token of tokens) {
    const spoken = languagesOf(token);
    if ((spoken & (spoken - 1)) === 0) certain |= spoken;
    else shared |= spoken;
  }
  if (shared === 0) return 1 | certain;
  const counts = languages.map((_, i) => (((certain | shared) & (1 << i)) === 0 ? 0 : wordsOf(tokens, i)));
  const most = Math.max(...counts.filter((_, i) => certain === 0 || (certain & (1 << i)) !== 0));
  return counts.reduce((bits, count, i) => (count > 0 && count >= most ? bits | (1 << i) : bits), 1 | certain);
}

/** The number of words of a language that have its spelling. */
function wordsOf(tokens: readonly Token[], language: number): number {
  return tokens.filter(({ raw }) => ((lexicon.spellings.get(raw.toLowerCase()) ?? 0) & (1 << language)) !== 0).length;
}

function languagesOf({ norm, raw }: Token): number {
  const distinctive = lexicon.distinctive.get(raw);
  if (distinctive !== undefined) return distinctive;
  return lexicon.common.has(norm) || lexicon.bigPlaces.has(norm) ? 0 : (lexicon.foreign.get(norm) ?? 0);
}
