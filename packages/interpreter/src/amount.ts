import { currencyAfter, readQuantity, type Quantity } from "./quantity.ts";
import type { Scan } from "./scan.ts";

export type Operator = "lte" | "lt" | "gte" | "gt" | "eq" | "around";
export interface Unit {
  kind: "bed" | "bath" | "room" | "area" | "storey" | "old";
  value: string;
  end: number;
}

/** One or two numbers with comparison, unit, currency and rent period: "at least 85 sqm", "between 300 and 450k", "3+ bed", "£2,000 pcm". */
export interface Amount {
  end: number;
  operator?: Operator;
  low: Quantity;
  high?: Quantity;
  /** Whether "or" joins the two numbers. */
  either: boolean;
  unit?: Unit;
  currency?: string;
  money: boolean;
  period?: "month" | "week" | "year";
}

/** Words that may be between a comparison and its number. */
const BETWEEN = new Set([
  "a",
  "an",
  "the",
  "of",
  ":",
  "is",
  "price",
  "budget",
  "der",
  "die",
  "von",
  "de",
  "un",
  "una",
  "about",
]);

function readOperator(scan: Scan, i: number): { end: number; operator?: Operator; between: boolean } {
  let j = i;
  let operator: Operator | undefined;
  let between = false;
  for (let n = 0; n < 3; n++) {
    const op = scan.kw(j, "op");
    const range = scan.kw(j, "between");
    if (range && (!op || range.end >= op.end)) {
      between = true;
      if (op && op.end === range.end) operator ??= op.value as Operator;
      j = range.end;
    } else if (op) {
      operator = stricter(operator, op.value as Operator);
      j = op.end;
    } else break;
    while (BETWEEN.has(scan.norm(j)) && !scan.kw(j + 1, "scale")) j++;
  }
  return { end: j, between, ...(operator ? { operator } : {}) };
}

/** Of "spend more than" and "only under", the comparison nearest to the number; "max about" is still a maximum. */
function stricter(first: Operator | undefined, next: Operator): Operator {
  if (first === undefined) return next;
  const compares = next !== "eq" && next !== "around";
  return compares && first.charAt(0) !== next.charAt(0) ? next : first;
}

export function readUnit(scan: Scan, i: number): Unit | undefined {
  for (const kind of ["area", "bed", "bath", "room", "storey", "old"] as const) {
    const match = scan.kw(i, kind);
    if (match) return { kind, value: match.value, end: match.end };
  }
  // "3 double bedrooms"
  const adjective = scan.kw(i, "roomAdjective");
  if (adjective) {
    for (const kind of ["bed", "bath"] as const) {
      const match = scan.kw(adjective.end, kind);
      if (match) return { kind, value: "adjective", end: match.end };
    }
  }
  return undefined;
}

/** "200000 beds 3", "under 300k Bath": a unit after an implausible count begins the next requirement if a number follows or if it is a place. */
function countedBy(scan: Scan, i: number, { value }: Quantity): Unit | undefined {
  const unit = readUnit(scan, i);
  const room = unit !== undefined && unit.kind !== "area" && unit.kind !== "old";
  return room && value > 100 && (readQuantity(scan, unit.end) ?? scan.place(i)) ? undefined : unit;
}

/** "or more", "+", "max" after a number; not when it belongs to the next number ("2 bed max 300k"). */
function readPost(scan: Scan, i: number, beforeUnit: boolean): { end: number; operator: Operator } | undefined {
  const match = scan.kw(i, "postOp");
  if (!match) return undefined;
  const word = scan.norm(i);
  if (word === "+" && !scan.token(i)?.glued && !beforeUnit) return undefined;
  if (word === "plus" && match.end === i + 1 && !beforeUnit) return undefined;
  // "or less than 2 bathrooms": the next comparison.
  if (/^(?:than|then|que|als)$/.test(scan.norm(match.end))) return undefined;
  if (scan.norm(match.end) === ":" || readQuantity(scan, match.end)) return undefined;
  if (scan.kw(match.end, "op") && match.end === i + 1 && word !== "+") return undefined;
  const longer = scan.kw(i, "op");
  if (longer && longer.end > match.end) return undefined;
  return { end: match.end, operator: match.value as Operator };
}

