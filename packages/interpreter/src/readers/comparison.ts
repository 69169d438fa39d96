import type { Comparison, Range } from "../model.ts";
import { readQuantity, round, type Quantity } from "../text/quantity.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";

export interface ComparisonWords {
  readonly end: number;
  readonly comparison?: Comparison;
  /** Whether "between" or "from" is among them, after which two numbers are expected. */
  readonly between: boolean;
}

/** The words of comparison before a number: "at least", "no more than", "between". */
export function readComparison(query: TaggedQuery, i: number): ComparisonWords {
  let end = i;
  let comparison: Comparison | undefined;
  let between = false;
  for (let n = 0; n < 3; n++) {
    const words = query.tag(end, "op");
    const range = query.tag(end, "between");
    if (range && range.end >= (words?.end ?? 0)) {
      between = true;
      if (words?.end === range.end) comparison ??= words.value as Comparison;
      ({ end } = range);
    } else if (words) {
      comparison = decisive(comparison, words.value as Comparison);
      ({ end } = words);
    } else break;
    while (isFiller(query, end) && !query.has(end + 1, "scale")) end++;
  }
  return { end, between, ...(comparison ? { comparison } : {}) };
}

/** "max price of 300k": words between a comparison and its number. A rent is read on its own, as it implies the listing type. */
function isFiller(query: TaggedQuery, i: number): boolean {
  if (query.norm(i) === ":" || query.has(i, "article", "ofWord", "copula")) return true;
  return query.isWord(i, "price") && !query.has(i, "rent");
}

/** Of "spend more than" and "only under", the comparison next to the number; "max about" is still a maximum. */
function decisive(first: Comparison | undefined, next: Comparison): Comparison {
  if (first === undefined) return next;
  const compares = next !== "eq" && next !== "around";
  return compares && first.charAt(0) !== next.charAt(0) ? next : first;
}

/**
 * The words of comparison after a number: "or more", "+", "max"; not if they belong to the next number ("2 bed max 300k").
 * @param beforeUnit whether a unit may follow ("3 plus beds")
 */
export function readComparisonAfter(
  query: TaggedQuery,
  i: number,
  beforeUnit: boolean,
): { end: number; comparison: Comparison } | undefined {
  const words = query.tag(i, "postOp");
  if (!words) return undefined;
  const single = words.end === i + 1;
  const token = query.token(i);
  const plus = token?.norm === "+";
  if (!beforeUnit && (plus ? !token?.glued : single && query.isWord(i, "conj"))) return undefined;
  // "or less than 2 bathrooms": the next comparison.
  if (query.isWord(words.end, "than") || query.norm(words.end) === ":") return undefined;
  if (readQuantity(query, words.end) || (single && !plus && query.has(words.end, "op"))) return undefined;
  if (query.endOf(i, "op") > words.end) return undefined;
  return { end: words.end, comparison: words.value as Comparison };
}

/** One or two numbers with their comparison. */
export interface Compared {
  readonly comparison?: Comparison;
  readonly low: Quantity;
  readonly high?: Quantity;
}

/** The two numbers in ascending order. "300 and 450k" shares its suffix. */
export function bounds({ low, high }: Compared): [number, number] {
  if (!high) return [low.value, low.value];
  let from = low.value;
  // "entre 200 et 250 000"
  if (low.scale === 1 && high.scale === 1 && from >= 10 && from < 1000 && high.value >= 10_000) {
    if (high.value % 1000 === 0 && from * 1000 <= high.value) from *= 1000;
  }
  if (low.scale === 1 && high.scale > 1) {
    // "300 to 1.2m" cannot mean 300 millions.
    const scale = [high.scale, 1000].find(
      (one) => from * one <= high.value * 1.0001 || (one === 1000 && high.scale === 1000 && from < 1000),
    );
    from = round(from * (scale ?? 1));
  }
  const shared = high.scale === 1 && low.scale > 1 && high.value < from && high.value < 1000;
  const to = shared ? round(high.value * low.scale) : high.value;
  return from <= to ? [from, to] : [to, from];
}

/**
 * The range of numbers with their comparison.
 * @param bare what a number without a comparison means
 * @param step the difference between an excluded number and the nearest included one, 0 if it is included
 */
export function toRange(compared: Compared, bare: Comparison, step: number): Range {
  const [low, high] = bounds(compared);
  const around = { min: round(low * 0.9), max: round(high * 1.1) };
  if (compared.high) return compared.comparison === "around" ? around : { min: low, max: high };
  switch (compared.comparison ?? bare) {
    case "lte":
      return { max: low };
    case "lt":
      return { max: low - step };
    case "gte":
      return { min: low };
    case "gt":
      return { min: low + step };
    case "eq":
      return { min: low, max: low };
    default:
      return around;
  }
}

const NEGATED = { lte: "gt", lt: "gte", gte: "lt", gt: "lte", eq: undefined, around: undefined } as const;

/** The comparison that includes exactly the other numbers; undefined if there is none. */
export function negatedComparison({ comparison, high }: Compared): Comparison | undefined {
  return comparison === undefined || high ? undefined : NEGATED[comparison];
}
