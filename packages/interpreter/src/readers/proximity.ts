import { functionWords, is, mention, unknown, unresolved, type Mention } from "../model.ts";
import { joinedByOr, type Context } from "../read.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import type { PlaceEntry } from "../lexicon/vocabulary.ts";
import { coordinatesAt, trailingDistanceAt, withModeAt, type Distance } from "./distance-value.ts";
import { isRelated, liesIn, preferred } from "./place-level.ts";
import { correctionOf, placeAt, surroundingsAt } from "./place-name.ts";

/** Maximum number of tokens of an unknown name. */
const UNKNOWN_NAME_MAX = 6;

export interface ProximityWords {
  /** Token at which the words for the distance begin. */
  readonly start: number;
  /** Token after the words for the distance, at which the place begins. */
  readonly at: number;
  readonly distance: Distance;
  /** Whether the words for the distance are reported with a place that is not used: "5 km from Atlantis", unlike "near Atlantis". */
  readonly whole?: boolean;
  /** Whether what is beyond the distance is meant, which is no filter and thus does not compete with another distance. */
  readonly beyond?: boolean;
  readonly before: Context;
}

/** A distance with the place or the coordinates that it is measured from. An unknown place is reported. */
export function proximityAt(query: TaggedQuery, words: ProximityWords): readonly Mention[] | undefined {
  const { start, distance, before } = words;
  let name = words.at;
  while (query.isWord(name, "joiner") && !query.has(name, "conj") && !placeAt(query, name, true, before)) name++;
  const point = coordinatesAt(query, name, false);
  if (point) {
    const { end, ...at } = point;
    const value = { distance: distance.distance, unit: distance.unit, at };
    return [mention("near", start, end, value, { ...noted(distance) })];
  }
  // "near metro Andheri West": the metro is nearby, the place is where it is.
  const amenity = amenityEndAt(query, name, before);
  if (amenity > 0) return unknownName(query, words, name, amenity);
  if (!mayBeginName(query, name) && !placeAt(query, name, true, before)) return undefined;
  for (let at = name; at < Math.min(query.length, name + UNKNOWN_NAME_MAX); at++) {
    const found = nearPlaceAt(query, words, name, at);
    if (found) return found;
    if (at > name && endsName(query, at)) break;
  }
  return unknownName(query, words, name);
}

const noted = ({ note }: Distance): { note?: string } => (note === undefined ? {} : { note });

/** The distance from the place at `at`; the words from `name` to it are unknown. */
function nearPlaceAt(
  query: TaggedQuery,
  { start, distance, whole, beyond, before }: ProximityWords,
  name: number,
  at: number,
): readonly Mention[] | undefined {
  const found = placeAt(query, at, true, before);
  if (!found) return undefined;
  const lead = at > name ? [...skipped(query, start, name), unknown(name, at)] : [];
  const entry = preferred(found.place);
  const { end: placeEnd, ...within } = surroundingsAt(query, found.end, entry, before);
  const kept = beyond ? undefined : competitorOf(query, start, entry, before);
  if (kept !== undefined) {
    const from = whole ? start : at;
    const words = whole ? [] : at > name ? lead : skipped(query, start, at);
    return [...words, unknown(from, placeEnd, onlyOne(kept, entry))];
  }
  const byMode = withModeAt(query, placeEnd, distance);
  const value = trailingDistanceAt(query, byMode.end) ?? byMode;
  const end = value === byMode && query.isWord(value.end, "away") ? value.end + 1 : value.end;
  const near = mention(
    "near",
    at > name ? at : start,
    end,
    { distance: value.distance, unit: value.unit, entry, ...within },
    { ...noted(value), ...correctionOf(query, at, found) },
  );
  return [...lead, near, ...furtherPlaces(query, end, entry, before)];
}

/** Words before something that no distance is measured from: "walking distance to" is reported, "near" has no meaning of its own. */
function skipped(query: TaggedQuery, from: number, to: number): readonly Mention[] {
  if (to <= from) return [];
  return [query.tag(from, "near")?.value ? unknown(from, to) : functionWords(from, to)];
}

