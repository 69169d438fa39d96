import { type Amount } from "./amount.ts";
import type { Quantity } from "./quantity.ts";
import { ends, toRange } from "./ranges.ts";
import type { PriceRange } from "./result.ts";
import type { Scan } from "./scan.ts";

/** Thousands or millions of something: "within 0 m" means neither. */
const isScaled = (quantity: Quantity | undefined): boolean =>
  quantity !== undefined && quantity.scale >= 1000 && quantity.value > 0;

/** Whether an amount without a unit is a price: it says so, is labelled so, or is too large for anything else. */
export function isPrice(scan: Scan, amount: Amount, labelled: boolean): boolean {
  if (amount.money || amount.period !== undefined || isScaled(amount.low) || isScaled(amount.high)) return true;
  const [low] = ends(amount);
  if (labelled) return low >= 10;
  if (amount.operator !== undefined || amount.high) return low >= 100;
  const raw = scan.token(amount.low.digits)?.raw ?? "";
  return low >= 100_000 || (low >= 10_000 && (/[.,' ]/.test(raw) || low % 500 === 0));
}

const CHARGES = /^(?:warm|kalt|warmmiete|kaltmiete|nettokalt|bruttokalt|hc|cc)$/;

/** A price without a comparison is a maximum. */
export function applyPrice(scan: Scan, from: number, amount: Amount): void {
  const range: PriceRange = toRange(amount, "lte", 0);
  if (amount.operator === "eq" && !amount.high) range.min = range.max = ends(amount)[0];
  const text = scan.slice(from, amount.end);
  const or = scan.joinedByOr(from, "price");
  const kept = scan.range("price", range, text, or);
  scan.take(from, amount.end, "price");
  scan.strength++;
  // German and French rents state whether they include heating and charges; there is no filter for that.
  for (let k = from; k < amount.end; k++) {
    const token = scan.token(k);
    if (token && CHARGES.test(token.norm)) scan.named.push({ start: token.start, end: token.end });
  }
  if (!kept) return;
  const price = scan.filters.price ?? {};
  if (amount.currency) {
    if (price.currency && price.currency !== amount.currency)
      scan.conflict(
        "contradiction",
        "price.currency",
        price.currency,
        amount.currency,
        "two currencies; kept the first",
      );
    else price.currency = amount.currency;
  }
  if (amount.period) price.period = amount.period;
}
