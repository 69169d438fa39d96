/** Kinds of words the rules know. What the values of each kind are is told in `en.ts`, the complete table. */
export type WordClass =
  | "stop" | "joiner" | "generic" | "vague" | "offtopic" | "hello"
  | "op" | "yearOp" | "postOp" | "between" | "range" | "conj" | "not" | "neutral" | "notNeeded" | "must" | "soft" | "softAfter"
  | "bed" | "bath" | "room" | "roomAdjective" | "area" | "distance" | "lot" | "scale" | "currency" | "period" | "number" | "ordinal" | "half"
  | "floor" | "floorWord" | "storey" | "listing" | "status" | "type" | "feature" | "category"
  | "near" | "in" | "from" | "mode" | "radius" | "direction" | "withWord" | "viewOf" | "viewWord"
  | "sort" | "sortBy" | "sortField" | "order" | "explicit" | "limit" | "result"
  | "time" | "last" | "this" | "day" | "listed" | "month" | "old" | "built" | "renovated" | "available" | "price" | "areaWord" | "yearWord"
  | "protected" | "protectedAfter" | "protectedWide" | "country";

/** value → phrases, separated by `|`. */
export type Table = Readonly<Record<string, string>>;

/** The words of one language: tables only. The rules are the same for all. */
export interface Language {
  readonly code: "en" | "es" | "de" | "fr";
  readonly tables: Readonly<Partial<Record<WordClass, Table>>>;
  /** Parts of compounds that are read as two words. */
  readonly compounds?: { readonly first: string; readonly last: string };
  /** Common words that are no typo of anything. */
  readonly words: string;
}