export function readAmount(scan: Scan, i: number): Amount | undefined {
  const op = readOperator(scan, i);
  let { operator } = op;
  const low = readQuantity(scan, op.end);
  if (!low) return undefined;
  let end = low.end;
  let high: Quantity | undefined;
  let either = false;
  let unit = countedBy(scan, end, low);
  const afterUnit = unit?.end ?? end;
  const separator = scan.kw(afterUnit, "range");
  const mayRange = operator === undefined || operator === "around" || operator === "eq" || op.between;
  if (
    separator &&
    mayRange &&
    (scan.norm(afterUnit) !== "and" || op.between || scan.kw(afterUnit, "conj")?.value !== "and")
  ) {
    const second = readQuantity(scan, separator.end);
    const secondUnit = second && countedBy(scan, second.end, second);
    if (second && (!unit || secondUnit?.kind === unit.kind) && !tightMinus(scan, afterUnit, unit)) {
      high = second;
      end = second.end;
      unit = secondUnit ?? unit;
    }
  } else if (operator === undefined || operator === "eq") {
    const last = unit ? end : counts(scan, op.end, end);
    const or = scan.kw(last, "conj");
    const slash = scan.norm(last) === "/";
    const second = or?.value === "or" ? readQuantity(scan, or.end) : undefined;
    const secondUnit = second && readUnit(scan, second.end);
    if (
      second &&
      secondUnit &&
      ["bed", "bath"].includes(secondUnit.kind) &&
      !unit &&
      !(slash && second.value < low.value)
    ) {
      high = second;
      either = true;
      end = second.end;
      unit = secondUnit;
    }
  }
  if (high && op.between && operator === "gte") operator = undefined;
  const post = readPost(scan, end, true);
  if (post) {
    const unitAfter = readUnit(scan, post.end);
    if (unitAfter || !unit) {
      operator ??= post.operator;
      end = post.end;
      unit = unitAfter ?? unit;
    }
  }
  if (unit && unit.end > end) end = unit.end;
  if (unit && !post) {
    const later = readPost(scan, end, false);
    if (later) {
      operator = operator === undefined || operator === "eq" ? later.operator : operator;
      end = later.end;
    }
  }
  let currency = high?.currency ?? low.currency;
  let money = low.money || (high?.money ?? false);
  let period: Amount["period"];
  if (!unit || unit.kind === "old") {
    for (let n = 0; n < 2; n++) {
      const match = scan.kw(end, "period");
      if (match && !period) {
        period = match.value as "month";
        end = match.end;
      }
      const named = currencyAfter(scan, end, low.value);
      if (named && (currency === undefined || currency === "")) {
        currency = named.value;
        money = true;
        end = named.end;
      }
    }
    const last = operator === undefined || operator === "around" ? readPost(scan, end, false) : undefined;
    if (last) {
      operator ??= last.operator;
      end = last.end;
    }
  }
  if (low.lakh || high?.lakh) currency ||= "INR";
  return {
    end,
    low,
    either,
    money,
    ...(operator ? { operator } : {}),
    ...(high ? { high } : {}),
    ...(unit ? { unit } : {}),
    ...(currency ? { currency } : {}),
    ...(period ? { period } : {}),
  };
}

/** "1, 2 or 3 bed": where the numbers before the last one end. */
function counts(scan: Scan, i: number, end: number): number {
  const isCount = (at: number): boolean => {
    const quantity = readQuantity(scan, at);
    return quantity?.end === at + 1 && quantity.value <= 20 && !quantity.money;
  };
  let last = end;
  while (isCount(i)) {
    const or = scan.kw(last, "conj");
    const next = scan.norm(last) === "," ? last + 1 : or?.value === "or" ? or.end : undefined;
    if (next === undefined || !isCount(next) || readUnit(scan, next + 1)) break;
    last = next + 1;
  }
  return last;
}

/** "2 bed - 3 bath" and the like: a dash after a unit ties no range unless the unit comes again. */
function tightMinus(scan: Scan, at: number, unit: Unit | undefined): boolean {
  return unit !== undefined && scan.norm(at) === "-" && !scan.token(at)?.glued;
}
