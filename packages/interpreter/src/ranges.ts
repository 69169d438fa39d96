import type { Amount, Operator } from "./amount.ts";
import { round } from "./quantity.ts";
import type { Range } from "./result.ts";

/** The two ends in ascending order; "300 and 450k" shares its suffix. */
export function ends(amount: Amount): [number, number] {
  const { low, high } = amount;
  if (!high) return [low.value, low.value];
  let from = low.value;
  // "entre 200 et 250 000"
  if (low.scale === 1 && high.scale === 1 && from >= 10 && from < 1000 && high.value >= 10_000) {
    if (high.value % 1000 === 0 && from * 1000 <= high.value) from *= 1000;
  }
  if (low.scale === 1 && high.scale > 1) {
    // "300 to 1.2m" cannot mean 300 million.
    for (const scale of [high.scale, 1000]) {
      if (from * scale <= high.value * 1.0001 || (scale === high.scale && from < 1000 && scale === 1000)) {
        from = round(from * scale);
        break;
      }
    }
  }
  let to = high.value;
  if (high.scale === 1 && low.scale > 1 && to < from && to < 1000) to = round(to * low.scale);
  return from <= to ? [from, to] : [to, from];
}

/** The range of an amount; `bare` is what a number without comparison means. */
export function toRange(amount: Amount, bare: "eq" | "gte" | "lte" | "around", step: number): Range {
  const [low, high] = ends(amount);
  const operator = amount.operator ?? bare;
  if (amount.high)
    return operator === "around" && amount.operator
      ? { min: round(low * 0.9), max: round(high * 1.1) }
      : { min: low, max: high };
  if (operator === "lte") return { max: low };
  if (operator === "lt") return { max: low - step };
  if (operator === "gte") return { min: low };
  if (operator === "gt") return { min: low + step };
  return operator === "eq" ? { min: low, max: low } : { min: round(low * 0.9), max: round(low * 1.1) };
}

const FLIPPED: Readonly<Record<Operator, Operator>> = {
  lte: "gt",
  lt: "gte",
  gte: "lt",
  gt: "lte",
  eq: "eq",
  around: "around",
};

export function negated(amount: Amount): Amount {
  return amount.operator ? { ...amount, operator: FLIPPED[amount.operator] } : amount;
}
