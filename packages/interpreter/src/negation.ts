import { FEES } from "./fees.ts";
import { placeAt } from "./named-place.ts";
import { wholeType } from "./offers.ts";
import { limitAt } from "./opposite.ts";
import { doubtful, needless, needlessLimit, refusedLimit } from "./negation-phrases.ts";
import { refused } from "./excluded-amounts.ts";
import type { Scan } from "./scan.ts";
import { continued, item, itemEnd, quotationEnd, unwantedPhrase } from "./unwanted.ts";
import { featureAt } from "./wishes.ts";

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

/** "nothing that needs work". Returns 0 if what follows is not known. */
function nothingThat(scan: Scan, i: number): number {
  const nothing = scan.kw(i, "nothing");
  const from = nothing && scan.skip(nothing.end, "negatedVerb", "joiner");
  return from !== undefined && from > (nothing?.end ?? 0) && featureAt(scan, from) ? unwanted(scan, i, from, from) : 0;
}

/** "with pool or without": both are acceptable, so the feature is only reported. */
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

/** Words of negative concord, which do not cancel a negation: "que no tenga ninguna", "pas ... ni". */
const CONCORD = /^(?:any|either|ningun|ninguna|nada|tampoco|ni|aucun|aucune|neither|nor)$/;

function refusal(scan: Scan, i: number, end: number): number {
  const plain = scan.skip(end, "not", "joiner");
  const words = scan.skip(end, "joiner", "negatedVerb");
  // "can't live without a garden", "not to have no parking", "not not furnished": two negations cancel each other.
  if (scan.has(words, "not") && (words > scan.skip(end, "joiner") || !CONCORD.test(scan.norm(words)))) {
    const thing = itemEnd(scan, scan.skip(words, "not", "joiner"));
    if (thing !== undefined) {
      scan.leave(i, thing, "unknown");
      scan.strength++;
      return thing;
    }
  }
  const bare = scan.norm(end - 1) === "no" || itemEnd(scan, plain) !== undefined;
  return unwanted(scan, i, plain, bare ? plain : scan.skip(end, "not", "joiner", "negatedVerb"));
}

/** Reads unwanted things. The name begins at `from`; function words begin at `plain`. */
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
