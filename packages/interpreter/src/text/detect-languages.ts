import { languages, lexicon } from "../lexicon.ts";
import type { Token } from "../tokens.ts";

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
  const written = lexicon.written.get(raw);
  if (written !== undefined) return written;
  return lexicon.common.has(norm) || lexicon.bigPlaces.has(norm) ? 0 : (lexicon.foreign.get(norm) ?? 0);
}

export function isSpoken(spoken: number, code: string): boolean {
  return languages.some((language, i) => language.code === code && (spoken & (1 << i)) !== 0);
}
