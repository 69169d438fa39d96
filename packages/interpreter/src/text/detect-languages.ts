import { lexicon } from "../lexicon/lexicon.ts";
import type { Token } from "./tokenize.ts";

/**
 * Detects the languages of a query.
 * @returns bit set of indexes into `languages`. English is always included. A word of several languages counts only if no
 * word of a single language occurs.
 */
export function detectLanguages(tokens: readonly Token[]): number {
  let certain = 0;
  let shared = 0;
  for (const token of tokens) {
    const spoken = languagesOf(token);
    if ((spoken & (spoken - 1)) === 0) certain |= spoken;
    else shared |= spoken;
  }
  return 1 | (certain === 0 ? shared : certain);
}

function languagesOf({ norm, raw }: Token): number {
  const distinctive = lexicon.distinctive.get(raw);
  if (distinctive !== undefined) return distinctive;
  return lexicon.common.has(norm) || lexicon.bigPlaces.has(norm) ? 0 : (lexicon.foreign.get(norm) ?? 0);
}