/** A search has one distance: the name of what was read before if it excludes a distance from this place. */
function competitorOf(query: TaggedQuery, start: number, entry: PlaceEntry, before: Context): string | undefined {
  const near = before.of("near").find(({ value }) => value.beyond !== true);
  if (near) return near.value.entry?.name ?? before.of("place").at(-1)?.value.entry.name ?? "the coordinates";
  const { last } = before;
  if (!is(last, "place")) return undefined;
  const placed = last.value.entry;
  // "in Leeds and near York", unless one is in the other
  const joined = query.tag(last.to, "conj")?.end === start && !isRelated(placed, entry);
  return joined || joinedByOr(query, start, before, "place") ? placed.name : undefined;
}

function onlyOne(kept: string, dropped: PlaceEntry): Pick<Mention, "about" | "conflict"> {
  const detail = `only one distance can be searched at a time; ${kept} is used, ${dropped.name} is not`;
  return { about: true, conflict: { field: "near", detail } };
}

/** "near York or Leeds", "near York, Leeds": the distance applies to the first place, and the others are reported. */
function furtherPlaces(query: TaggedQuery, i: number, first: PlaceEntry, before: Context): readonly Mention[] {
  const comma = query.norm(i) === "," ? i + 1 : i;
  const conj = query.tag(comma, "conj");
  const next = conj ? query.skip(conj.end, "in", "near", "joiner") : comma;
  if (next === i) return [];
  const found = placeAt(query, next, conj !== undefined && query.tagBefore(next, "in") !== undefined, before);
  const entry = found && preferred(found.place);
  // "near York and in Yorkshire" is both.
  if (!found || !entry || liesIn(first, entry)) return [];
  const { end } = surroundingsAt(query, found.end, entry, before);
  const further = unresolved(next, end, onlyOne(first.name, entry));
  return [...skipped(query, i, next), further, ...furtherPlaces(query, end, first, before)];
}

function mayBeginName(query: TaggedQuery, i: number): boolean {
  return query.token(i)?.kind === "word" && !query.has(i, "conj", "not", "op", "listing");
}

/** Whether the name of an unknown place ends before a token. */
export function endsName(query: TaggedQuery, i: number): boolean {
  const token = query.token(i);
  if (!token || token.kind === "number") return true;
  if (token.kind === "symbol") return token.norm !== "." || !token.glued;
  // "Museum of the Moon", but "station to Leeds"
  if (query.has(i, "ofWord", "article") || (query.isWord(i, "joiner") && !query.has(i, "conj", "in"))) return false;
  if (query.has(i, "type") && !query.has(i, "lot")) return true;
  return query.has(
    i,
    "conj",
    "op",
    "between",
    "withWord",
    "not",
    "near",
    "listing",
    "price",
    "in",
    "soft",
    "sortBy",
    "available",
    "built",
    "generic",
  );
}

/** The end of words for what is nearby, if a place follows them immediately; 0 otherwise. */
function amenityEndAt(query: TaggedQuery, i: number, before: Context): number {
  const start = query.skip(i, "vague");
  const end = query.skip(start, "amenity");
  if (end === start) return 0;
  // "near the university of Bologna", "near the beach in Naples"
  const within = query.isWord(end, "ofWord") ? end + 1 : (query.tag(end, "in")?.end ?? end);
  return placeAt(query, within, within > end, before) ? end : 0;
}

/** Reports a place that is not in the listings, from `name` to `to` or to where its name ends. */
function unknownName(
  query: TaggedQuery,
  { start, whole }: ProximityWords,
  name: number,
  to = 0,
): readonly Mention[] | undefined {
  if (!mayBeginName(query, name)) return undefined;
  let end = Math.max(name + 1, to);
  if (to === 0) while (end < name + UNKNOWN_NAME_MAX && !endsName(query, end)) end++;
  while (end > name + 1 && query.has(end - 1, "joiner")) end--;
  const isProtected = query.tokens.some((_, i) => i >= name && i < end && query.has(i, "protected"));
  const rest = isProtected ? ({ polarity: "protected" } as const) : {};
  return whole ? [unknown(start, end, rest)] : [...skipped(query, start, name), unknown(name, end, rest)];
}
