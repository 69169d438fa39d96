import type { WordClass } from "../lexicon/word-classes.ts";

/**
 * The phrases of a word class in natural spelling, or the phrases of each value if the class has values. If several values
 * share a phrase, the first one counts. Upper case, accents and hyphens make no difference: "U-Bahn" matches "u bahn". An
 * apostrophe at the end is an elision: "près d'" matches "près d'Arles".
 */
export type Words = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** The phrases of word classes. A language need not have words of every class. */
export type Tables = Readonly<Partial<Record<WordClass, Words>>>;

/** How a language writes the names of places. */
export interface PlaceNames {
  /** Articles at the beginning, which may be omitted: "The Hague". */
  readonly articles?: readonly string[];
  /** Words with which a place is distinguished from others of its name: "Frankfurt am Main". */
  readonly connectors?: readonly string[];
  /** Words that names contain in full or abbreviated: "Saint" or `St`. */
  readonly abbreviations?: Readonly<Record<string, string>>;
  /** What is written instead of letters that other keyboards lack: "Muenchen". */
  readonly transliterations?: Readonly<Record<string, string>>;
}

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
  /** Words whose dot ends no phrase: "sq. ft.". */
  readonly abbreviations?: readonly string[];
  /** Words that are written together with the next one, without their apostrophe: "l'appartement". */
  readonly elisions?: readonly string[];
  readonly placeNames?: PlaceNames;
  /** Names of property types in listings that are rare in queries, by type. */
  readonly storedTypes?: Readonly<Record<string, readonly string[]>>;
  /** Kinds of property which the tables know only as something to look at: "castle". */
  readonly scenicTypes?: readonly string[];
  /** Common words that spelling correction never changes. */
  readonly words: readonly string[];
}
