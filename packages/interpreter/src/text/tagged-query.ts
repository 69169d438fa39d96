import type { WordClass } from "../lexicon/word-classes.ts";
import { lexicon, type Entry } from "../lexicon/lexicon.ts";
import type { Token } from "./tokenize.ts";
import type { Place, Vocabulary } from "../lexicon/vocabulary.ts";
import type { PhraseTree } from "../lexicon/lexicon.ts";

/** A phrase of a word class or a name from the listings, and the token after it. */
export interface Tag {
  readonly end: number;
  readonly value: string;
}

export interface PlaceTag {
  readonly end: number;
  readonly place: Place;
  /** `alias`: another way to write the name; `joined`: its words written as one, which is a misspelling. */
  readonly kind: "name" | "alias" | "joined";
}

interface ClassTag extends Entry {
  readonly end: number;
}

/** Maximum number of tokens of a phrase. */
const phraseTokensMax = 8;
/** Maximum number of tokens before the number of an amount: "not more than the price of about". */
const amountTokensMax = 12;

/** The names from the listings that begin at a token. */
export function placeAt(vocabulary: Vocabulary, tokens: readonly Token[], i: number): PlaceTag | undefined {
  let node: typeof vocabulary.places | undefined = vocabulary.places;
  let best: PlaceTag | undefined;
  for (let j = i; j < tokens.length && j < i + phraseTokensMax; j++) {
    const token = tokens[j];
    // "St. Albans": a dot does not end a name.
    if (!token || (token.kind === "symbol" && j > i && token.norm === ".")) continue;
    node = node.step(token.norm);
    if (!node) break;
    const item = node.items[0];
    if (item) best = { end: j + 1, place: item.place, kind: item.kind };
  }
  return best;
}

/** A query as tokens, with the phrases of the word tables and the names from the listings that begin at each token. Immutable. */
export class TaggedQuery {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly vocabulary: Vocabulary;
  /** Bit set of indexes into `languages`. */
  readonly languages: number;
  /** Reference of relative times. */
  readonly now: Date;
  readonly #tags: readonly (readonly ClassTag[])[];
  /** The longest tag per word class at each token. In a tie, the one in the query's language other than English. */
  readonly #longest: readonly ReadonlyMap<WordClass, ClassTag>[];

  /** The first token from each token on that is a number. */
  readonly #nextNumber: readonly (number | undefined)[];
  readonly #classes: ReadonlySet<WordClass>;
  readonly #places: readonly (PlaceTag | undefined)[];

  constructor(text: string, tokens: readonly Token[], spoken: number, vocabulary: Vocabulary, now: Date) {
    this.text = text;
    this.tokens = tokens;
    this.languages = spoken;
    this.vocabulary = vocabulary;
    this.now = now;
    this.#tags = tokens.map((_, i) => tagsAt(tokens, i, spoken));
    this.#classes = new Set(this.#tags.flatMap((tags) => tags.map(({ cls }) => cls)));
    this.#places = tokens.map((_, i) => placeAt(vocabulary, tokens, i));
    this.#longest = this.#tags.map((tags) => longestByClass(tags));
    const next: (number | undefined)[] = [];
    for (let i = tokens.length - 1; i >= 0; i--) next[i] = this.#isNumber(i) ? i : next[i + 1];
    this.#nextNumber = next;
  }

