import type { WordClass } from "./lang/language.ts";
import { languages, lexicon, type Entry } from "./lexicon.ts";
import type { Conflict, Correction, Filters, Geo, NearPlace, PlaceLevel, Range, Sort, Span } from "./result.ts";
import { tokenize, type Token } from "./tokens.ts";
import type { Place, PlaceEntry, Vocabulary } from "./vocabulary.ts";

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

/** English, and the languages some word is of. A word of several languages counts for those that another word shows. */
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
  return 1 | (certain === 0 ? shared : certain);
}

/** What became of a token. */
export type Use = "" | "taken" | "stop" | "unknown" | "protected" | "unwanted" | "break";

/** One query on its way through the rules: its tokens, what they may mean, and what has been understood so far. */
export class Scan {
  readonly query: string;
  readonly tokens: readonly Token[];
  readonly vocabulary: Vocabulary;
  readonly now: Date;
  readonly use: Use[];
  /** Token → correction, for tokens whose `norm` is not what was written. */
  readonly corrected = new Map<number, string>();
  readonly filters: Filters = {};
  readonly spans: Span[] = [];
  readonly corrections: Correction[] = [];
  readonly conflicts: Conflict[] = [];
  readonly sorts: (Sort & { explicit: boolean; text: string })[] = [];
  /** Remarks for the summary: how something was taken. */
  readonly notes: string[] = [];
  readonly texts: string[] = [];
  geo?: Geo;
  near?: NearPlace;
  limit?: number;
  /** Understood parts that are no place: what makes a text a property query. */
  strength = 0;
  weakness = 0;
  placesFound = 0;
  readonly placed: { level: PlaceLevel; entry: PlaceEntry }[] = [];
  /** Named as unresolved although something was made of it. */
  readonly named: { start: number; end: number }[] = [];
  /** Features up to the next comma are only preferred. */
  soft = false;
  /** Tokens with which a new unresolved phrase begins. */
  readonly breaks = new Set<number>();
  /** Where a whole alternative with wishes of its own begins ("… or a 3 bed house under 400k"), and the ranges told in it. */
  alternative?: { readonly from: number; readonly ranges: Set<string>; listed: boolean; widened: boolean };
  /** End of the last value and its kind, for joining by "or". */
  last: { kind: string; end: number } = { kind: "", end: -1 };
  #languages: number;
  #matches: LexMatch[][] = [];

  constructor(query: string, vocabulary: Vocabulary, now: Date, original?: Scan) {
    this.query = query;
    this.vocabulary = vocabulary;
    this.now = now;
    this.tokens = original?.tokens ?? tokenize(query).flatMap((token) => splitCompound(token));
    this.use = original ? [...original.use] : this.tokens.map(() => "");
    this.#languages = original ? original.#languages : spoken(this.tokens);
    // "4 chambres dont une suite": in French no refusal.
    if (!original && this.speaks("fr")) for (const token of this.tokens) if (token.raw === "dont") token.norm = "avec";
    if (original) this.#matches = original.#matches;
    else this.lookUp();
  }

  /** A copy as far as rules look back, on which they can be tried without a trace. */
  copy(): Scan {
    const copy = new Scan(this.query, this.vocabulary, this.now, this);
    for (const [field, value] of Object.entries(this.filters))
      Object.assign(copy.filters, {
        [field]: Array.isArray(value) ? [...value] : typeof value === "object" ? { ...value } : value,
      });
    copy.spans.push(...this.spans.map((span) => ({ ...span })));
    copy.placed.push(...this.placed);
    copy.sorts.push(...this.sorts);
    copy.last = this.last;
    return copy;
  }

  get length(): number {
    return this.tokens.length;
  }

