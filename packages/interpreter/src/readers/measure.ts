import type { Comparison, Measure, Range } from "../model.ts";
import { currencyAfter, readQuantity, type Quantity } from "../text/quantity.ts";
import { memoizeByToken } from "../text/memoize.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { negatedComparison, readComparison, readComparisonAfter, toRange, type Compared } from "./comparison.ts";

export interface Unit {
  readonly kind: "bed" | "bath" | "room" | "area" | "storey" | "old";
  /** Name of the unit of an area. */
  readonly value: string;
  readonly end: number;
  /** Token of the word between number and unit that describes the rooms: "3 double bedrooms". */
  readonly adjective?: number;
}

export type Period = NonNullable<Measure["period"]>;

/** Numbers with comparison, unit, currency and rent period: "at least 85 sqm", "between 300 and 450k", "3+ bed", "£2,000 pcm". */
export interface Amount extends Compared {
  readonly end: number;
  readonly unit?: Unit;
  /** ISO 4217 code, or "" for a sign of several currencies ("$"). */
  readonly currency?: string;
  readonly period?: Period;
}

/** Whether a comparison is a lower bound. */
export const isMinimum = (comparison: Comparison): boolean => comparison.startsWith("g");
/** Whether a comparison is an upper bound. */
export const isMaximum = (comparison: Comparison): boolean => comparison.startsWith("l");

const UNITS = ["area", "bed", "bath", "room", "storey", "old"] as const;

export function readUnit(query: TaggedQuery, i: number): Unit | undefined {
  for (const kind of UNITS) {
    const tag = query.tag(i, kind);
    if (tag) return { kind, value: tag.value, end: tag.end };
  }
  const adjective = query.endOf(i, "roomAdjective");
  for (const kind of ["bed", "bath"] as const) {
    const tag = adjective > 0 ? query.tag(adjective, kind) : undefined;
    if (tag) return { kind, value: tag.value, end: tag.end, adjective: tag.end - 2 };
  }
  return undefined;
}

/** The unit of a number. "200000 beds 3", "under 300k Bath": after an implausible count, it begins another requirement or is a place. */
function unitOf(query: TaggedQuery, { end, value }: Quantity): Unit | undefined {
  const unit = readUnit(query, end);
  const rooms = unit && unit.kind !== "area" && unit.kind !== "old";
  return rooms && value > 100 && (readQuantity(query, unit.end) ?? query.place(end)) ? undefined : unit;
}

/** Part of an amount: numbers, the unit of the last one, and the token after what was read. */
interface Numbers {
  readonly low: Quantity;
  readonly high?: Quantity;
  readonly unit: Unit | undefined;
  readonly end: number;
}

/** The amount that begins at a token with a number or with a comparison. */
export const readAmount = memoizeByToken((query, i): Amount | undefined => {
  const { comparison: leading, between, end: from } = readComparison(query, i);
  const low = readQuantity(query, from);
  if (!low) return undefined;
  const first = { low, unit: unitOf(query, low), end: low.end };
  const both =
    withSecond(query, first, leading, between) ??
    withSlash(query, first, from, leading) ??
    withAlternative(query, first, from, leading);
  const numbers = both ?? first;
  // "from 200k to 300k"
  const comparison = both && between && leading === "gte" ? undefined : leading;
  return withMoney(query, withUnit(query, numbers, comparison));
});

/** "300 to 450k", "2 - 3 bed". */
function withSecond(
  query: TaggedQuery,
  { low, unit }: Numbers,
  comparison: Comparison | undefined,
  between: boolean,
): Numbers | undefined {
  if (!mayBeRange(query, unit?.end ?? low.end, comparison, between)) return undefined;
  const at = unit?.end ?? low.end;
  const high = readQuantity(query, query.endOf(at, "range"));
  const second = high && unitOf(query, high);
  if (!high || (unit && second?.kind !== unit.kind)) return undefined;
  // "2 bed - 3 bath": a dash between white space joins no units.
  if (unit && query.norm(at) === "-" && !query.token(at)?.glued) return undefined;
  return { low, high, unit: second ?? unit, end: high.end };
}

/** "200/250 mil", "80/100 m2": a stroke between two numbers with one scale, currency or unit of area. */
function withSlash(
  query: TaggedQuery,
  { low, unit, end }: Numbers,
  from: number,
  comparison: Comparison | undefined,
): Numbers | undefined {
  const glued = query.norm(end) === "/" && query.token(end)?.glued && query.token(end + 1)?.glued;
  if (!glued || unit || (comparison && comparison !== "around") || end !== from + 1 || low.value < 10) return undefined;
  const high = readQuantity(query, end + 1);
  const second = high && unitOf(query, high);
  if (!high || (second ? second.kind !== "area" : high.scale === 1 && !high.currency)) return undefined;
  return low.value * high.scale < high.value ? { low, high, unit: second, end: high.end } : undefined;
}

function mayBeRange(query: TaggedQuery, at: number, comparison: Comparison | undefined, between: boolean): boolean {
  if (!query.has(at, "range")) return false;
  if (between) return true;
  if (comparison !== undefined && comparison !== "around" && comparison !== "eq") return false;
  return !query.has(at, "betweenAnd") || query.tag(at, "conj")?.value !== "and";
}

