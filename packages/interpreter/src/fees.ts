import { readAmount } from "./amount.ts";
import { ends } from "./ranges.ts";
import type { Scan } from "./scan.ts";

/** Features that are amounts of money. */
export const FEES = new Set(["hoa", "service_charge", "ground_rent", "deposit", "agency_fees"]);

/** The end of a word for money that is not the price: income, deposit, tax, bank payment or an additional charge. */
function feeAt(scan: Scan, i: number): number {
  const feature = scan.kw(i, "feature");
  const charged = feature && FEES.has(feature.value) ? feature.end : 0;
  return Math.max(scan.kw(i, "fee")?.end ?? 0, charged);
}

/** The end of an amount of money, or of a share of it, at a token. */
function moneyAt(scan: Scan, i: number): number {
  const amount = readAmount(scan, i);
  if (!amount || amount.unit) return 0;
  if (scan.norm(amount.end) === "%") return amount.end + 1;
  const told = amount.money || amount.period !== undefined || amount.operator !== undefined;
  return told || ends(amount)[0] >= 10 ? amount.end : 0;
}

/** "HOA under $500", "my deposit is 30k", "I earn 50k a year", "taxes under 5000": not the price; there is no filter for it. */
export function fees(scan: Scan, i: number): number {
  const label = feeAt(scan, i);
  if (label === 0) return 0;
  let j = scan.skip(label, "price");
  while (/^(?:is|are|was|of|:|=|a|the|ist|von|es|de|est)$/.test(scan.norm(j)) && !scan.kw(j + 1, "scale")) j++;
  const end = moneyAt(scan, j);
  if (end === 0) return 0;
  scan.leave(i, end, "unknown");
  return end;
}

/** "10k deposit", "30k as a deposit", "20 % down payment": where the word for it ends, 0 if the amount may be a price. */
export function feeAfter(scan: Scan, i: number): number {
  let j = scan.norm(i) === "%" ? i + 1 : i;
  while (/^(?:as|for|in|of|a|the|my|our|als|de|en|d)$/.test(scan.norm(j))) j++;
  const end = scan.kw(j, "fee")?.end ?? 0;
  // "400 euros charges incluses"
  if (Math.max(scan.kw(j, "feature")?.end ?? 0, scan.kw(j, "period")?.end ?? 0) > end) return 0;
  // "300k deposit 30k"
  return end > 0 && fees(scan.copy(), j) === 0 ? end : 0;
}
