import { regionCodes } from "../languages/gazetteer.ts";
import { lexicon } from "../lexicon/lexicon.ts";
import { is, type Mention } from "../model.ts";
import type { Context } from "../read.ts";
import { currencyAfter } from "../text/quantity.ts";
import type { PlaceTag, TaggedQuery } from "../text/tagged-query.ts";
import type { Place, PlaceEntry } from "../lexicon/vocabulary.ts";
import { isLarger, liesIn, mayLieIn, preferred } from "./place-level.ts";

/**
 * The place that begins at a token. A name of ordinary words ("Nice", "Old Town") is a place only if something shows it.
 * @param expected - whether the words before are only used before places
 */
export function placeAt(query: TaggedQuery, i: number, expected: boolean, before: Context): PlaceTag | undefined {
  const found = query.place(i);
  const token = query.token(i);
  if (!found || !token || isHalfOfName(query, found.end)) return undefined;
  if (found.place.levels.size === 1 && found.place.levels.has("postalCode"))
    return token.kind !== "number" || isPostalCode(query, i, found, before) ? found : undefined;
  if (token.kind === "number") return undefined;
  if (found.kind === "alias" && token.norm.length < 3) return isUpper(query, i) ? found : undefined;
  const word = found.kind === "alias" && found.end === i + 1 && lexicon.words.has(token.norm);
  if (!(found.place.ordinary || word) || expected || found.kind === "joined") return found;
  return isShown(query, i, found, before) ? found : undefined;
}

/** "Prospect Park", "Sunshine Coast": whether a capitalized word continues the name to one that the listings do not have. */
function isHalfOfName(query: TaggedQuery, end: number): boolean {
  return query.isWord(end, "placeNoun") && isCapital(query, end) && query.endOf(end, "feature") <= end + 1;
}

/** Whether a number that equals a stored postal code is one: it has the format, counts nothing and is no year. */
function isPostalCode(query: TaggedQuery, i: number, { end }: PlaceTag, { last }: Context): boolean {
  const { raw = "", value = 0 } = query.token(i) ?? {};
  if (!/^\d{4,6}$/.test(raw) || query.has(end, "area", "scale") || query.has(i - 1, "currency")) return false;
  if (currencyAfter(query, end, value)) return false;
  if (!/^(?:1[89]|20)\d\d$/.test(raw)) return true;
  // "Bondi 2026", "postcode: 2026"
  const label = query.norm(i - 1) === ":" ? i - 1 : i;
  return (is(last, "place") && last.to === i) || query.tagBefore(label, "postalLabel") !== undefined;
}

/** Whether the words around a name of ordinary words show that it is a place. */
function isShown(query: TaggedQuery, i: number, { end, place }: PlaceTag, before: Context): boolean {
  if (isFollowedByRegion(query, end, place)) return true;
  const { last } = before;
  const several = end > i + 1;
  const keyword = query.has(i, "feature", "type");
  const closed =
    query.token(end)?.kind !== "word" || query.has(end, "in", "withWord", "op", "stop", "conj", "listing", "not");
  const negation = negationBefore(i, before);
  const located = isLocated(query, i);
  if (negation && !keyword && (located || query.has(negation.from, "elsewhere"))) return true;
  if (located) return several || closed || isCapital(query, i);
  const adjacent = last?.to === i;
  if (several && adjacent && is(last, "place")) return true;
  if (i === 0 && (end === query.length || (!keyword && query.has(end, "listing")))) return true;
  // "Gold River" against "old town"
  if (several) return !keyword && (isNameOnly(query, i, end) || isCapital(query, i));
  const afterType = adjacent && is(last, "propertyType", "bedrooms", "bathrooms");
  // "3 Bath" counts baths; "built before 1930 Bath" does not.
  const counted = !adjacent && (query.has(i - 1, "number") || query.token(i - 1)?.kind === "number");
  if (!isCapital(query, i) || counted) return afterType && closed && query.has(i, "vague");
  if (i > 0) return closed || afterType;
  return !query.has(i, "vague") && (closed || query.has(i + 1, "number", "type", "bed"));
}

/** Whether a preposition of place is before a token, possibly with an article: "in the". */
export function isLocated(query: TaggedQuery, i: number): boolean {
  const start = query.isWord(i - 1, "article", "definite") ? i - 1 : i;
  return query.tagBefore(start, "in") !== undefined && !query.isWord(start - 1, "looseIn");
}

