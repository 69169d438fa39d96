import { Phrases } from "./phrases.ts";
import type { Conflict, Correction, Filters, Geo, NearPlace, PlaceLevel, Range, Sort, Span } from "./result.ts";
import type { PlaceEntry, Vocabulary } from "./vocabulary.ts";

export type { Match, PlaceMatch } from "./phrases.ts";

/** How a token was used. */
export type Use = "" | "taken" | "stop" | "unknown" | "protected" | "unwanted" | "break";

/** The state of one query during interpretation: its tokens, their possible meanings, and the results so far. */
export class Scan extends Phrases {
  readonly now: Date;
  readonly use: Use[];
  /** Token → correction, for tokens whose `norm` differs from the query. */
  readonly corrected = new Map<number, string>();
  readonly filters: Filters = {};
  readonly spans: Span[] = [];
  readonly corrections: Correction[] = [];
  readonly conflicts: Conflict[] = [];
  readonly sorts: (Sort & { explicit: boolean; text: string })[] = [];
  /** Notes for the summary about how something was interpreted. */
  readonly notes: string[] = [];
  readonly texts: string[] = [];
  geo?: Geo;
  near?: NearPlace;
  limit?: number;
  /** Number of understood parts other than places; decides whether a text is a property query. */
  strength = 0;
  weakness = 0;
  placesFound = 0;
  readonly placed: { level: PlaceLevel; entry: PlaceEntry }[] = [];
  /** Ranges that are reported as unresolved although a filter uses them. */
  readonly named: { start: number; end: number }[] = [];
  /** Whether features up to the next comma are preferences only. */
  soft = false;
  /** Tokens at which a new unresolved phrase begins. */
  readonly breaks = new Set<number>();
  /** Where a whole alternative with wishes of its own begins ("… or a 3 bed house under 400k"), and the ranges told in it. */
  alternative?: { readonly from: number; readonly ranges: Set<string>; listed: boolean; widened: boolean };
  /** End of the last value and its kind, for joining by "or". */
  last: { kind: string; end: number } = { kind: "", end: -1 };

  constructor(query: string, vocabulary: Vocabulary, now: Date, original?: Scan) {
    super(query, vocabulary, original);
    this.now = now;
    this.use = original ? [...original.use] : this.tokens.map(() => "");
  }

  /** A copy on which rules can be tried without side effects. */
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

  /** Consumes tokens as a value of a field. */
  take(from: number, to: number, field: string, kind = field): void {
    const first = this.tokens[from];
    const last = this.tokens[to - 1];
    if (!first || !last) return;
    this.spans.push({ start: first.start, end: last.end, text: this.query.slice(first.start, last.end), field });
    this.mark(from, to, "taken");
    this.correct(from, to);
    this.last = { kind, end: to };
  }

  /** Extends the last span to preceding words that belong to it, for example "no". */
  cover(start: number, end: number): void {
    const span = this.spans.at(-1);
    const first = this.tokens[start];
    if (!span || !first || first.start >= span.start || span.end < (this.tokens[end - 1]?.end ?? 0)) return;
    span.start = first.start;
    span.text = this.query.slice(span.start, span.end);
    this.mark(start, end, "taken");
    this.correct(start, end);
  }

  /** Marks tokens as a phrase that was not understood or must not be used. */
  leave(from: number, to: number, use: "unknown" | "protected" | "unwanted"): void {
    this.breaks.add(from).add(to);
    this.mark(from, to, use);
  }

  mark(from: number, to: number, use: Use): void {
    for (let i = from; i < to; i++) this.use[i] = use;
  }

  /** Reports the spelling corrections inside an understood range. */
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

  /** Adds a range to a field: alternatives widen it, further limits narrow it, and in a contradiction the first range remains. */
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
