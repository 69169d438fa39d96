import type { Interpretation, SearchFilters, SearchRequest } from "@plat/contracts";
import type { Place, PlaceEntry } from "./lexicon/vocabulary.ts";

export type Filters = SearchFilters;
export type Sort = NonNullable<SearchRequest["sort"]>[number];
export type Status = NonNullable<Filters["status"]>[number];
export type ListingType = NonNullable<Filters["listingType"]>;
export type PlaceLevel = "city" | "community" | "region" | "postalCode";
export type DistanceUnit = "km" | "m" | "mi";

/** A range with inclusive ends; a missing end is open. */
export interface Range {
  min?: number | undefined;
  max?: number | undefined;
}

/** A place that results must be near. The caller determines its coordinates from the listings. */
export interface NearPlace {
  place: {
    name: string;
    level: PlaceLevel;
    /** City and region of the place, if the query contains them ("near Portland, Maine"). */
    city?: string;
    region?: string;
    /** Regions with a place of this name, if there are several and the query contains none. */
    among?: string[];
  };
  distance: number;
  unit: DistanceUnit;
}

/** An interpretation whose `near` the caller must convert to `geo`, with terms that may raise a listing in the ranking. */
export interface InterpretedQuery extends Interpretation {
  near?: NearPlace;
  /** Unresolved words that raise listings containing them. Never contains wording about protected classes or unwanted things. */
  boostTerms: string[];
}

export interface Conflict {
  field: string;
  detail: string;
}

/** How two numbers are compared: "at most" `lte`, "under" `lt`, "at least" `gte`, "over" `gt`, "exactly" `eq`, "about" `around`. */
export type Comparison = "lte" | "lt" | "gte" | "gt" | "eq" | "around";

/** A measured value: one number with a comparison, or two numbers. */
export interface Measure {
  readonly range: Range;
  /** Undefined if the number has no comparison ("3 bed"). */
  readonly comparison?: Comparison;
  /**
   * The range that the negation of the comparison means: at most 300k for "over 300k". Absent if no single range does
   * ("exactly 3", "2 to 4", a number without a comparison).
   */
  readonly opposite?: Range;
  /**
   * Whether a negation before it negates the comparison: the comparison precedes the number and excludes it ("over 300k",
   * "built before 1950"), unlike "at least 3" and "3 or more". Only with `opposite`.
   */
  readonly strict?: boolean;
  /**
   * Which one is usual in searches: `limit` is the range, `opposite` is its opposite. Prices have a maximum and sizes a
   * minimum; years and floors have `either`. Only with `opposite`.
   */
  readonly usual?: "limit" | "opposite" | "either";
  /** Unit of an area: `sqft` or `sqm`. */
  readonly unit?: string;
  readonly currency?: string;
  readonly period?: "month" | "week" | "year";
}

export const MEASURED = ["price", "bedrooms", "bathrooms", "area", "lotArea", "yearBuilt", "floor"] as const;
export type MeasuredField = (typeof MEASURED)[number];

/** A distance from a place or from coordinates. */
export interface Proximity {
  readonly distance: number;
  readonly unit: DistanceUnit;
  /** The place to measure from. Without it and without `at`, the place before it in the query. */
  readonly entry?: PlaceEntry;
  readonly city?: string;
  readonly region?: string;
  readonly at?: { readonly lat: number; readonly lon: number };
  /** Whether results must be farther away, which no filter expresses, except negated: "nothing more than 5 km away". */
  readonly beyond?: boolean;
}

export type PublicationField = "publishedAfter" | "publishedBefore" | "updatedAfter";

/** What a mention contains, by dimension. */
export interface Values {
  price: Measure;
  bedrooms: Measure;
  bathrooms: Measure;
  area: Measure;
  lotArea: Measure;
  yearBuilt: Measure;
  floor: Measure;
  /** `narrower`: the wording is narrower than the type ("terraced house"), so that excluding the type would exclude too much. */
  propertyType: { readonly name: string; readonly narrower: boolean };
  propertyCategory: { readonly name: string };
  feature: { readonly name: string };
  listingType: ListingType;
  status: Status;
  /** `containsPrevious`: it says what the place before it lies in ("Richmond VA"). */
  place: { readonly place: Place; readonly entry: PlaceEntry; readonly containsPrevious?: boolean };
  near: Proximity;
  /** Times in ISO 8601. `ofListing`: the wording names publication or change, so that it is not a date of a sale. */
  date: Partial<Record<PublicationField, string>> & { readonly field: PublicationField; readonly ofListing?: boolean };
  sort: Sort & { readonly explicit: boolean };
  limit: number;
  text: string;
  /** Words that negate what follows ("no", "without", "-"). */
  negation: NegationKind;
  /** Words that make what follows a preference ("ideally"). */
  preference: null;
  /** Words about what is before them: "preferred" `preferred`, "not needed" `needless`, "needed" `needed`, "not allowed" `unwanted`. */
  remark: "preferred" | "needless" | "needed" | "unwanted";
  conjunction: "and" | "or";
  /** Punctuation. */
  separator: string;
  /** Words that ask for a number instead of listings: "how many", "average price". */
  question: null;
  /** Function words: articles, prepositions, courtesies. */
  function: null;
  /** Words for a property without a type: "homes", "properties". */
  generic: null;
  /** Words that no filter can express. */
  unresolved: Unresolved;
}

