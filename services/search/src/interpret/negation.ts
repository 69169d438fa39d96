import { readAmount } from "./amount.ts";
import { FEES } from "./fees.ts";
import { floors } from "./floors.ts";
import { addFeature, afterWith, featureAt, isNarrower, setListing, typeAt, wholeType } from "./offers.ts";
import { limitAt } from "./opposite.ts";
import { applyPlace, placeAt } from "./places.ts";
import { doubtful, needless, needlessLimit, refusedLimit } from "./refusal.ts";
import { measureAt, refused } from "./refused.ts";
import type { Scan } from "./scan.ts";

/** "no condos", "without a pool or garage", "not in Sacramento", "anywhere but Palma", "not ground floor", "don't need parking". */
export function negation(scan: Scan, i: number): number {
  const closing = scan.kw(i, "notNeeded");
  if (closing && afterSubject(scan, i)) {
    scan.leave(i - 1, closing.end, "unwanted");
    return closing.end;
  }
  const neutral = scan.kw(i, "neutral");
  if (neutral) {
    if (closing) return unwantedPhrase(scan, i, neutral.end);
    const from = scan.skip(neutral.end, "not", "joiner");
    // "doesn't have to be in Leeds"
    const inside = scan.skip(from, "in");
    const place = inside > from ? placeAt(scan, inside, true) : undefined;
    if (place) {
      scan.leave(i, place.end, "unwanted");
      scan.placesFound++;
      return place.end;
    }
    return (
      needlessLimit(scan, i, neutral) ||
      refused(scan, i, from) ||
      unwantedPhrase(scan, i, scan.skip(neutral.end, "not"))
    );
  }
  const minus = isMinus(scan, i);
  const not = minus ? { end: i + 1 } : scan.kw(i, "not");
  if (not && orWithout(scan, i, not.end)) return not.end;
  if (!not && !scan.has(i, "nothing")) return 0;
  const limit = minus ? 0 : refusedLimit(scan, i);
  // "without lift" after "house with pool" and the like: what begins here ends the wish for what came before.
  if (not || limit > 0) scan.soft = false;
  if (limit === 0 && !not) return nothingThat(scan, i);
  if (limit > 0 || !not) return limit;
  return minus ? unwanted(scan, i, not.end, not.end) : refusal(scan, i, not.end);
}

/** "nothing that needs work": 0 if what follows is not known. */
function nothingThat(scan: Scan, i: number): number {
  const nothing = scan.kw(i, "nothing");
  const from = nothing && scan.skip(nothing.end, "refusing", "joiner");
  return from !== undefined && from > (nothing?.end ?? 0) && featureAt(scan, from) ? unwanted(scan, i, from, from) : 0;
}

/** "with pool or without": both will do, so the feature is only named. */
function orWithout(scan: Scan, i: number, end: number): boolean {
  const span = scan.spans.at(-1);
  if (!scan.joinedByOr(i, "features") || scan.before(i, "conj") === undefined || span?.field !== "features")
    return false;
  if (scan.token(end)?.kind === "word" && !scan.has(end, "in")) return false;
  scan.filters.features?.pop();
  if (scan.filters.features?.length === 0) delete scan.filters.features;
  const from = scan.tokens.findIndex((token) => token.start >= span.start);
  scan.spans.pop();
  scan.leave(from, end, "unwanted");
  return true;
}

/** "price doesn't matter": whether a phrase without a known wish stands before what says that it does not matter. */
function afterSubject(scan: Scan, i: number): boolean {
  if (scan.token(i - 1)?.kind !== "word") return false;
  return (
    scan.use[i - 1] === "unknown" ||
    scan.has(i - 1, "price", "areaWord", "yearWord") ||
    /^(?:location|place|age|ubicacion|lage|lieu|emplacement)$/.test(scan.norm(i - 1))
  );
}

/** What goes with a negation without undoing it: "que no tenga ninguna", "pas ... ni". */
const CONCORD = /^(?:any|either|ningun|ninguna|nada|tampoco|ni|aucun|aucune|neither|nor)$/;

function refusal(scan: Scan, i: number, end: number): number {
  const plain = scan.skip(end, "not", "joiner");
  const words = scan.skip(end, "joiner", "refusing");
  // "can't live without a garden", "not to have no parking", "not not furnished": said twice, the refusal is none.
  if (scan.has(words, "not") && (words > scan.skip(end, "joiner") || !CONCORD.test(scan.norm(words)))) {
    const thing = itemEnd(scan, scan.skip(words, "not", "joiner"));
    if (thing !== undefined) {
      scan.leave(i, thing, "unknown");
      scan.strength++;
      return thing;
    }
  }
  const bare = scan.norm(end - 1) === "no" || itemEnd(scan, plain) !== undefined;
  return unwanted(scan, i, plain, bare ? plain : scan.skip(end, "not", "joiner", "refusing"));
}