/** "2 or 3 bed", "1, 2 or 3 bed". */
function withAlternative(
  query: TaggedQuery,
  { low, unit, end }: Numbers,
  from: number,
  comparison: Comparison | undefined,
): Numbers | undefined {
  if (unit || (comparison !== undefined && comparison !== "eq")) return undefined;
  const last = countsEnd(query, from, end);
  const or = query.tag(last, "conj");
  const high = or?.value === "or" ? readQuantity(query, or.end) : undefined;
  const counted = high && readUnit(query, high.end);
  if (!high || !counted || (counted.kind !== "bed" && counted.kind !== "bath")) return undefined;
  if (query.norm(last) === "/" && high.value < low.value) return undefined;
  return { low, high, unit: counted, end: high.end };
}

/** The end of the numbers before the last one of a list of counts. */
function countsEnd(query: TaggedQuery, i: number, end: number): number {
  const isCount = (at: number): boolean => {
    const quantity = readQuantity(query, at);
    return quantity?.end === at + 1 && quantity.value <= 20 && quantity.currency === undefined;
  };
  let last = end;
  while (isCount(i)) {
    const or = query.tag(last, "conj");
    const next = query.norm(last) === "," ? last + 1 : or?.value === "or" ? or.end : undefined;
    if (next === undefined || !isCount(next) || readUnit(query, next + 1)) break;
    last = next + 1;
  }
  return last;
}

/** Adds the unit, with a comparison before or after it: "3+ bed", "3 beds or more". */
function withUnit(query: TaggedQuery, { low, high, unit, end }: Numbers, leading: Comparison | undefined): Amount {
  const amount = { low, ...(high ? { high } : {}) };
  const before = readComparisonAfter(query, end, true);
  const unitAfter = before && readUnit(query, before.end);
  if (before && (unitAfter || !unit)) {
    const comparison = leading ?? before.comparison;
    return { ...amount, comparison, end: unitAfter?.end ?? before.end, ...(unitAfter ? { unit: unitAfter } : {}) };
  }
  // "3 baños y medio", "1 ettaro e mezzo"
  const halves = unit && !high && !before && (unit.kind === "bath" || unit.kind === "area");
  const half = halves ? query.endOf(unit.end, "andHalf") : 0;
  if (halves && half > 0 && !query.has(half, "bed", "bath", "area"))
    return withUnit(
      query,
      { low: { ...low, value: low.value + 0.5 }, unit: { ...unit, end: half }, end: half },
      leading,
    );
  const unitEnd = Math.max(end, unit?.end ?? 0);
  const after = unit && !before ? readComparisonAfter(query, unitEnd, false) : undefined;
  const comparison = after && (leading === undefined || leading === "eq") ? after.comparison : leading;
  return {
    ...amount,
    end: after?.end ?? unitEnd,
    ...(unit ? { unit } : {}),
    ...(comparison ? { comparison } : {}),
  };
}

/** Adds the currency, and the rent period and the comparison after the numbers: "£2,000 pcm or less". */
function withMoney(query: TaggedQuery, amount: Amount): Amount {
  const { low, high, unit } = amount;
  let currency = high?.currency || (low.currency ?? high?.currency);
  const counted = { ...amount, ...(currency === undefined ? {} : { currency }) };
  if (unit && unit.kind !== "old") return counted;
  let { end, comparison } = amount;
  let period: Period | undefined;
  for (let n = 0; n < 2; n++) {
    const rate = period ? undefined : query.tag(end, "period");
    period ??= rate?.value as Period | undefined;
    end = rate?.end ?? end;
    const sign = currency ? undefined : currencyAfter(query, end, low.value);
    currency = sign?.value ?? currency;
    end = sign?.end ?? end;
  }
  if (comparison === undefined || comparison === "around") {
    const after = readComparisonAfter(query, end, false);
    comparison ??= after?.comparison;
    end = after?.end ?? end;
  }
  return {
    ...amount,
    end,
    ...(comparison ? { comparison } : {}),
    ...(currency === undefined ? {} : { currency }),
    ...(period ? { period } : {}),
  };
}

/**
 * The measure of an amount.
 * @param at where the amount begins, after a label
 * @param bare what a number without a comparison means
 * @param step the difference between an excluded number and the nearest included one
 * @param convert converts a range from the amount's unit
 */
export function toMeasure(
  query: TaggedQuery,
  at: number,
  amount: Amount,
  { bare, step, convert = (range) => range }: { bare: Comparison; step: number; convert?: (range: Range) => Range },
): Measure {
  const { comparison, unit } = amount;
  const negated = negatedComparison(amount);
  return {
    range: convert(toRange(amount, bare, step)),
    ...(comparison ? { comparison } : {}),
    ...(comparison && negated
      ? {
          opposite: convert(toRange({ ...amount, comparison: negated }, bare, step)),
          strict: (comparison === "lt" || comparison === "gt") && leads(query, at),
          usual: isMaximum(comparison) === !unit ? "limit" : "opposite",
        }
      : {}),
  };
}

/** Whether an amount begins with its comparison. */
function leads(query: TaggedQuery, at: number): boolean {
  return query.has(at, "op") || query.has(query.skip(at, "joiner", "between"), "op");
}