/** Whether several words go together only as a name. */
function isNameOnly(query: TaggedQuery, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (query.has(i, "stop", "vague", "in", "sort", "type", "feature")) return false;
  return true;
}

/** "Mobile AL", "Deal, Kent", "Downtown Miami": whether the region or city of a place follows its name. */
function isFollowedByRegion(query: TaggedQuery, end: number, place: Place): boolean {
  const next = stateAt(query, end)?.place ?? query.place(query.norm(end) === "," ? end + 1 : end)?.place;
  const outer = [next?.levels.get("region"), next?.levels.get("city")].filter((one) => one !== undefined);
  if (!next || (next.ordinary && !stateAt(query, end))) return false;
  return [...place.levels.values()].some((entry) => outer.some((one) => liesIn(entry, one)));
}

/** The negation before a token, possibly with function words between. */
export function negationBefore(i: number, before: Context): Mention<"negation"> | undefined {
  let one = before.at(i - 1);
  while (is(one, "function")) one = before.at(one.from - 1);
  return is(one, "negation") ? one : undefined;
}

/** Whether a token is capitalized in a query in which not all words are. */
export function isCapital(query: TaggedQuery, i: number): boolean {
  if (query.token(i)?.capital !== true) return false;
  const others = query.tokens.filter((token, k) => token.kind === "word" && token.end - token.start > 2 && k !== i);
  return others.length < 2 || others.some((token) => !token.capital);
}

/** Whether a word is written in capitals. */
export function isUpper(query: TaggedQuery, i: number): boolean {
  const raw = query.slice(i, i + 1);
  return raw === raw.toUpperCase() && raw !== raw.toLowerCase();
}

export interface State {
  readonly end: number;
  readonly place: Place;
  readonly entry: PlaceEntry;
}

/** The code of a state or province, possibly after a comma. The caller has seen a place or "in" before them. */
export function stateAt(query: TaggedQuery, i: number): State | undefined {
  const at = query.norm(i) === "," ? i + 1 : i;
  const code = query.norm(at);
  if (query.token(at)?.kind !== "word" || regionCodes[code.toUpperCase()] === undefined) return undefined;
  if (!isUpper(query, at)) {
    if (lexicon.words.has(code)) return undefined;
  } else if (at === i && query.has(at, "conj", "in", "stop") && query.text === query.text.toUpperCase()) {
    // "FLAT IN LEEDS OR YORK"
    return undefined;
  }
  const place = query.vocabulary.states.get(code);
  const entry = place?.levels.get("region");
  return place && entry && { end: at + 1, place, entry };
}

/** What a place is said to lie in. */
export interface Surroundings {
  readonly end: number;
  readonly city?: string;
  readonly region?: string;
}

/** The city and region right after the name of a place: "Portland, Maine", "Portland ME", "Soho, London". */
export function surroundingsAt(query: TaggedQuery, i: number, entry: PlaceEntry, before: Context): Surroundings {
  let found: Surroundings = { end: i };
  for (;;) {
    const outer = stateAt(query, found.end) ?? outerAt(query, found.end, entry, before);
    const level = outer?.entry.level === "city" ? "city" : "region";
    if (!outer || found[level] !== undefined) return found;
    found = { ...found, end: outer.end, [level]: outer.entry.name };
  }
}

/** Of the places of a name after another place, the one that the other may lie in. */
function outerAt(query: TaggedQuery, i: number, inner: PlaceEntry, before: Context): State | undefined {
  const found = placeAt(query, query.norm(i) === "," ? i + 1 : i, false, before);
  const city = found?.place.levels.get("city");
  const region = found?.place.levels.get("region");
  const within = city && isLarger(city, inner) && (liesIn(inner, city) || mayLieIn(inner, city));
  const entry = within ? city : region && isLarger(region, inner) ? region : undefined;
  return found && entry && { end: found.end, place: found.place, entry };
}

/** The correction of a misspelt name, reported once for the whole name. */
export function correctionOf(
  query: TaggedQuery,
  from: number,
  { end, place, kind }: PlaceTag,
): { correction?: { from: string; to: string } } {
  const wrong = kind === "joined" || query.tokens.slice(from, end).some((token) => token.correctedFrom !== undefined);
  return wrong ? { correction: { from: query.slice(from, end), to: preferred(place).name } } : {};
}