  speaks(code: string): boolean {
    return languages.some((language, i) => language.code === code && (this.#languages & (1 << i)) !== 0);
  }

  /** Tells the languages anew, after spelling was corrected. */
  hear(): void {
    this.#languages = spoken(this.tokens);
    this.lookUp();
  }

  /** Finds all phrases of the tables; again after spelling was corrected. */
  lookUp(from = 0): void {
    for (let i = from; i < this.tokens.length; i++) {
      const found: LexMatch[] = [];
      let node: typeof lexicon.tree | undefined = lexicon.tree;
      for (let j = i; j < this.tokens.length && j < i + 8; j++) {
        node = node.step(this.tokens[j]?.norm ?? "");
        if (!node) break;
        for (const entry of node.items) {
          if ((this.#languages & (1 << entry.language)) !== 0) found.push({ end: j + 1, ...entry });
        }
      }
      this.#matches[i] = found;
    }
  }

  token(i: number): Token | undefined {
    return this.tokens[i];
  }

  norm(i: number): string {
    return this.tokens[i]?.norm ?? "";
  }

  /** The longest phrase of a kind that begins at a token; of two, the one in the query's other language. */
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

  /** All phrases of a kind at a token, longest first. */
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

  /** A phrase of a kind that ends right before a token. */
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

  /** Articles and the like: where the next word of weight begins. */
  skip(i: number, ...classes: WordClass[]): number {
    let j = i;
    while (j < this.tokens.length) {
      const match = classes.map((cls) => this.kw(j, cls)).find((m) => m !== undefined);
      if (!match) return j;
      j = match.end;
    }
    return j;
  }

  /** Tokens understood as a value of a field. */
  take(from: number, to: number, field: string, kind = field): void {
    const first = this.tokens[from];
    const last = this.tokens[to - 1];
    if (!first || !last) return;
    this.spans.push({ start: first.start, end: last.end, text: this.query.slice(first.start, last.end), field });
    this.mark(from, to, "taken");
    this.correct(from, to);
    this.last = { kind, end: to };
  }

  /** Makes the last span begin with the words before it that belong to it, like its "no". */
  cover(start: number, end: number): void {
    const span = this.spans.at(-1);
    const first = this.tokens[start];
    if (!span || !first || first.start >= span.start || span.end < (this.tokens[end - 1]?.end ?? 0)) return;
    span.start = first.start;
    span.text = this.query.slice(span.start, span.end);
    this.mark(start, end, "taken");
    this.correct(start, end);
  }

  /** A phrase of its own that was not understood, or must not be. */
  leave(from: number, to: number, use: "unknown" | "protected" | "unwanted"): void {
    this.breaks.add(from).add(to);
    this.mark(from, to, use);
  }

  mark(from: number, to: number, use: Use): void {
    for (let i = from; i < to; i++) this.use[i] = use;
  }

  /** Names the spelling corrections inside a range that was understood. */
  correct(from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const fix = this.corrected.get(i);
      if (fix !== undefined) {
        this.corrections.push({ from: this.slice(i, i + 1), to: fix });
        this.corrected.delete(i);
      } else if (this.norm(i) === "then") {
        this.corrections.push({ from: this.slice(i, i + 1), to: "than" });
      }
    }
  }

  conflict(kind: Conflict["kind"], field: string, kept: string | null, dropped: string | null, message: string): void {
    this.conflicts.push({ kind, field, kept, dropped, message });
  }

  /** Whether the value beginning at a token is tied by "or" (or "/") to a value of the same kind before it. */
  joinedByOr(i: number, kind: string): boolean {
    if (this.last.kind !== kind || this.last.end < 0) return false;
    for (let j = this.last.end; j < i; j++) if (this.kw(j, "conj")?.value === "or") return true;
    return false;
  }

  add(
    field:
      | "propertyTypes"
      | "excludePropertyTypes"
      | "propertyCategories"
      | "features"
      | "excludeFeatures"
      | "cities"
      | "communities"
      | "regions"
      | "postalCodes"
      | "excludeCities"
      | "excludeCommunities"
      | "excludeRegions",
    value: string,
  ): void {
    const list = (this.filters[field] ??= []);
    if (!list.includes(value)) list.push(value);
  }

  /** Adds a range to a field: alternatives widen it, further limits narrow it, contradictions leave the first. */
  range(
    field: "bedrooms" | "bathrooms" | "yearBuilt" | "floor" | "price" | "area" | "lotArea",
    range: Range,
    text: string,
    or: boolean,
  ): boolean {
    const held: Range | undefined = this.filters[field];
    const other = this.alternative && !this.alternative.ranges.has(field);
    this.alternative?.ranges.add(field);
    if (!held) {
      Object.assign(this.filters, { [field]: { ...range } });
      return true;
    }
    if (other && this.alternative && !or && !this.alternative.widened) {
      this.alternative.widened = true;
      this.conflict(
        "inexpressible",
        field,
        null,
        text,
        "alternatives cannot each have limits of their own; searched as widely as holds them all",
      );
    }
    if (or || other) {
      if (range.min === undefined) delete held.min;
      else if (held.min !== undefined) held.min = Math.min(held.min, range.min);
      if (range.max === undefined) delete held.max;
      else if (held.max !== undefined) held.max = Math.max(held.max, range.max);
      return true;
    }
    const min = Math.max(held.min ?? -Infinity, range.min ?? -Infinity);
    const max = Math.min(held.max ?? Infinity, range.max ?? Infinity);
    if (min > max) {
      this.conflict(
        "contradiction",
        field,
        this.spans.find((s) => s.field === field)?.text ?? null,
        text,
        `${field} cannot be both; kept what came first`,
      );
      return false;
    }
    if (Number.isFinite(min)) held.min = min;
    if (Number.isFinite(max)) held.max = max;
    return true;
  }
}
