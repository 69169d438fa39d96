import { languages } from "./languages/index.ts";
import { lexicon, type Entry } from "./lexicon.ts";
import type { WordClass } from "./lexicon/word-classes.ts";
import { tokenize, type Token } from "./tokens.ts";
import type { Place, Vocabulary } from "./vocabulary.ts";

export interface Match {
  readonly end: number;
  readonly value: string;
}

export interface PlaceMatch {
  readonly end: number;
  readonly place: Place;
  readonly kind: "name" | "alias" | "joined";
}

interface LexMatch extends Entry {
  readonly end: number;
}

/** "Mietwohnung" is read as two words. */
function splitCompound(token: Token): Token[] {
  const length = token.kind === "word" && token.norm.length === token.raw.length ? lexicon.compound(token.norm) : 0;
  if (length === 0) return [token];
  const at = token.start + length;
  return [
    { ...token, end: at, norm: token.norm.slice(0, length), raw: token.raw.slice(0, length) },
    { ...token, start: at, norm: token.norm.slice(length), raw: token.raw.slice(length), glued: true },
  ];
}

/**
 * Bit set of English and the detected languages. A language is detected by a word that no other language has. A word of
 * several languages counts for those of them that have the most words of the query in this spelling.
 */
function spoken(tokens: readonly Token[]): number {
  let certain = 0;
  let shared = 0;
  for (const { norm, raw } of tokens) {
    const bits =
      raw === "à" || raw === "où"
        ? 8
        : lexicon.common.has(norm) || lexicon.bigPlaces.has(norm)
          ? undefined
          : lexicon.foreign.get(norm);
    if (bits === undefined) continue;
    if ((bits & (bits - 1)) === 0) certain |= bits;
    else shared |= bits;
  }
  if (shared === 0) return 1 | certain;
  const counts = languages.map((_, i) =>
    ((certain | shared) & (1 << i)) === 0
      ? 0
      : tokens.filter(({ raw }) => ((lexicon.spellings.get(raw.toLowerCase()) ?? 0) & (1 << i)) !== 0).length,
  );
  const most = Math.max(...counts.filter((_, i) => certain === 0 || (certain & (1 << i)) !== 0));
  return counts.reduce((bits, count, i) => (count > 0 && count >= most ? bits | (1 << i) : bits), 1 | certain);
}

/** The tokens of a query with the phrases of the tables and the names from listings that begin at each token. */
export class Phrases {
  readonly query: string;
  readonly tokens: readonly Token[];
  readonly vocabulary: Vocabulary;
  #languages: number;
  #matches: LexMatch[][] = [];

  constructor(query: string, vocabulary: Vocabulary, original?: Phrases) {
    this.query = query;
    this.vocabulary = vocabulary;
    this.tokens = original?.tokens ?? tokenize(query).flatMap((token) => splitCompound(token));
    this.#languages = original ? original.#languages : spoken(this.tokens);
    // "4 chambres dont une suite": in French, "dont" is not a negation.
    if (!original && this.speaks("fr")) for (const token of this.tokens) if (token.raw === "dont") token.norm = "avec";
    if (original) this.#matches = original.#matches;
    else this.lookUp();
  }

  get length(): number {
    return this.tokens.length;
  }

