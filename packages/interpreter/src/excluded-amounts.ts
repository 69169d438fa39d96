import { amounts } from "./amounts.ts";
import { dates } from "./dates.ts";
import { floors } from "./floors.ts";
import { geo } from "./geo.ts";
import { readQuantity } from "./quantity.ts";
import type { Scan } from "./scan.ts";
import { limits } from "./sort.ts";
import { featureAt } from "./wishes.ts";
import { ageLimit, years } from "./years.ts";

/** The rules that read a range, a distance or a limit, in the order of `RULES`. */
const MEASURES = [dates, geo, ageLimit, years, floors, limits, amounts];

/** End and strength of the measure that begins at a token. Does not consume tokens. */
export function measureAt(scan: Scan, i: number): { end: number; strength: number } | undefined {
  const copy = scan.copy();
  for (const rule of MEASURES) {
    const end = rule(copy, i);
    if (end > i) return { end, strength: copy.strength + copy.placesFound };
  }
  return undefined;
}

/** "not 3 bedrooms": no filter excludes a range, so the phrase is reported and creates no filter. */
export function refused(scan: Scan, negation: number, i: number): number {
  // "at least not 2 bathrooms": the comparison before the negation goes with it.
  let start = negation;
  for (let k = Math.max(0, negation - 4); k < negation; k++)
    if (scan.kw(k, "op")?.end === negation && !scan.use.slice(k, negation).includes("taken"))
      start = Math.min(start, k);
  let from = i;
  // "not 2, 3 or 4 bedrooms"
  while (scan.token(from)?.kind === "number" && scan.norm(from + 1) === "," && scan.token(from + 2)?.kind === "number")
    from += 2;
  const measure = measureAt(scan, from);
  let end = measure?.end ?? 0;
  // "3 bedrooms, not 4", "no 2 parking spaces"
  if (!measure && scan.token(from)?.kind === "number") end = featureAt(scan, from + 1)?.end ?? from + 1;
  if (end === 0) return 0;
  scan.leave(start, end, "unwanted");
  scan.strength += measure?.strength ?? 0;
  return end;
}

/** "-3 bed", "under -300k", "within -5 km of Valencia": amounts cannot be negative, so the phrase is only reported. */
export function signed(scan: Scan, i: number): number {
  const sign = signAt(scan, i);
  if (sign < 0) return 0;
  let from = sign + 1;
  let measure = measureAt(scan, from);
  const plain = readQuantity(scan, from)?.end ?? from + 1;
  // "between -2 and 4 beds"
  const joint = scan.before(sign, "between") && scan.kw(measure?.end ?? plain, "range");
  if (joint) {
    from = joint.end;
    measure = measureAt(scan, from) ?? measure;
  }
  const end = measure?.end ?? scan.kw(plain, "distance")?.end ?? plain;
  scan.leave(i, end, "unknown");
  scan.strength += measure?.strength ?? 0;
  return end;
}

/** The sign of the amount that begins at a token with what leads to it, -1 if it has none. */
function signAt(scan: Scan, i: number): number {
  const money = (at: number): number => scan.kw(at, "currency")?.end ?? at;
  const range = scan.kw(i, "between");
  const low = range && readQuantity(scan, range.end);
  const joint = low && scan.kw(low.end, "range");
  const lead = scan.skip(i, "op", "between", "yearOp", "radius", "price", "joiner");
  return [joint ? money(joint.end) : -1, money(lead), money(i)].find((at) => at >= 0 && isSign(scan, at)) ?? -1;
}

/** A minus right before a number, and not right after a word or another number, which it would tie. */
function isSign(scan: Scan, i: number): boolean {
  const token = scan.token(i);
  if (token?.kind !== "symbol" || token.norm !== "-" || token.raw === "\u2014") return false;
  const before = scan.token(i - 1);
  if (token.glued && before && (before.kind !== "symbol" || before.norm === ")" || before.norm === '"')) return false;
  const next = scan.token(i + 1);
  if (!next?.glued) return false;
  const number = scan.token(scan.kw(i + 1, "currency")?.end ?? i + 1);
  return number?.kind === "number";
}
