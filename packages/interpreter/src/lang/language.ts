import type { stagedAmounts } from "./staged-amounts.ts";
import type { stagedPlaces } from "./staged-places.ts";
import type { stagedProperty } from "./staged-property.ts";

/** Word classes of the rules. `en.ts` contains all classes and documents their values. */
export type WordClass =
  | "stop"
  | "joiner"
  | "generic"
  | "vague"
  | "offtopic"
  | "hello"
  | "op"
  | "yearOp"
  | "postOp"
  | "between"
  | "range"
  | "conj"
  | "not"
  | "nothing"
  | "negatedVerb"
  | "neutral"
  | "notNeeded"
  | "needed"
  | "must"
  | "soft"
  | "softAfter"
  | "bed"
  | "bath"
  | "room"
  | "roomAdjective"
  | "area"
  | "distance"
  | "lot"
  | "scale"
  | "currency"
  | "period"
  | "number"
  | "ordinal"
  | "half"
  | "floor"
  | "floorWord"
  | "storey"
  | "listing"
  | "status"
  | "type"
  | "feature"
  | "category"
  | "near"
  | "in"
  | "from"
  | "mode"
  | "radius"
  | "direction"
  | "withWord"
  | "viewOf"
  | "viewWord"
  | "sort"
  | "sortBy"
  | "sortField"
  | "order"
  | "explicit"
  | "limit"
  | "result"
  | "time"
  | "last"
  | "this"
  | "day"
  | "listed"
  | "changed"
  | "month"
  | "old"
  | "built"
  | "renovated"
  | "available"
  | "price"
  | "fee"
  | "areaWord"
  | "yearWord"
  | "protected"
  | "protectedAfter"
  | "protectedWide"
  | "leaving"
  | "country"
  | keyof typeof stagedAmounts
  | keyof typeof stagedPlaces
  | keyof typeof stagedProperty;

/** value → phrases, separated by `|`. */
export type Table = Readonly<Record<string, string>>;

/** The words of one language: tables only. The rules are the same for all. */
export interface Language {
  readonly code: "en" | "es" | "de" | "fr";
  readonly tables: Readonly<Partial<Record<WordClass, Table>>>;
  /** Parts of compounds that are read as two words. */
  readonly compounds?: { readonly first: string; readonly last: string };
  /** Common words that spelling correction never changes. */
  readonly words: string;
}