  speaks(code: string): boolean {
    return languages.some((language, i) => language.code === code && (this.#languages & (1 << i)) !== 0);
  }

  /** Detects the languages again after spelling correction. */
  hear(): void {
    this.#languages = spoken(this.tokens);
    this.lookUp();
  }

  /** Looks up all phrases of the tables. Called again after spelling correction. */
  lookUp(from = 0): void {
    for (let i = from; i < this.tokens.length; i++) {
      const found: LexMatch[] = [];
      const own = this.#homographOf(i);
      let node: typeof lexicon.tree | undefined = lexicon.tree;
      for (let j = i; j < this.tokens.length && j < i + 8; j++) {
        node = node.step(this.tokens[j]?.norm ?? "");
        if (!node) break;
        for (const entry of node.items) {
          if (own !== undefined && j === i && entry.language !== own) continue;
          if ((this.#languages & (1 << entry.language)) !== 0) found.push({ end: j + 1, ...entry });
        }
      }
      this.#matches[i] = found;
    }
  }

  /**
   * The language of a word that means something else in others: "no Porto" is Portuguese. In "no garage", the next word is
   * English or of another detected language, and so is the "no".
   */
  #homographOf(i: number): number | undefined {
    const own = lexicon.homographs.get(this.norm(i));
    if (own === undefined || (this.#languages & (1 << own)) === 0) return undefined;
    const others = this.#languages & ~(1 << own);
    const next = lexicon.tree.at([this.norm(i + 1)]);
    return next.some(({ language }) => (others & (1 << language)) !== 0) ? undefined : own;
  }

  token(i: number): Token | undefined {
    return this.tokens[i];
  }

  norm(i: number): string {
    return this.tokens[i]?.norm ?? "";
  }

  /** The longest phrase of a word class at a token. In a tie, the one in the query's language other than English. */
  kw(i: number, cls: WordClass): Match | undefined {
    let best: LexMatch | undefined;
    const found = this.#matches[i];
    if (!found) return undefined;
    for (const match of found) {
      if (match.cls !== cls) continue;
      if (!best || match.end > best.end || (match.end === best.end && match.language > best.language)) best = match;
    }
    return best;
  }

  /** All phrases of a word class at a token, longest first. */
  all(i: number, cls: WordClass): Match[] {
    return (this.#matches[i] ?? [])
      .filter((m) => m.cls === cls)
      .toSorted((a, b) => b.end - a.end || b.language - a.language);
  }

  has(i: number, ...classes: WordClass[]): boolean {
    return classes.some((cls) => this.kw(i, cls) !== undefined);
  }

  /** Whether any phrase of the tables begins at a token. */
  reads(i: number): boolean {
    return (this.#matches[i]?.length ?? 0) > 0;
  }

  /** A phrase of a word class that ends immediately before a token. */
  before(i: number, cls: WordClass): Match | undefined {
    for (let from = Math.max(0, i - 5); from < i; from++) {
      for (const match of this.#matches[from] ?? []) if (match.cls === cls && match.end === i) return match;
    }
    return undefined;
  }

  place(i: number): PlaceMatch | undefined {
    let node: typeof this.vocabulary.places | undefined = this.vocabulary.places;
    let best: PlaceMatch | undefined;
    for (let j = i; j < this.tokens.length && j < i + 8; j++) {
      const token = this.tokens[j];
      if (!token || (token.kind === "symbol" && node !== this.vocabulary.places && token.norm === ".")) continue;
      node = node.step(token.norm);
      if (!node) break;
      const item = node.items[0];
      if (item) best = { end: j + 1, place: item.place, kind: item.kind };
    }
    return best;
  }

  vocabularyPhrase(tree: { step(word: string): unknown; items: string[] }, i: number): Match | undefined {
    let node: typeof this.vocabulary.types | undefined = tree as typeof this.vocabulary.types;
    let best: Match | undefined;
    for (let j = i; j < this.tokens.length && j < i + 8; j++) {
      node = node.step(this.tokens[j]?.norm ?? "");
      if (!node) break;
      const value = node.items[0];
      if (value !== undefined) best = { end: j + 1, value };
    }
    return best;
  }

  slice(from: number, to: number): string {
    const first = this.tokens[from];
    const last = this.tokens[to - 1];
    return first && last ? this.query.slice(first.start, last.end) : "";
  }

  /** Skips articles and other function words. Returns the index of the next content word. */
  skip(i: number, ...classes: WordClass[]): number {
    let j = i;
    while (j < this.tokens.length) {
      const match = classes.map((cls) => this.kw(j, cls)).find((m) => m !== undefined);
      if (!match) return j;
      j = match.end;
    }
    return j;
  }
}