  #isNumber(i: number): boolean {
    return this.tokens[i]?.kind === "number" || this.has(i, "number", "half", "ordinal", "scale", "floor", "floorName");
  }

  get length(): number {
    return this.tokens.length;
  }

  /** Whether a number, in digits or words, or a named floor is among the next tokens from `i` on. */
  hasNumberFrom(i: number): boolean {
    const next = this.#nextNumber[i];
    return next !== undefined && next - i <= amountTokensMax;
  }

  /** Whether a phrase of one of the classes begins at any token. */
  contains(...classes: WordClass[]): boolean {
    return classes.some((cls) => this.#classes.has(cls));
  }

  token(i: number): Token | undefined {
    return this.tokens[i];
  }

  /** The folded text of a token; "" beyond the query. */
  norm(i: number): string {
    return this.tokens[i]?.norm ?? "";
  }

  /** The text of tokens as written. */
  slice(from: number, to: number): string {
    const first = this.tokens[from];
    const last = this.tokens[to - 1];
    return first && last ? this.text.slice(first.start, last.end) : "";
  }

  /** The longest phrase of a word class at a token. In a tie, the one in the query's language other than English. */
  tag(i: number, cls: WordClass): Tag | undefined {
    return this.#longest[i]?.get(cls);
  }

  /** The end of the longest phrase of a word class at a token; 0 if there is none. */
  endOf(i: number, cls: WordClass): number {
    return this.#longest[i]?.get(cls)?.end ?? 0;
  }

  /** All phrases of a word class at a token, longest first. */
  tags(i: number, cls: WordClass): Tag[] {
    return (this.#tags[i] ?? [])
      .filter((tag) => tag.cls === cls)
      .toSorted((a, b) => b.end - a.end || b.language - a.language);
  }

  /** Whether a phrase of one of the classes begins at a token. */
  has(i: number, ...classes: WordClass[]): boolean {
    const tags = this.#longest[i];
    if (tags === undefined || tags.size === 0) return false;
    for (const cls of classes) if (tags.has(cls)) return true;
    return false;
  }

  /** Whether the token alone is a word of a class. */
  isWord(i: number, cls: WordClass, value?: string): boolean {
    const tags = this.#tags[i];
    return (
      tags !== undefined &&
      tags.some((tag) => tag.cls === cls && tag.end === i + 1 && (value === undefined || tag.value === value))
    );
  }

  /** Whether any phrase of the word tables begins at a token. */
  isTagged(i: number): boolean {
    return (this.#tags[i]?.length ?? 0) > 0;
  }

  /** Whether a phrase of the word tables is exactly these tokens. */
  isTaggedWhole(from: number, to: number): boolean {
    return this.#tags[from]?.some(({ end }) => end === to) ?? false;
  }

  /** A phrase of a word class that ends immediately before a token. */
  tagBefore(i: number, cls: WordClass): Tag | undefined {
    for (let from = Math.max(0, i - 5); from < i; from++)
      for (const tag of this.#tags[from] ?? []) if (tag.cls === cls && tag.end === i) return tag;
    return undefined;
  }

  /** The first token from `i` on that begins no phrase of the classes. */
  skip(i: number, ...classes: WordClass[]): number {
    let j = i;
    while (j < this.tokens.length) {
      let end = 0;
      for (const cls of classes) if (end === 0) end = this.endOf(j, cls);
      if (end === 0) return j;
      j = end;
    }
    return j;
  }

  /** The longest name of a place at a token. */
  place(i: number): PlaceTag | undefined {
    return this.#places[i];
  }

  /** The longest name of a tree of names from the listings at a token. */
  name(tree: PhraseTree<string>, i: number): Tag | undefined {
    let node: PhraseTree<string> | undefined = tree;
    let best: Tag | undefined;
    for (let j = i; j < this.tokens.length && j < i + phraseTokensMax; j++) {
      // "Hotel/Leisure": a stroke does not end a name.
      if (j > i && this.tokens[j]?.norm === "/") continue;
      node = node.step(this.tokens[j]?.norm ?? "");
      if (!node) break;
      const value = node.items[0];
      if (value !== undefined) best = { end: j + 1, value };
    }
    return best;
  }
}

function longestByClass(tags: readonly ClassTag[]): ReadonlyMap<WordClass, ClassTag> {
  const longest = new Map<WordClass, ClassTag>();
  for (const tag of tags) {
    const best = longest.get(tag.cls);
    if (!best || tag.end > best.end || (tag.end === best.end && tag.language > best.language))
      longest.set(tag.cls, tag);
  }
  return longest;
}

function tagsAt(tokens: readonly Token[], i: number, spoken: number): ClassTag[] {
  const found: ClassTag[] = [];
  const own = homographLanguage(tokens, i, spoken);
  let node: PhraseTree<Entry> | undefined = lexicon.tree;
  for (let j = i; j < tokens.length && j < i + phraseTokensMax; j++) {
    node = node.step(tokens[j]?.norm ?? "");
    if (!node) break;
    for (const entry of node.items) {
      const hidden = own !== undefined && j === i && entry.language !== own;
      if (!hidden && (spoken & (1 << entry.language)) !== 0) found.push({ end: j + 1, ...entry });
    }
  }
  return found;
}

/**
 * The language of a word that means something else in others: "no Porto" is Portuguese. In "no garage", the next word is
 * English or of another detected language, and so is the "no".
 */
function homographLanguage(tokens: readonly Token[], i: number, spoken: number): number | undefined {
  const own = lexicon.homographs.get(tokens[i]?.norm ?? "");
  if (own === undefined || (spoken & (1 << own)) === 0) return undefined;
  const others = spoken & ~(1 << own);
  const next = lexicon.tree.at([tokens[i + 1]?.norm ?? ""]);
  return next.some(({ language }) => (others & (1 << language)) !== 0) ? undefined : own;
}
