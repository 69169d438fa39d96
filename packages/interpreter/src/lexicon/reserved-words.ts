import { nameWords } from "../text/fold.ts";
import { bigPlaces, distinctPlaces, wordPlaces } from "../languages/gazetteer.ts";
import { languages } from "../languages/index.ts";
import { lexicon } from "./lexicon.ts";
import type { WordClass } from "./word-classes.ts";

/**
 * Names from the listings of any organization are part of the vocabulary for all queries. A name must therefore not consist
 * of reserved words only ("in", "for rent", "2 bed"): it would change the meaning of these words for all users.
 */

const PLACES = new Set([...bigPlaces, ...wordPlaces, ...distinctPlaces].map((name) => nameWords(name).join(" ")));
const SCENIC_TYPES = new Set(languages.flatMap(({ scenicTypes = [] }) => scenicTypes));
/** Words of these kinds begin something to be understood, whatever follows. */
const LEADING: readonly WordClass[] = ["type", "bed", "bath", "listing", "op", "between", "not", "near"];

function isOwned(word: string): boolean {
  return lexicon.owned.has(word) || !/\p{L}/u.test(word) || /^(?!\p{Script=Han})\p{L}$/u.test(word);
}

/** Whether all words are reserved words, numbers or single letters. */
export function ownedOnly(words: readonly string[]): boolean {
  return words.every((word) => isOwned(word));
}

/** "flat in Valencia" is a query, not a name: reserved words around the name of another place. */
export function isQuery(words: readonly string[], isPlace: (word: string) => boolean): boolean {
  if (words.length < 2) return false;
  const leads = words.some((word, i) => {
    const classes = lexicon.owned.get(word);
    if (!classes) return i === 0 && isOwned(word);
    return LEADING.some((cls) => classes.has(cls)) || (i === 0 && classes.has("in"));
  });
  return leads && words.every((word) => isOwned(word) || isPlace(word));
}

/** Real places whose names are words ("Nice", "Old Town"), and names of two words for landscape ("Green Valley"). */
export function isWordPlace(words: readonly string[]): boolean {
  if (PLACES.has(words.join(" "))) return true;
  return words.length > 1 && words.every((word) => isScenery(word)) && lexicon.tree.at(words).length === 0;
}

function isScenery(word: string): boolean {
  const classes = lexicon.owned.get(word);
  return classes !== undefined && classes.has("viewOf") && !classes.has("feature") && !classes.has("type");
}

/** A code has a digit, and is not a number with a word of the grammar ("3 bed"). */
export function isPostalCode(words: readonly string[]): boolean {
  if (!words.some((word) => /\d/.test(word))) return false;
  if (words.some((word) => /^\p{L}{3,}$/u.test(word) && lexicon.owned.has(word))) return false;
  return /^\d{4,6}$/.test(words[0] ?? "") || !isQuery(words, () => false);
}

export function isWordType(words: readonly string[]): boolean {
  return words.length === 1 && SCENIC_TYPES.has(words[0] ?? "");
}