/** What is not wanted; its name begins at `from`, and words that say nothing more at `plain`. */
function unwanted(scan: Scan, i: number, plain: number, from: number): number {
  const minus = isMinus(scan, i);
  const free = minus ? 0 : needless(scan, from);
  if (free > 0) {
    scan.leave(i, free, "unwanted");
    scan.strength++;
    return free;
  }
  // "no garden under 50 sqm" says nothing of other gardens.
  const feature = minus ? undefined : featureAt(scan, from);
  if (feature && (FEES.has(feature.value) || limitAt(scan, feature.end)?.price === false)) {
    const end = doubtful(scan, i, feature.end, true);
    if (end > feature.end) return end;
  }
  const doubted = minus ? 0 : limitOfSeveral(scan, from);
  if (doubted > 0) {
    scan.leave(i, doubted, "unwanted");
    scan.strength++;
    return doubted;
  }
  const first = item(scan, from, i);
  if (minus) return first?.end ?? unwantedPhrase(scan, i, from, 1);
  if (!first) {
    const end = doubtful(scan, i, unwantedPhrase(scan, i, from), false);
    if (end === from && from > plain) scan.leave(i, end, "unwanted");
    return end;
  }
  let { end, kind } = first;
  // The "no" goes on over "or" and "and", and over commas if an "or" closes the list.
  for (;;) {
    const next = continued(scan, end, kind);
    const more = next === undefined ? undefined : item(scan, next, next);
    // "no studios or flats under 300k": whose limit it is is not said, unless another type is wanted.
    if (!more) return doubtful(scan, end, end, kind !== "type" || scan.filters.propertyTypes !== undefined);
    ({ end, kind } = more);
  }
}

/**
 * "neither a flat nor a house over 300k": whether the limit is of the last type or of all is not said, and none of them may be left
 * out as a whole. Where the limit ends, 0 if there is none that nobody searches by.
 */
function limitOfSeveral(scan: Scan, i: number): number {
  let end = wholeType(scan, i)?.end ?? 0;
  for (let n = 0; end > 0 && n < 8; n++) {
    const next = continued(scan, end, "type");
    end = (next === undefined ? undefined : wholeType(scan, scan.skip(next, "joiner")))?.end ?? 0;
    const limit = end > 0 ? limitAt(scan, end) : undefined;
    if (limit?.strict && limit.usual === "opposite") return limit.end;
  }
  return 0;
}

/** "-pool": a minus right before a word or a quotation, after white space, as in a search box. */
function isMinus(scan: Scan, i: number): boolean {
  const token = scan.token(i);
  const next = scan.token(i + 1);
  return (
    token !== undefined &&
    (token.raw === "-" || token.raw === "\u2212") &&
    !token.glued &&
    next?.glued === true &&
    !scan.has(i + 1, "number") &&
    (next.kind === "word" || quotationEnd(scan, i + 1) > 0)
  );
}

/** The end of a quotation that begins at a token, 0 if none does. */
function quotationEnd(scan: Scan, i: number): number {
  if (scan.norm(i) !== '"') return 0;
  for (let j = i + 1; j < scan.length; j++) if (scan.norm(j) === '"') return j > i + 1 ? j + 1 : 0;
  return 0;
}

/** A quotation that nothing found may hold: no filter can say it, and as text it would be asked for. */
export function unwantedText(scan: Scan, from: number, end: number): number {
  let guarded = false;
  for (let k = from; k < end; k++) guarded ||= scan.has(k, "protected");
  scan.leave(from, end, guarded ? "protected" : "unwanted");
  scan.weakness++;
  scan.conflict("inexpressible", "text", null, scan.slice(from, end), "text cannot be excluded; not used");
  return end;
}

interface Item {
  end: number;
  kind: "type" | "feature" | "place" | "text" | "amount" | "other";
}

/** One unwanted thing at `i`; `start` is where its wording, with the negation, begins. */
function item(scan: Scan, i: number, start: number): Item | undefined {
  const quotation = quotationEnd(scan, scan.skip(i, "in", "joiner", "withWord", "stop"));
  if (quotation > 0) return { end: unwantedText(scan, start, quotation), kind: "text" };
  const inPlace = scan.skip(i, "in", "joiner");
  const located = inPlace > i;
  const floor = floors(scan, scan.skip(i, "in", "joiner"), true) || floors(scan, i, true);
  if (floor > 0) {
    scan.cover(start, floor);
    return { end: floor, kind: "other" };
  }
  const feature = featureAt(scan, inPlace);
  const type = wholeType(scan, inPlace);
  const place = placeAt(scan, inPlace, true);
  const amount = feature || place ? 0 : refused(scan, start, i);
  if (amount > 0) return { end: amount, kind: "amount" };
  const plain = !place?.place.ordinary || located;
  if (
    place &&
    plain &&
    place.end >= Math.max(feature?.end ?? 0, type?.end ?? 0) &&
    !(place.place.ordinary && (feature || type))
  ) {
    const end = applyPlace(scan, inPlace, place, true);
    scan.cover(start, end);
    return { end, kind: "place" };
  }
  if (feature && feature.end >= (type?.end ?? 0)) {
    addFeature(scan, inPlace, feature.end, feature.value, true);
    scan.cover(start, feature.end);
    return { end: feature.end, kind: "feature" };
  }
  if (type && isNarrower(scan, inPlace, type.end)) {
    // "no terraced houses": the filter would leave out all houses.
    scan.leave(start, type.end, "unwanted");
    scan.strength++;
    return { end: type.end, kind: "type" };
  }
  if (type) {
    scan.add("excludePropertyTypes", type.value);
    scan.take(inPlace, type.end, "excludePropertyTypes");
    scan.strength++;
    scan.cover(start, type.end);
    return { end: type.end, kind: "type" };
  }
  const status = scan.kw(inPlace, "status");
  if (status) {
    scan.filters.status = ["active"];
    scan.take(inPlace, status.end, "status");
    scan.cover(start, status.end);
    return { end: status.end, kind: "other" };
  }
  const listing = scan.kw(inPlace, "listing") ?? scan.kw(i, "listing");
  if (listing) {
    setListing(scan, listing.value === "rent" ? "sale" : "rent", inPlace, listing.end);
    scan.cover(start, listing.end);
    return { end: listing.end, kind: "other" };
  }
  return undefined;
}

