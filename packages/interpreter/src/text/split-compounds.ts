import { lexicon } from "../lexicon/lexicon.ts";
import type { Token } from "./tokenize.ts";

/** Splits compounds: "Mietwohnung" is read as two words. */
export function splitCompounds(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => {
    const length = token.kind === "word" && token.norm.length === token.raw.length ? lexicon.compound(token.norm) : 0;
    if (length === 0) return token;
    const at = token.start + length;
    return [
      { ...token, end: at, norm: token.norm.slice(0, length), raw: token.raw.slice(0, length) },
      { ...token, start: at, norm: token.norm.slice(length), raw: token.raw.slice(length), glued: true },
    ];
  });
}
