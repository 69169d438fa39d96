import { functionWords, mention, unresolved, type Mention } from "../model.ts";
import type { Rule } from "../read.ts";
import type { Quantity } from "../text/quantity.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { bounds } from "./comparison.ts";
import { readLabelled, skipCopula } from "./label.ts";
import { readAmount, toMeasure, type Amount, type Period } from "./measure.ts";
import { readSharedAmount, withUnitAfter } from "./shared-unit.ts";

const isScaled = (quantity: Quantity | undefined): boolean =>
  quantity !== undefined && quantity.scale >= 1000 && quantity.value > 0;

/** Whether an amount without a unit is a price: it has a currency, a period or a label, or is too large for anything else. */
function isPrice(query: TaggedQuery, amount: Amount, labelled: boolean): boolean {
  const { low, high, comparison } = amount;
  if (amount.currency !== undefined || amount.period !== undefined || isScaled(low) || isScaled(high)) return true;
  const [min] = bounds(amount);
  if (labelled) return min >= 10;
  if (comparison !== undefined || high) return min >= 100;
  const raw = query.token(low.digits)?.raw ?? "";
  return min >= 100_000 || (min >= 10_000 && (/[.,' ]/.test(raw) || min % 500 === 0));
}

/** "150 €/qm", "$200 per sqft", "£120 pppw": the end of a price per unit of area or per person, 0 if the price is not one. */
function rateEnd(query: TaggedQuery, i: number): number {
  const perPerson = query.endOf(i, "perPerson");
  if (perPerson > 0) return perPerson;
  const per = query.norm(i) === "/" || query.isWord(i, "per");
  const area = per ? query.endOf(i + 1, "area") : 0;
  return area === 0 ? 0 : query.endOf(area, "postOp") || area;
}

/**
 * Mention of a price. A price without a comparison is a maximum.
 * @param from first token of the mention
 * @param at first token of the amount
 */
function readPrice(
  query: TaggedQuery,
  { from, at, amount, labelled = false }: { from: number; at: number; amount: Amount; labelled?: boolean },
): Mention | undefined {
  const { end, low, high, period } = amount;
  const currency = amount.currency || (low.lakh || high?.lakh ? "INR" : undefined);
  if (amount.unit) return undefined;
  // No filter expresses a price per area or per person.
  const rate = rateEnd(query, end);
  if (rate > 0) return unresolved(from, rate, { about: true });
  if (!isPrice(query, amount, labelled) || query.has(end, "time", "floorWord")) return undefined;
  const { opposite, strict, usual, ...measure } = toMeasure(query, at, amount, { bare: "lte", step: 0 });
  // "over 500 metres" may be a distance.
  const sure = isPrice(query, amount, false) && (!query.has(end, "distance") || query.has(end, "op"));
  const value = {
    ...measure,
    ...(sure && opposite ? { opposite, strict, usual } : {}),
    ...(currency ? { currency } : {}),
    ...(period ? { period } : {}),
  };
  const charges = rentBasis(query, from, end);
  return mention("price", from, end, value, charges.length > 0 ? { alsoUnresolved: charges } : {});
}

/** German and French rents say whether they include heating and charges, for which there is no filter. */
function rentBasis(query: TaggedQuery, from: number, to: number): [number, number][] {
  const found: [number, number][] = [];
  for (let k = from; k < to; k++) {
    const end = query.endOf(k, "rentBasis");
    if (end > 0 && end <= to) found.push([k, end]);
  }
  return found;
}

/** "900 bis 1.200 Euro Miete", "300k budget": a word for the price after it; one for rent is the listing type. */
export const wordAfterPrice: Rule = {
  name: "price/word-after",
  read(query, at, { last }) {
    const end = query.endOf(at, "price");
    if (end === 0 || last?.dimension !== "price" || last.to !== at || query.has(at, "listing")) return undefined;
    if (query.isWord(at, "rent")) return mention("listingType", at, end, "rent");
    const next = readAmount(query, skipCopula(query, end));
    const labelsNext = next !== undefined && !next.unit && isPrice(query, next, true);
    return labelsNext ? undefined : functionWords(at, end);
  },
};

/** "with price": that a listing states its price, which no filter expresses. */
export const statedPrice: Rule = {
  name: "price/stated",
  read(query, at) {
    const word = query.has(at, "having") ? query.skip(at + 1, "article") : 0;
    const end = query.endOf(word, "price");
    const closed =
      end === query.length || query.token(end)?.kind === "symbol" || query.has(end, "in", "conj", "listing");
    if (
      word === 0 ||
      end !== word + 1 ||
      query.endOf(word, "vague") > end ||
      !(closed || query.place(end)) ||
      readAmount(query, skipCopula(query, end))
    )
      return undefined;
    return unresolved(at, end, { polarity: "unwanted", about: true });
  },
};

/** "budget 300k", "price: 200 to 300k". */
export const labelledPrice: Rule = {
  name: "price/labelled",
  read(query, at) {
    const label = readLabelled(query, at, "price");
    if (!label || label.amount.unit || !isPrice(query, label.amount, true)) return undefined;
    const amount = withUnitAfter(query, label.amount);
    const rent = query.tag(at, "rent");
    if (!rent || rent.end !== label.labelEnd)
      return readPrice(query, { from: at, at: label.at, amount, labelled: true });
    // "rent under 1000", "loyer 900 €": also the listing type.
    const period = amount.period ?? (rent.value as Period | "");
    const rated = { ...amount, ...(period ? { period } : {}) };
    const price = readPrice(query, { from: rent.end, at: label.at, amount: rated, labelled: true });
    return price && [mention("listingType", at, rent.end, "rent"), price];
  },
};

/** "monthly under 7000": the period before the price. */
export const priceAfterPeriod: Rule = {
  name: "price/period-first",
  read(query, at) {
    const period = query.has(at, "periodAdverb") ? query.tag(at, "period") : undefined;
    if (!period) return undefined;
    const from = query.skip(period.end, "price");
    const amount = readAmount(query, from);
    if (!amount || amount.period !== undefined || !isPrice(query, amount, true)) return undefined;
    return readPrice(query, { from: at, at: from, amount: { ...amount, period: period.value as Period } });
  },
};

/** "under 300k", "£2,000 pcm". */
export const price: Rule = {
  name: "price",
  read(query, at, before) {
    const amount = readSharedAmount(query, at, before);
    const read = amount && readPrice(query, { from: at, at, amount });
    return amount && read?.dimension === "price" && mayBeYear(query, at, amount) ? unresolved(at, amount.end) : read;
  },
};

/** "house from 1990": a year or a price, unless the query is about rent or prices. */
function mayBeYear(query: TaggedQuery, at: number, { low, high, currency, period, comparison }: Amount): boolean {
  if (high || currency !== undefined || period !== undefined || comparison !== "gte" || low.scale !== 1) return false;
  if (!query.has(at, "startingAt") || !/^\d{4}$/.test(query.token(low.digits)?.raw ?? "")) return false;
  if (low.value < 1800 || low.value > 2035) return false;
  return !query.tokens.some((_, k) => query.tag(k, "listing")?.value === "rent" || query.has(k, "price"));
}
