import { type Amount } from "./amount.ts";
import { toRange } from "./ranges.ts";
import type { AreaRange, Range } from "./result.ts";
import type { Scan } from "./scan.ts";

const SQUARE_METRES: Readonly<Record<string, number>> = {
  sqm: 1,
  sqft: 0.09290304,
  sqyd: 0.83612736,
  acre: 4046.8564224,
  ha: 10_000,
};

const NAMES: Readonly<Record<string, string>> = { sqyd: "square yards", acre: "acres", ha: "hectares" };

/** An area without a comparison means ±10 %. Acres and hectares are lot areas and are converted to square metres. */
export function applyArea(scan: Scan, from: number, amount: Amount, unit: string, ofLot: boolean): void {
  const land = unit === "acre" || unit === "ha";
  const field = ofLot || land ? "lotArea" : "area";
  let range: Range = toRange(amount, "around", 0);
  let asked: "sqft" | "sqm" = unit === "sqft" ? "sqft" : "sqm";
  if (land || unit === "sqyd") {
    range = convert(range, SQUARE_METRES[unit] ?? 1);
    scan.notes.push(`${NAMES[unit] ?? unit} given in square metres`);
  }
  const held: AreaRange | undefined = scan.filters[field];
  if (held && held.unit !== asked) {
    range = convert(range, (SQUARE_METRES[asked] ?? 1) / (SQUARE_METRES[held.unit] ?? 1));
    asked = held.unit;
  }
  const text = scan.slice(from, amount.end);
  if (amount.operator === undefined && !amount.high) scan.notes.push(`${text} taken as ±10 %`);
  if (scan.range(field, range, text, scan.joinedByOr(from, field)))
    Object.assign(scan.filters[field] ?? {}, { unit: asked });
  scan.take(from, amount.end, field);
  scan.strength++;
}

/** Rounded outwards to hundredths, so that a listing with exactly the limit is included. */
function convert(range: Range, factor: number): Range {
  return {
    ...(range.min === undefined ? {} : { min: Math.floor(range.min * factor * 100 + 1e-6) / 100 }),
    ...(range.max === undefined ? {} : { max: Math.ceil(range.max * factor * 100 - 1e-6) / 100 }),
  };
}