/** `not`: the thing is unwanted; `neutral`: it is not needed ("don't need"); `minus`: "-pool"; `nothing`: "nothing over 300k". */
type NegationKind = "not" | "neutral" | "minus" | "nothing";

interface Unresolved {
  /**
   * `unknown`: in no table; `vague`: praise and other words that are no filter ("cosy"); `inexpressible`: recognized, but no
   * filter expresses it ("HOA under $500").
   */
  readonly kind: "unknown" | "vague" | "inexpressible";
  /** Whether the words are reported as one phrase instead of being joined with the unknown words beside them. */
  readonly whole: boolean;
}

export type Dimension = keyof Values;

/** `wanted`: a filter; `preferred`: raises listings; `unwanted`: an exclusion; `protected`: reported, never used. */
export type Polarity = "wanted" | "preferred" | "unwanted" | "protected";

/** A part of the query with its meaning. Token `from` is included, token `to` is not. Immutable. */
export type Mention<D extends Dimension = Dimension> = {
  [K in Dimension]: {
    readonly dimension: K;
    readonly value: Values[K];
    readonly from: number;
    readonly to: number;
    /** Name of the rule that read it. */
    readonly rule: string;
    readonly polarity: Polarity;
    /** Whether "or" joins it to the mention of the same dimension before it. */
    readonly alternative?: boolean;
    /** Number of the alternative that it is part of, if each has wishes of its own: "2 bed flat or a 3 bed house under 400k". */
    readonly branch?: number;
    /** Words inside the mention that the filter does not express ("terraced" of "terraced house"): reported as unresolved too. */
    readonly alsoUnresolved?: readonly (readonly [from: number, to: number])[];
    readonly conflict?: Conflict;
    /** Correction of a misspelt name, reported once for the whole name instead of for each of its tokens. */
    readonly correction?: { readonly from: string; readonly to: string };
    /** Note for the summary about how it was read. */
    readonly note?: string;
    /** Whether it shows that the text is about property; undefined: by its dimension. */
    readonly about?: boolean;
  };
}[D];

type Draft<D extends Dimension> = Partial<Omit<Mention<D>, "dimension" | "value" | "from" | "to" | "rule">>;

/** Creates a mention. The pass that calls the rule adds the rule's name. */
export function mention<D extends Dimension>(
  dimension: D,
  from: number,
  to: number,
  value: Values[D],
  rest: Draft<D> = {},
): Mention<D> {
  return { polarity: "wanted", ...rest, dimension, value, from, to, rule: "" } as unknown as Mention<D>;
}

/** Creates a mention of words that no filter expresses, reported as one phrase. */
export function unresolved(from: number, to: number, rest: Draft<"unresolved"> = {}): Mention<"unresolved"> {
  return mention("unresolved", from, to, { kind: "inexpressible", whole: true }, rest);
}

/** Creates a mention of unknown words, joined with unknown words beside them. */
export function unknown(from: number, to: number, rest: Draft<"unresolved"> = {}): Mention<"unresolved"> {
  return mention("unresolved", from, to, { kind: "unknown", whole: false }, rest);
}

/** Creates a mention of function words. */
export function functionWords(from: number, to: number): Mention<"function"> {
  return mention("function", from, to, null);
}

export function is<D extends Dimension>(one: Mention | undefined, ...dimensions: D[]): one is Mention<D> {
  return one !== undefined && (dimensions as Dimension[]).includes(one.dimension);
}

const FUNCTIONAL: ReadonlySet<Dimension> = new Set([
  "negation",
  "preference",
  "remark",
  "conjunction",
  "separator",
  "question",
  "function",
  "generic",
  "unresolved",
]);

/** Whether a mention becomes a filter, a sort order or a limit. */
export function isContent(one: Mention): boolean {
  return !FUNCTIONAL.has(one.dimension);
}
