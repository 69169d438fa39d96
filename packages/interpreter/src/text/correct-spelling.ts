import { editBound, type Near } from "./edit-distance.ts";
import { lexicon, skeleton } from "../lexicon/lexicon.ts";
import type { Token } from "./tokenize.ts";
import { placeAt, type TaggedQuery } from "./tagged-query.ts";

/**
 * Corrects unknown words to a word of the word tables, or to a word of a place if the query then contains the whole name of
 * that place. Never changes ordinary words and well-known places.
 * @returns the tokens; corrected ones have `correctedFrom`
 */
export function correctSpelling(query: TaggedQuery): readonly Token[] {
  const tokens = [...query.tokens];
  query.tokens.forEach((token, i) => {
    const word = correctionOf(query, i, tokens);
    if (word !== undefined) tokens[i] = { ...token, norm: word, correctedFrom: token.norm };
  });
  return tokens;
}

/** The correction of a token; `tokens` are the tokens with the corrections of the words before it. */
function correctionOf(query: TaggedQuery, i: number, tokens: readonly Token[]): string | undefined {
  const token = query.token(i);
  const word = token?.norm ?? "";
  if (token?.kind !== "word" || word.length < 4 || word.length > 24 || !/^\p{L}+$/u.test(word)) return undefined;
  // "Bed-Stuy": half of a name that is not known is no misspelling.
  if (token.capital && query.text.charAt(token.start - 1) === "-") return undefined;
  const { words, places } = query.vocabulary;
  if (lexicon.knows(word) || words.has(word) || places.step(word)) return undefined;
  const located = followsPreposition(query, i);
  const place = nearestPlaceWord(query, i, tokens, located);
  const name = token.capital && i > 0 && (located || continuesName(query, i));
  const keyword = name ? undefined : nearestKeyword(query, word);
  if (!keyword || !place) return (place ?? keyword)?.word;
  const closer = place.distance < keyword.distance || (located && place.distance === keyword.distance);
  return (closer ? place : keyword).word;
}

function followsPreposition(query: TaggedQuery, i: number): boolean {
  return (["in", "near", "from"] as const).some((cls) => query.tagBefore(i, cls) !== undefined);
}

/** "in Rose Vale": whether the capitalized words before a token, which are in no table, begin where a place is expected. */
function continuesName(query: TaggedQuery, i: number): boolean {
  let from = i;
  while (query.token(from - 1)?.capital && !query.place(from - 1) && !query.isTagged(from - 1)) from--;
  return from < i && followsPreposition(query, from);
}

function nearestKeyword(query: TaggedQuery, word: string): Near | undefined {
  const short = (word.length === 4 && withSwappedLetters(word)) || (word.length === 5 && withoutDoubledLetter(word));
  if (short) return { word: short, distance: 1, weight: 0 };
  // A short word has too many neighbours: one letter may be missing, none wrong; and it may be a correct word of another language.
  const foreign = word.length < 5 && (query.languages & ~1) !== 0;
  const found = foreign ? undefined : nearestSpoken(query, lexicon.fuzzy.find(word, editBound(word.length)));
  if (found && (word.length > 4 || found.word.length > word.length)) return found;
  return withoutVowels(word);
}

/**
 * The nearest word of the languages of a query; of equally near words, one of a language other than English. Words of other
 * languages count only if no language is detected, as a misspelt word may tell it.
 */
function nearestSpoken({ languages }: TaggedQuery, near: readonly Near[]): Near | undefined {
  const others = languages & ~1;
  if (others === 0) return near[0];
  const speaks = ({ word }: Near, bits: number): boolean => ((lexicon.correctable.get(word) ?? 0) & bits) !== 0;
  const [best] = near.filter((one) => speaks(one, languages));
  return near.find((one) => one.distance === best?.distance && speaks(one, others)) ?? best;
}

/** "grge", "prkng": a word written without its vowels, all but one at most. */
function withoutVowels(word: string): Near | undefined {
  if (word.length < 4 || word.slice(1).replace(/[^aeiou]/g, "").length > 1) return undefined;
  const whole = lexicon.skeletons.get(skeleton(word));
  return whole !== undefined && whole.length > word.length && whole.length <= word.length + 3
    ? { word: whole, distance: 1, weight: 0 }
    : undefined;
}

/** "hauss", "flatt": a short word with a doubled letter. */
function withoutDoubledLetter(word: string): string | undefined {
  for (let i = 0; i + 1 < word.length; i++) {
    const other = word.slice(0, i) + word.slice(i + 1);
    if (word.charAt(i) === word.charAt(i + 1) && lexicon.short.has(other)) return other;
  }
  return undefined;
}

/** "flta", "falt": a short word with two letters swapped. */
function withSwappedLetters(word: string): string | undefined {
  for (let i = 0; i + 1 < word.length; i++) {
    const other = word.slice(0, i) + word.charAt(i + 1) + word.charAt(i) + word.slice(i + 2);
    if (lexicon.short.has(other)) return other;
  }
  return undefined;
}

/** The word of a place with which the query contains the whole name of the place. */
function nearestPlaceWord(
  { vocabulary }: TaggedQuery,
  i: number,
  tokens: readonly Token[],
  located: boolean,
): Near | undefined {
  const token = tokens[i];
  if (!token) return undefined;
  const word = token.norm;
  const bound = located ? editBound(word.length) : word.length > 8 ? 2 : word.length > 4 ? 1 : 0;
  if (bound === 0) return undefined;
  return vocabulary.placeWords
    .find(word, bound)
    .slice(0, 8)
    .find((candidate) => {
      const corrected = tokens.with(i, { ...token, norm: candidate.word });
      for (let from = Math.max(0, i - 4); from <= i; from++)
        if ((placeAt(vocabulary, corrected, from)?.end ?? 0) > i) return true;
      return false;
    });
}
