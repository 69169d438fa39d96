import type { WordClass } from "../lexicon/word-classes.ts";

/**
 * The phrases of a word class in natural spelling, or the phrases of each value if the class has values. If several values
 * share a phrase, the first one counts. Upper case, accents and hyphens make no difference: "U-Bahn" matches "u bahn". An
 * apostrophe at the end is an elision: "près d'" matches "près d'Arles".
 */
export type Words = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** The phrases of word classes. A language need not have words of every class. */
export type Tables = Readonly<Partial<Record<WordClass, Words>>>;

/** The words of one language. A language consists of data only: the rules are the same for all languages. */
export interface Language {
  /** ISO 639-1 code; the name of the folder. */
  readonly code: string;
  readonly tables: Tables;
  /** Parts of compounds that are read as two words: "Miet|wohnung". */
  readonly compounds?: { readonly first: readonly string[]; readonly last: readonly string[] };
  /** Words that identify the language as they are written, although words of other languages have the same folded form: "où". */
  readonly distinctive?: readonly string[];
  /** Words of this language that mean something else in others: Portuguese "no" is "in the". */
  readonly homographs?: readonly string[];
  /** Common words that spelling correction never changes. */
  readonly words: readonly string[];
}
