import { is } from "../model.ts";
import { joinedByOr, type Context } from "../read.ts";
import type { Tag, TaggedQuery } from "../text/tagged-query.ts";
import { typeAt } from "./names.ts";

const COMMERCIAL: ReadonlySet<string> = new Set(["office", "retail", "warehouse"]);
const NO_DWELLING: ReadonlySet<string> = new Set([
  ...COMMERCIAL,
  "land",
  "farm",
  "room",
  "garage",
  "parking",
  "hotel",
  "restaurant",
]);

const isCommercial = (type: string): boolean => COMMERCIAL.has(type);
const isDwelling = (type: string): boolean => !NO_DWELLING.has(type);

const isWord = (query: TaggedQuery, i: number): boolean => query.token(i)?.kind === "word";
const isUnresolved = (before: Context, i: number): boolean => is(before.at(i), "unresolved");

/** Whether a type other than land is named from a token on. */
export function namesOtherType(query: TaggedQuery, from: number): boolean {
  return typesFrom(query, from).some((type) => type !== "land");
}

function typesFrom(query: TaggedQuery, from: number): string[] {
  return query.tokens.flatMap((_, k) => (k >= from ? (typeAt(query, k)?.value ?? []) : []));
}

const readTypes = (before: Context): string[] => before.of("propertyType").map(({ value }) => value.name);

/** Whether "with" or a similar word is before a token. */
export function followsHaving(query: TaggedQuery, i: number, before: Context): boolean {
  let j = i;
  while (j > 0 && isWord(query, j - 1) && (query.has(j - 1, "joiner") || isUnresolved(before, j - 1))) j--;
  return query.tagBefore(j, "having") !== undefined;
}

/** Whether a home was read before a token or is named after it. */
function isAboutHome(query: TaggedQuery, from: number, before: Context): boolean {
  if (before.of("bedrooms").length > 0) return true;
  return [...readTypes(before), ...typesFrom(query, from)].some((type) => isDwelling(type));
}

const isTie = (query: TaggedQuery, i: number): boolean => query.isWord(i, "conj");

/** Where the words that describe what begins at a token begin. */
function describedFrom(query: TaggedQuery, i: number, before: Context): number {
  let j = i;
  const describes = (k: number): boolean =>
    isWord(query, k) && !isTie(query, k) && (query.has(k, "joiner", "vague") || isUnresolved(before, k));
  while (j > 0 && describes(j - 1)) j--;
  return j;
}

/** What joins the described thing at a token to what is before it. */
function tieBefore(query: TaggedQuery, i: number, before: Context): "word" | "comma" | undefined {
  const at = describedFrom(query, i, before) - 1;
  return isTie(query, at) ? "word" : query.norm(at) === "," ? "comma" : undefined;
}

/** "with garden and office", "near schools and shops": the kind of list that a token continues. */
function listBefore(query: TaggedQuery, i: number, before: Context): "having" | "near" | undefined {
  for (let j = i; j > 0; j--) {
    if (query.tagBefore(j, "having")) return "having";
    if (query.tagBefore(j, "near") && !is(before.at(j - 1), "near")) return "near";
    const fills = isTie(query, j - 1) || query.norm(j - 1) === "," || query.has(j - 1, "joiner", "vague");
    if (!fills && !is(before.at(j - 1), "feature", "unresolved")) return undefined;
  }
  return undefined;
}

/** "a study and an office" of a home: a room of it, not a property type. */
export function isPartOfHome(query: TaggedQuery, i: number, type: Tag, before: Context): boolean {
  if (followsHaving(query, i, before)) return true;
  if (isDwelling(type.value) || tieBefore(query, i, before) === undefined) return false;
  return listBefore(query, i, before) === "having" && isAboutHome(query, type.end, before);
}

/** "near schools and shops", "above a shop", "living room": surroundings and rooms of a home are not property types. */
export function isBesideHome(query: TaggedQuery, i: number, { value, end }: Tag, before: Context): boolean {
  if (isCommercial(value)) {
    for (let k = describedFrom(query, i, before); k <= i; k++) if (query.isWord(k - 1, "above")) return true;
    const tie = tieBefore(query, i, before);
    if (tie && listBefore(query, i, before) === "near")
      return tie === "word" || query.has(end, "conj") || isAboutHome(query, end, before);
  }
  if (value !== "room") return false;
  // A spare room is a property type if there is no other type.
  if (query.isWord(i, "spare")) return isAboutHome(query, end, before);
  if (!query.isWord(i, "plainRoom") || !isWord(query, i - 1)) return false;
  if (query.isWord(i - 1, "homeRoom")) return true;
  // "villa + driver room"
  const home = readTypes(before).some((type) => isDwelling(type));
  return home && isUnresolved(before, i - 1) && !joinedByOr(query, i - 1, before, "propertyType");
}

/**
 * "large lot house", "house on a big lot", "lots of space": land that describes a home, or that is not land.
 * @returns the end of these words, 0 if land is the property type
 */
export function landOfHomeEnd(query: TaggedQuery, i: number, { end }: Tag, before: Context): number {
  const plenty = query.endOf(i, "plenty");
  if (plenty > 0 && end === i + 1) {
    const thing = query.skip(plenty, "vague", "joiner");
    if (typeAt(query, thing)?.value !== "land" && query.token(thing)?.kind !== "number") return plenty;
  }
  const next = typeAt(query, end);
  if (next && isDwelling(next.value)) return end;
  const home = readTypes(before).some((type) => isDwelling(type));
  return home && tieBefore(query, i, before) === undefined ? end : 0;
}

/** Whether a measured area of land belongs to a home: "half acre lot house", "house with 5 acres of land". */
export function isLandOfHome(query: TaggedQuery, from: number, end: number, before: Context): boolean {
  if (joinedByOr(query, from, before, "propertyType")) return false;
  if (readTypes(before).some((type) => type !== "land")) return true;
  return !query.has(end, "conj") && query.token(end)?.kind !== "symbol" && isAboutHome(query, end, before);
}
