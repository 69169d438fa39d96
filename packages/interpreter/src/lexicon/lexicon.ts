import { FuzzyIndex } from "../text/edit-distance.ts";
import { fold } from "../text/fold.ts";
import { bigPlaces } from "../languages/gazetteer.ts";
import { baseForms, singular } from "../languages/en/morphology.ts";
import { languages } from "../languages/index.ts";
import type { Words } from "../languages/language.ts";
import { contextClasses, wordClasses, type WordClass } from "./word-classes.ts";
import { tokenize } from "../text/tokenize.ts";

export interface Entry {
  readonly cls: WordClass;
  readonly value: string;
  /** Index into `languages`; 0 is English. */
  readonly language: number;
}

/** The values of a word class with their phrases. A class without values has the value "". */
export function phrasesByValue(words: Words | undefined): [value: string, phrases: readonly string[]][] {
  if (words === undefined) return [];
  return Array.isArray(words) ? [["", words]] : Object.entries(words);
}

/** The folded words of a phrase of a language. An apostrophe at the end is an elision ("d'" in "près d'"). */
export function phraseWords(phrase: string): string[] {
  return tokenize(phrase.replace(/['’]$/, "")).map((token) => token.norm);
}

/** The first letter of a word and its consonants, doubled ones once: "garage" and "grge" are "grg". */
export function skeleton(word: string): string {
  return (
    word.charAt(0) +
    word
      .slice(1)
      .replace(/[aeiou]/g, "")
      .replace(/(.)\1/g, "$1")
  );
}

/** A trie of phrases with one word per level. */
export class PhraseTree<T> {
  readonly items: T[] = [];
  readonly #next = new Map<string, PhraseTree<T>>();

  add(words: readonly string[], item: T, from = 0): void {
    const word = words[from];
    if (word === undefined) {
      this.items.push(item);
      return;
    }
    let next = this.#next.get(word);
    if (!next) this.#next.set(word, (next = new PhraseTree<T>()));
    next.add(words, item, from + 1);
  }

  step(word: string): PhraseTree<T> | undefined {
    return this.#next.get(word);
  }

  at(words: readonly string[], from = 0): T[] {
    const word = words[from];
    return word === undefined ? this.items : (this.#next.get(word)?.at(words, from + 1) ?? []);
  }
}

/** Word classes whose words spelling correction may produce. The short words of other classes are too similar to each other. */
const CORRECTABLE = new Set<WordClass>([
  "type",
  "feature",
  "bed",
  "bath",
  "listing",
  "op",
  "between",
  "area",
  "price",
  "sort",
  "sortBy",
  "near",
  "generic",
  "scale",
  "currency",
  "status",
  "floor",
  "floorWord",
  "soft",
  "must",
  "distance",
  "category",
  "number",
]);

class Lexicon {
  readonly tree = new PhraseTree<Entry>();
  /** First words of phrases with a bit set of their languages, for language detection. */
  readonly foreign = new Map<string, number>();
  /** Words that identify a language as they are written, although other words have the same folded form ("où" and "ou"). */
  readonly distinctive = new Map<string, number>();
  /** Words as the tables spell them, with a bit set of the languages other than English that have them. */
  readonly spellings = new Map<string, number>();
  /** Words that mean something else in other languages, with the index of the language. */
  readonly homographs = new Map<string, number>();
  readonly words = new Set<string>();
  /** Reserved words: every word of every table, with the classes of single-word phrases. Names in listings cannot redefine them. */
  readonly owned = new Map<string, Set<WordClass>>();
  readonly common = new Set<string>();
  readonly bigPlaces = new Set(bigPlaces.map(fold));
  readonly fuzzy = new FuzzyIndex();
  /** Words that spelling correction may produce, with a bit set of the languages that have them. */
  readonly correctable = new Map<string, number>();
  /** Types and views of four letters ("flat"), which are recognized with two letters swapped. */
  readonly short = new Set<string>();
  /** Correctable words by their consonant skeleton; the word with the highest weight wins. */
  readonly skeletons = new Map<string, string>();
  readonly #first = new Set<string>();
  readonly #last: string[] = [];

  constructor() {
    const correctable = new Map<string, number>();
    languages.forEach((language, index) => {
      for (const word of language.compounds?.first ?? []) this.#first.add(fold(word));
      this.#last.push(...(language.compounds?.last ?? []).map(fold));
      for (const word of language.words) this.common.add(fold(word));
      for (const word of language.distinctive ?? [])
        this.distinctive.set(word, (this.distinctive.get(word) ?? 0) | (1 << index));
      for (const word of language.homographs ?? []) this.homographs.set(fold(word), index);
      for (const cls of Object.keys({ ...wordClasses, ...contextClasses }) as WordClass[]) {
        for (const [value, phrases] of phrasesByValue(language.tables[cls])) {
          for (const phrase of phrases) this.#add(phrase, { cls, value, language: index }, correctable);
          if (cls === "feature") this.#add(value.replaceAll("_", " "), { cls, value, language: index }, correctable);
        }
      }
    });
    for (const [word, weight] of correctable) this.fuzzy.add(word, weight);
    for (const [word] of [...correctable].toSorted(([a, v], [b, w]) => w - v || a.length - b.length)) {
      const bones = skeleton(word);
      if (bones.length > 2 && !this.skeletons.has(bones)) this.skeletons.set(bones, word);
    }
  }

  /** Whether a word, or its base form, is an ordinary word. */
  knows(word: string): boolean {
    return this.words.has(word) || this.isCommon(word) || this.bigPlaces.has(word);
  }

  isCommon(word: string): boolean {
    if (this.common.has(word) || this.words.has(singular(word))) return true;
    return baseForms(word).some((base) => this.common.has(base));
  }

  isType(word: string): boolean {
    return this.tree.at([word]).some(({ cls }) => cls === "type");
  }

  /** Length of the first part of a compound ("Miet|wohnung"); 0 for other words. */
  compound(word: string): number {
    if (word.length < 7 || this.words.has(word)) return 0;
    for (const last of this.#last)
      if (word.endsWith(last) && this.#first.has(word.slice(0, -last.length))) return word.length - last.length;
    return 0;
  }

  #add(phrase: string, entry: Entry, correctable: Map<string, number>): void {
    const words = phraseWords(phrase);
    if (words.length === 0) return;
    if (entry.cls in contextClasses) {
      // Words that rules only look at beside other words are not reserved.
      this.tree.add(words, entry);
      return;
    }
    for (const word of words) if (!this.owned.has(word)) this.owned.set(word, new Set());
    if (words.length === 1) this.owned.get(words[0] ?? "")?.add(entry.cls);
    const known = this.tree.at(words);
    if (!known.some((e) => e.cls === entry.cls && e.language === entry.language)) this.tree.add(words, entry);
    if (entry.language > 0) {
      for (const { kind, raw } of tokenize(phrase)) {
        if (kind !== "word") continue;
        const spelling = raw.toLowerCase();
        this.spellings.set(spelling, (this.spellings.get(spelling) ?? 0) | (1 << entry.language));
      }
    }
    for (const word of words) {
      if (
        entry.language > 0 &&
        word.length > 1 &&
        /^\p{L}+$/u.test(word) &&
        !this.words.has(word) &&
        !this.common.has(word)
      ) {
        this.foreign.set(word, (this.foreign.get(word) ?? 0) | (1 << entry.language));
      }
    }
    for (const word of words) {
      if (!/^\p{L}{2,}$/u.test(word)) continue;
      if (entry.language === 0) this.words.add(word);
      const short = entry.cls === "type" || entry.cls === "viewWord";
      if (short && words.length === 1 && word.length === 4) this.short.add(word);
      // "hous" is a house rather than hours.
      if (CORRECTABLE.has(entry.cls))
        this.correctable.set(word, (this.correctable.get(word) ?? 0) | (1 << entry.language));
      if (CORRECTABLE.has(entry.cls) && word.length > 4)
        correctable.set(
          word,
          Math.max(correctable.get(word) ?? 0, 4 - entry.language + (entry.cls === "type" ? 0.5 : 0)),
        );
    }
  }

  /** Completes the lexicon after all tables were added: marks the words of every language as known. */
  seal(): this {
    for (const word of this.foreign.keys()) this.words.add(word);
    return this;
  }
}

export const lexicon = new Lexicon().seal();
