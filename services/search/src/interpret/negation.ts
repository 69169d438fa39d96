import { negated, readAmount } from "./amount.ts";
import { applyArea } from "./area.ts";
import { floors } from "./floors.ts";
import { addFeature, afterWith, featureAt, setListing, typeAt } from "./offers.ts";
import { applyPlace, placeAt } from "./places.ts";
import { applyPrice, isPrice } from "./price.ts";
import { measureAt, refused } from "./refused.ts";
import { applyRooms } from "./rooms.ts";
import type { Scan } from "./scan.ts";

/** "no condos", "without a pool or garage", "not in Sacramento", "anywhere but Palma", "not ground floor", "don't need parking". */
export function negation(scan: Scan, i: number): number {
  const neutral = scan.kw(i, "neutral");
  if (neutral) {
    // "location doesn't matter, 3 bed": such words may close a phrase as well.
    const closes = scan.has(i, "notNeeded");
    return (!closes && refused(scan, i, scan.skip(neutral.end, "joiner"))) || unwantedPhrase(scan, i, neutral.end);
  }
  const minus = isMinus(scan, i);
  const not = minus ? { end: i + 1 } : scan.kw(i, "not");
  if (!not) return 0;
  const from = minus ? not.end : scan.skip(not.end, "not", "joiner");
  // "without lift" after "house with pool" and the like: what begins here ends the wish for what came before.
  scan.soft = false;
  const amount = minus ? undefined : readAmount(scan, from);
  if (amount?.operator && !amount.high && amount.operator !== "eq" && amount.operator !== "around") {
    const flipped = negated(amount);
    const { unit } = flipped;
    if (unit?.kind === "bed" || unit?.kind === "bath") return applyRooms(scan, i, flipped, unit) ? flipped.end : 0;
    if (unit?.kind === "area") {
      applyArea(scan, i, flipped, unit.value, false);
      return flipped.end;
    }
    if (!unit && isPrice(scan, flipped, false)) {
      applyPrice(scan, i, flipped);
      return flipped.end;
    }
  }
  const first = item(scan, from, i);
  if (minus) return first?.end ?? unwantedPhrase(scan, i, from, 1);
  if (!first) return unwantedPhrase(scan, i, from);
  let { end, kind } = first;
  // The "no" goes on over "or" and "and", and over commas if an "or" closes the list.
  for (;;) {
    const next = continued(scan, end, kind);
    const more = next === undefined ? undefined : item(scan, next, next);
    if (!more) return end;
    ({ end, kind } = more);
  }
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
  const type = typeAt(scan, inPlace);
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
    if (end > from && typeAt(scan, end)) break;
    end = Math.max(end + 1, featureAt(scan, end)?.end ?? 0);
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
