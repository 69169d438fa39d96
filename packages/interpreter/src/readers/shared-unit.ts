import type { Context } from "../read.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { bounds } from "./comparison.ts";
import { isMaximum, isMinimum, readAmount, type Amount } from "./measure.ts";

/** The amount at a token with the unit that it shares with the amount after or before it. */
export function readSharedAmount(query: TaggedQuery, i: number, before: Context): Amount | undefined {
  const amount = readAmount(query, i);
  return amount && withUnitBefore(query, i, withUnitAfter(query, amount), before);
}

/** Whether an amount is one number with nothing but a comparison. */
const isPlain = ({ unit, currency, period, high, low }: Amount): boolean =>
  !unit && currency === undefined && period === undefined && !high && low.scale === 1;

const joinsLimits = (query: TaggedQuery, i: number): boolean =>
  query.norm(i) === "," || query.isWord(i, "contrast") || query.isWord(i, "conj", "and");

/** "min 80 max 120 sqm": the first number has the unit or the scale of the second. */
export function withUnitAfter(query: TaggedQuery, amount: Amount): Amount {
  if (!isPlain(amount) || !amount.comparison) return amount;
  const joint = !query.has(amount.end, "op") && joinsLimits(query, amount.end) ? amount.end + 1 : amount.end;
  const next = query.has(joint, "op") ? readAmount(query, joint) : undefined;
  if (!next?.comparison || next.high || isMinimum(amount.comparison) === isMinimum(next.comparison)) return amount;
  if (bounds(next)[0] < bounds(amount)[0] && next.low.scale === 1) return amount;
  if (next.unit) return { ...amount, unit: next.unit };
  const { scale } = next.low;
  return { ...amount, low: { ...amount.low, value: amount.low.value * scale, scale } };
}

/** "over 3 beds but under 6": the second comparison of what was measured before. */
function withUnitBefore(query: TaggedQuery, i: number, amount: Amount, { last }: Context): Amount {
  const { comparison, low, end } = amount;
  if (!isPlain(amount) || !comparison) return amount;
  if (last?.dimension !== "bedrooms" && last?.dimension !== "bathrooms" && last?.dimension !== "area") return amount;
  for (let k = last.to; k < i; k++) if (!joinsLimits(query, k)) return amount;
  const counted = last.dimension !== "area";
  if (!counted && !query.isWord(i - 1, "contrast")) return amount;
  const { range, unit } = last.value;
  const upper = isMaximum(comparison);
  const open = upper ? range.max === undefined : isMinimum(comparison) && range.min === undefined;
  const fits = upper ? low.value >= (range.min ?? 0) : low.value <= (range.max ?? 0);
  if (!open || !fits || (counted && low.value > 20)) return amount;
  const kind = last.dimension === "bedrooms" ? "bed" : last.dimension === "bathrooms" ? "bath" : "area";
  return { ...amount, unit: { kind, value: unit ?? "", end } };
}
