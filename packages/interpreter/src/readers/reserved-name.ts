import { is, isContent, mention, type Mention } from "../model.ts";
import type { Context, Rule } from "../read.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import type { ReservedName } from "../lexicon/vocabulary.ts";
import { place } from "./place.ts";
import { featureAt, typeAt } from "./names.ts";
import { preferred } from "./place-level.ts";
import { isCapital, isLocated } from "./place-name.ts";

/** "Sans Souci": a name with a word that the tables do not have, whatever its first word means. */
export const nameWithReservedWord: Rule = {
  name: "place/reserved-word",
  read(query, at, before) {
    const found = query.isTagged(at) ? query.place(at) : undefined;
    if (!found || found.end === at + 1 || found.place.ordinary) return undefined;
    return place.read(query, at, before);
  },
};

/** Names from the listings that consist of reserved words: "homes in Bath Beach", "Rural", "Green Point for sale". */
export const reservedName: Rule = {
  name: "reserved-name",
  read(query, at, before) {
    for (const { end, names } of reservedNamesAt(query, at)) {
      const subject = isSubject(query, end, before);
      // "Como", "homes in Como": a function word alone, or in capitals after a preposition.
      const sure = subject === "all" || (isLocated(query, at) && isClosed(query, end) && isCapital(query, at));
      if (hasOwnMeaning(query, at, end, sure)) continue;
      const placed = isLocated(query, at) ? isClosed(query, end) : subject === "all" || isProperName(query, at, end);
      const found = names.find(({ dimension }) => (dimension === "place" ? placed : subject !== undefined));
      if (found) return toMention(found, at, end);
    }
    return undefined;
  },
};

interface ReservedMatch {
  readonly end: number;
  readonly names: readonly ReservedName[];
}

/** All names of reserved words at a token, longest first. */
function reservedNamesAt(query: TaggedQuery, at: number): ReservedMatch[] {
  const found: ReservedMatch[] = [];
  let node: typeof query.vocabulary.reserved | undefined = query.vocabulary.reserved;
  for (let i = at; i < query.length; i++) {
    // "Hotel/Leisure": a stroke does not end a name.
    if (i > at && query.norm(i) === "/") continue;
    node = node.step(query.norm(i));
    if (!node) break;
    if (node.items.length > 0) found.unshift({ end: i + 1, names: node.items });
  }
  return found;
}

function toMention(name: ReservedName, from: number, to: number): Mention {
  if (name.dimension === "place")
    return mention("place", from, to, { place: name.place, entry: preferred(name.place) });
  if (name.dimension === "propertyType") return mention("propertyType", from, to, { name: name.name, narrower: false });
  return mention(name.dimension, from, to, { name: name.name });
}

/** Whether nothing after a name continues it. */
function isClosed(query: TaggedQuery, end: number): boolean {
  if (query.token(end)?.kind !== "word") return true;
  return query.has(end, "in", "listing", "conj", "op", "between", "near", "having", "withWord", "not", "status");
}

/**
 * "Rural", "Industrial in Brisbane", "Green Point for sale": whether the name is the subject of the query, and whether it is
 * all of it, except for words about the offer.
 */
function isSubject(query: TaggedQuery, end: number, before: Context): "all" | "first" | undefined {
  if (before.mentions.some((one) => isContent(one) || is(one, "unresolved", "negation"))) return undefined;
  if (query.skip(end, "listing") === query.length) return "all";
  return query.norm(end) === "," || query.has(end, "listing", "generic", "in", "near") ? "first" : undefined;
}

/** Words that retain their own meaning, whatever names the listings have. */
const MEANINGFUL = [
  "type",
  "listing",
  "status",
  "generic",
  "bed",
  "bath",
  "room",
  "floor",
  "feature",
  "sort",
  "offtopic",
  "hello",
  "protected",
] as const;
const FUNCTIONAL = [
  "stop",
  "joiner",
  "in",
  "from",
  "near",
  "conj",
  "not",
  "nothing",
  "op",
  "withWord",
  "hello",
] as const;
const UNITS = ["bed", "bath", "room", "storey", "area", "distance", "time", "scale", "currency", "floorWord"] as const;

/** Whether the words of a name are a phrase of the word tables, part of another name, or begin or end with a function word. */
function hasOwnMeaning(query: TaggedQuery, at: number, end: number, sure: boolean): boolean {
  const other = Math.max(
    query.place(at)?.end ?? 0,
    typeAt(query, at)?.end ?? 0,
    sure ? 0 : (featureAt(query, at)?.end ?? 0),
  );
  if (other >= end || MEANINGFUL.some((cls) => query.endOf(at, cls) >= end)) return true;
  if (query.has(at, "number") && (end === at + 1 || query.has(at + 1, ...UNITS))) return true;
  return (
    !sure &&
    [at, end - 1].some((i) => query.token(i)?.kind !== "word" || FUNCTIONAL.some((cls) => query.isWord(i, cls)))
  );
}

/** "office New South Wales": several capitalized words, which are no phrase of the word tables. */
function isProperName(query: TaggedQuery, at: number, end: number): boolean {
  if (end === at + 1 || query.isTaggedWhole(at, end)) return false;
  for (let i = at; i < end; i++) if (!isCapital(query, i)) return false;
  return query.token(end)?.capital !== true;
}
