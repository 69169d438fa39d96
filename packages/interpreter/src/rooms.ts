import { bedroomsOrType } from "./alternatives.ts";
import { type Amount, type Unit } from "./amount.ts";
import { fractionAt, readQuantity } from "./quantity.ts";
import { toRange } from "./ranges.ts";
import type { Scan } from "./scan.ts";

/** "3 bed" is exactly three, "2 bath" at least two. */
export function applyRooms(scan: Scan, from: number, amount: Amount, unit: Unit): boolean {
  const field = unit.kind === "bed" ? "bedrooms" : "bathrooms";
  const range = toRange(amount, unit.kind === "bed" ? "eq" : "gte", 1);
  // "1.5 BHK": a filter for half a bedroom would match nothing.
  if (unit.kind === "bed" && [range.min, range.max].some((value) => !Number.isInteger(value ?? 0))) {
    scan.leave(from, amount.end, "unknown");
    scan.strength++;
    return true;
  }
  if ((range.min ?? 0) > 100 || (range.max ?? 0) > 100 || (range.max ?? 0) < 0) return false;
  if (unit.kind === "bed" && bedroomsOrType(scan, from, amount.end, range)) return true;
  const text = scan.slice(from, amount.end);
  const or =
    scan.joinedByOr(from, field) ||
    (scan.last.kind === "propertyTypes" && orBefore(scan, from) && scan.filters[field] !== undefined);
  if (unit.value === "adjective") {
    const word = scan.token(unit.end - 2);
    if (word) scan.named.push({ start: word.start, end: word.end });
  }
  scan.range(field, range, text, or);
  scan.take(from, amount.end, field);
  scan.strength++;
  return true;
}

function orBefore(scan: Scan, i: number): boolean {
  return scan.before(i, "conj")?.value === "or";
}

/** "3/2", "3b2b" and "4x2": bedrooms and bathrooms, as agents write them. */
export function shorthand(scan: Scan, i: number): number {
  const beds = scan.token(i);
  if (beds?.kind !== "number" || beds.value > 20 || !Number.isInteger(beds.value)) return 0;
  const tight = /^(?:b(\d)(?:b|ba)?|x(\d))$/.exec(scan.norm(i + 1));
  // "4x2 m", "2x4x3"
  const measured = tight?.[2] !== undefined && (beds.value > 9 || scan.has(i + 2, "distance", "area"));
  if (tight && !measured && scan.token(i + 1)?.glued) {
    const baths = Number(tight[1] ?? tight[2]);
    scan.range("bedrooms", { min: beds.value, max: beds.value }, scan.slice(i, i + 2), false);
    scan.take(i, i + 1, "bedrooms");
    scan.range("bathrooms", { min: baths }, scan.slice(i, i + 2), false);
    scan.take(i + 1, i + 2, "bathrooms");
    scan.strength += 2;
    return i + 2;
  }
  let j = i + 1;
  const letter = scan.norm(j) === "b" && scan.token(j)?.glued;
  if (letter) j++;
  if (scan.norm(j) === "/") j++;
  else if (!letter) return 0;
  const baths = scan.token(j);
  // "1/4 acre"
  if (fractionAt(scan, i)) return 0;
  if (baths?.kind !== "number" || baths.value > 20 || scan.slice(j - 1, j + 1).includes(" ")) return 0;
  let end = j + 1;
  if (scan.norm(end) === "b" && scan.token(end)?.glued) end++;
  else if (
    letter ||
    scan.kw(end, "bed") ||
    scan.kw(end, "scale") ||
    readQuantity(scan, i)?.scale !== 1 ||
    scan.norm(end) === "/"
  )
    return 0;
  scan.range("bedrooms", { min: beds.value, max: beds.value }, scan.slice(i, end), false);
  scan.take(i, i + 1, "bedrooms");
  scan.mark(i + 1, j, "taken");
  scan.range("bathrooms", { min: baths.value }, scan.slice(i, end), false);
  scan.take(j, end, "bathrooms");
  scan.strength += 2;
  return end;
}
