import { readAmount } from "./amount.ts";
import { floors } from "./floors.ts";
import { placeAt } from "./named-place.ts";
import { afterWith, isNarrower, setListing, typeAt, wholeType } from "./offers.ts";
import { limitAt } from "./opposite.ts";
import { applyPlace } from "./places.ts";
import { measureAt, refused } from "./excluded-amounts.ts";
import type { Scan } from "./scan.ts";
import { addFeature, featureAt } from "./wishes.ts";

/** The end of a quotation that begins at a token, 0 if none does. */
export function quotationEnd(scan: Scan, i: number): number {
  if (scan.norm(i) !== '"') return 0;
  for (let j = i + 1; j < scan.length; j++) if (scan.norm(j) === '"') return j > i + 1 ? j + 1 : 0;
  return 0;
}

/** An unwanted quotation: no filter expresses it, and a text search would require it. */
export function unwantedText(scan: Scan, from: number, end: number): number {
  let guarded = false;
  for (let k = from; k < end; k++) guarded ||= scan.has(k, "protected");
  scan.leave(from, end, guarded ? "protected" : "unwanted");
  scan.weakness++;
  scan.conflict("inexpressible", "text", null, scan.slice(from, end), "text cannot be excluded; not used");
  return end;
}

export interface Item {
  end: number;
  kind: "type" | "feature" | "place" | "text" | "amount" | "other";
}

/** One unwanted thing at `i`; `start` is where its wording, with the negation, begins. */
export function item(scan: Scan, i: number, start: number): Item | undefined {
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
export function continued(scan: Scan, end: number, kind: Item["kind"]): number | undefined {
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

export function itemEnd(scan: Scan, i: number): number | undefined {
  const end = Math.max(featureAt(scan, i)?.end ?? 0, typeAt(scan, i)?.end ?? 0, placeAt(scan, i, true)?.end ?? 0);
  return end > 0 ? end : undefined;
}

/** An unknown unwanted thing: reported with its "no", and not a ranking term. */
export function unwantedPhrase(scan: Scan, i: number, from: number, most = 4): number {
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
