import { unresolved } from "../model.ts";
import type { Rule } from "../read.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { bounds } from "./comparison.ts";
import { skipCopula } from "./label.ts";
import { readAmount } from "./measure.ts";
import { readSharedAmount } from "./shared-unit.ts";

/** Features that are amounts of money. */
export const CHARGES: ReadonlySet<string> = new Set(["hoa", "service_charge", "ground_rent", "deposit", "agency_fees"]);
/** A higher amount after a word for a charge is not that of the charge. */
const CHARGE_MAX = 50_000;

/** The end of a word for money that is not the price: income, deposit, tax, bank payment or an additional charge. */
function feeWordEnd(query: TaggedQuery, i: number): number {
  const feature = query.tag(i, "feature");
  const charge = feature && CHARGES.has(feature.value) ? feature.end : 0;
  return Math.max(query.endOf(i, "fee"), charge);
}

/** The end of an amount of money, or of a share of it, at a token; 0 if there is none. */
function moneyEnd(query: TaggedQuery, i: number): number {
  const amount = readAmount(query, i);
  if (!amount || amount.unit) return 0;
  const { end, currency, period, comparison } = amount;
  if (query.norm(end) === "%") return end + 1;
  const money = currency !== undefined || period !== undefined || comparison !== undefined;
  return money || bounds(amount)[0] >= 10 ? end : 0;
}

/** The end of a fee with its amount after it; 0 if there is none. */
function feeEnd(query: TaggedQuery, i: number): number {
  const word = feeWordEnd(query, i);
  const money = skipCopula(query, query.skip(word, "price"));
  // "no HOA under 550k": the price.
  const amount = query.has(i, "fee") ? undefined : readAmount(query, money);
  return word === 0 || (amount && bounds(amount)[0] > CHARGE_MAX) ? 0 : moneyEnd(query, money);
}

/** "HOA under $500", "my deposit is 30k", "I earn 50k a year": money that is not the price, for which there is no filter. */
export const fee: Rule = {
  name: "fee",
  read(query, at) {
    const end = feeEnd(query, at);
    return end > 0 ? unresolved(at, end) : undefined;
  },
};

/** "10k deposit", "30k as a deposit", "20 % down payment": the amount before the word for it. */
export const feeAfterAmount: Rule = {
  name: "fee/after-amount",
  read(query, at, before) {
    const amount = readSharedAmount(query, at, before);
    if (!amount || amount.unit) return undefined;
    const share = query.norm(amount.end) === "%" ? 1 : 0;
    const word = query.skip(amount.end + share, "moneyFor", "article", "ofWord");
    const end = query.endOf(word, "fee");
    // "400 euros charges incluses"; "300k deposit 30k"
    if (end === 0 || query.endOf(word, "feature") > end || query.endOf(word, "period") > end) return undefined;
    return feeEnd(query, word) > 0 ? undefined : unresolved(at, end);
  },
};
