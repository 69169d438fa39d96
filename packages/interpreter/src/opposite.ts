import { readAmount, type Amount } from "./amount.ts";
import { applyArea } from "./area.ts";
import { dates } from "./dates.ts";
import { floors } from "./floors.ts";
import { geo } from "./geo.ts";
import { applyPrice, isPrice } from "./price.ts";
import { negated } from "./ranges.ts";
import type { Range } from "./result.ts";
import { applyRooms } from "./rooms.ts";
import type { Scan } from "./scan.ts";
import { ageLimit, applyAge, years } from "./years.ts";

/** A limit whose opposite can be expressed as a filter. */
export interface Limit {
  end: number;
  /** "over", "less than", "built before": a comparison that can be negated, unlike "at least" and "max". */
  strict: boolean;
  /** Of the limit and its opposite, which one is usual in searches: prices have a maximum, sizes a minimum. */
  usual: "limit" | "opposite" | "either";
  /** Whether the limit is one of the price. */
  price: boolean;
  /** Filters by the opposite; the wording begins at `start`. Returns the end, 0 if there is no such filter. */
  refuse(start: number): number;
}

/** The limit that begins at a token. Does not consume tokens. */
export function limitAt(scan: Scan, i: number): Limit | undefined {
  const amount = readAmount(scan, i);
  const limit = (amount && ofAmount(scan, i, amount)) ?? ofRange(scan, i);
  // "less than 5 km from Leeds", "in less than 3 days"
  return limit && [dates, geo].some((rule) => rule(scan.copy(), i) > i) ? undefined : limit;
}

function ofAmount(scan: Scan, i: number, amount: Amount): Limit | undefined {
  const { operator, unit, end } = amount;
  if (!operator || amount.high || operator === "eq" || operator === "around") return undefined;
  if (unit ? unit.kind === "room" || unit.kind === "storey" : !isPrice(scan, amount, false)) return undefined;
  // "over 500 metres" is no price.
  if (!unit && scan.has(end, "distance", "time", "floorWord") && !scan.has(end, "op")) return undefined;
  const leads = scan.has(scan.skip(i, "joiner", "between"), "op") || scan.has(i, "op");
  const upper = operator.startsWith("l");
  return {
    end,
    strict: leads && (operator === "lt" || operator === "gt"),
    usual: unit?.kind === "old" ? "either" : upper === (unit === undefined) ? "limit" : "opposite",
    price: unit === undefined,
    refuse: (start) => refuseAmount(scan, start, negated(amount)),
  };
}

function refuseAmount(scan: Scan, start: number, amount: Amount): number {
  const { unit, end } = amount;
  if (unit?.kind === "bed" || unit?.kind === "bath") return applyRooms(scan, start, amount, unit) ? end : 0;
  if (unit?.kind === "area") applyArea(scan, start, amount, unit.value, false);
  else if (unit?.kind === "old") applyAge(scan, start, amount);
  else applyPrice(scan, start, amount);
  return end;
}

/** "built before 1950", "above the 3rd floor". */
function ofRange(scan: Scan, i: number): Limit | undefined {
  if (!scan.has(i, "op", "yearOp", "built", "yearWord")) return undefined;
  for (const [field, rule] of [
    ["yearBuilt", ageLimit],
    ["yearBuilt", years],
    ["floor", floors],
  ] as const) {
    const copy = scan.copy();
    delete copy.filters[field];
    const end = rule(copy, i);
    const { min, max } = copy.filters[field] ?? {};
    if (end <= i || (min === undefined) === (max === undefined)) continue;
    const range: Range = min === undefined ? { min: (max ?? 0) + 1 } : { max: min - 1 };
    return {
      end,
      strict: true,
      usual: "either",
      price: false,
      refuse: (start) => {
        scan.range(field, range, scan.slice(start, end), false);
        scan.take(start, end, field);
        scan.strength++;
        return end;
      },
    };
  }
  return undefined;
}