/** Where the next item of a list of unwanted things begins, if the list goes on. */
function continued(scan: Scan, end: number, kind: Item["kind"]): number | undefined {
  const joint = scan.kw(end, "conj");
  const same = (i: number): boolean => itemKind(scan, i) === kind;
  if (joint || scan.norm(end) === "nor") {
    let next = joint?.end ?? end + 1;
    const again = scan.kw(next, "not");
    if (again) return undefined;
    next = scan.skip(next, "joiner");
    if (afterWith(scan, next) && scan.norm(end) !== "plus") return undefined;
    if (joint?.value === "and" && scan.norm(joint.end - 1) === "a") return undefined;
    // "not 3 bed and under 300k": a comparison begins a wish of its own.
    if (joint?.value === "and" && kind === "amount" && scan.has(next, "op", "between", "price")) return undefined;
    return same(scan.skip(next, "in")) ||
      itemKind(scan, next) === "other" ||
      itemKind(scan, next) === "text" ||
      (joint?.value !== "and" && itemKind(scan, next) !== undefined)
      ? next
      : undefined;
  }
  if (scan.norm(end) !== ",") return undefined;
  // Look for the "or" that closes the list.
  let j = end;
  for (let n = 0; n < 8 && scan.norm(j) === ","; n++) {
    const next = scan.skip(j + 1, "joiner");
    if (scan.kw(next, "conj")?.value === "or")
      return same(scan.skip(scan.kw(next, "conj")?.end ?? next, "joiner")) ? end + 1 : undefined;
    const length = itemEnd(scan, next);
    if (length === undefined || !same(next)) return undefined;
    j = length;
    if (scan.kw(j, "conj")?.value === "or" || scan.norm(j) === "nor") return scan.skip(end + 1, "joiner");
  }
  return undefined;
}

function itemKind(scan: Scan, i: number): Item["kind"] | undefined {
  if (quotationEnd(scan, i) > 0) return "text";
  if (scan.kw(i, "floor")) return "other";
  const feature = featureAt(scan, i)?.end ?? 0;
  const type = typeAt(scan, i)?.end ?? 0;
  const place = placeAt(scan, i, true);
  if (place && place.end >= Math.max(feature, type)) return "place";
  if (feature > 0 && feature >= type) return "feature";
  if (type > 0) return "type";
  return measureAt(scan, i) ? "amount" : undefined;
}

function itemEnd(scan: Scan, i: number): number | undefined {
  const end = Math.max(featureAt(scan, i)?.end ?? 0, typeAt(scan, i)?.end ?? 0, placeAt(scan, i, true)?.end ?? 0);
  return end > 0 ? end : undefined;
}

/** Something unwanted that is not known: named with its "no", and it raises nothing. */
function unwantedPhrase(scan: Scan, i: number, from: number, most = 4): number {
  let end = from;
  while (end < scan.length && end < from + most) {
    const token = scan.token(end);
    if (token?.kind !== "word" || scan.has(end, "conj", "in", "op", "not", "listing", "withWord", "price", "near"))
      break;
    // "keine Dachgeschosswohnung": the parts of one word stay together.
    const part = scan.token(end)?.glued === true && scan.tokens[end - 1]?.end === scan.token(end)?.start;
    if (end > from && !part && (typeAt(scan, end) || placeAt(scan, end, false))) break;
    if (end > from && (readAmount(scan, end) ?? limitAt(scan, end))) break;
    if (scan.has(end, "protected")) break;
    const feature = featureAt(scan, end);
    // What is said of a garden, whatever it is, is asked of a property.
    if (feature) scan.strength++;
    end = Math.max(end + 1, feature?.end ?? 0);
  }
  const quotation = most > 1 ? quotationEnd(scan, end) : 0;
  if (quotation > 0) return unwantedText(scan, i, quotation);
  if (end === from) {
    scan.mark(i, from, "stop");
    return from;
  }
  scan.leave(i, end, "unwanted");
  return end;
}
