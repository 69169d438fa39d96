import { memoizeByToken } from "./memoize.ts";
import type { Tag, TaggedQuery } from "./tagged-query.ts";

/** A number with its scale and currency: "£1.4m", "80 lakhs", "half a million", "twenty five". */
export interface Quantity {
  readonly end: number;
  readonly value: number;
  /** 1 without "k", "million" and the like. */
  readonly scale: number;
  /** ISO 4217 code, or "" for a sign of several currencies ("$"). */
  readonly currency?: string;
  /** Whether a lakh or crore is its scale, which are used with rupees. */
  readonly lakh: boolean;
  /** Token of the digits, -1 for number words. */
  readonly digits: number;
}

interface PlainNumber {
  readonly end: number;
  readonly value: number;
  readonly digits: number;
}

const LAKH = 1e5;
const CRORE = 1e7;

/** The quantity that begins at a token. */
export const readQuantity = memoizeByToken((query, i): Quantity | undefined => {
  const leading = query.tag(i, "currency");
  const number = numberAt(query, leading?.end ?? i);
  if (!number) return undefined;
  const { end, value, scale, lakh } = scaled(query, number);
  // "550 T€", "300 Tsd. €": the currency is part of the scale.
  const within = scale > 1 ? (query.tag(end - 1, "currency") ?? query.tag(end - 1, "scaleCurrency")) : undefined;
  const trailing = leading?.value ? undefined : currencyAfter(query, end, value);
  const currency = trailing?.value ?? (leading?.value || within?.value || leading?.value);
  return {
    end: trailing?.end ?? end,
    value,
    scale,
    lakh,
    digits: number.digits,
    ...(currency === undefined ? {} : { currency }),
  };
});

function numberAt(query: TaggedQuery, i: number): PlainNumber | undefined {
  const number = digitsAt(query, i) ?? numberWordsAt(query, i);
  if (!number || !Number.isFinite(number.value)) return undefined;
  const half = halfAt(query, number.end);
  return half > 0 ? { ...number, end: half, value: number.value + 0.5 } : number;
}

function digitsAt(query: TaggedQuery, i: number): PlainNumber | undefined {
  const fraction = readFraction(query, i);
  if (fraction) return { ...fraction, digits: i };
  const token = query.token(i);
  if (token?.kind !== "number") return undefined;
  if (query.norm(i + 1) === "½" && query.token(i + 1)?.glued)
    return { end: i + 2, value: token.value + 0.5, digits: i };
  return { end: i + 1, value: token.value, digits: i };
}

/** "two", "twenty five", "two hundred and fifty", "duzentos e cinquenta e cinco", "a million". */
function numberWordsAt(query: TaggedQuery, i: number): PlainNumber | undefined {
  const half = query.tag(i, "half");
  if (half && query.has(half.end, "scale", "area")) return { end: half.end, value: Number(half.value), digits: -1 };
  let end = i;
  let total = 0;
  let last = 0;
  for (let word = query.tag(i, "number"); word; word = query.tag(wordAfter(query, end, last), "number")) {
    const value = Number(word.value);
    if (value === 100) total = (total || 1) * 100;
    else if (end > i && value >= lowestOrder(last)) break;
    else total += value;
    last = value;
    ({ end } = word);
  }
  if (end > i) return { end, value: total, digits: -1 };
  const one = query.isWord(i, "article", "indefinite") && query.has(i + 1, "scale");
  return one ? { end: i + 1, value: 1, digits: -1 } : undefined;
}

/** A number word may follow another one if it is less than this: "two hundred fifty" and "fifty five" are one number. */
function lowestOrder(value: number): number {
  return [1000, 100, 10].find((order) => value % order === 0 && (order > 10 || value > 10)) ?? 0;
}

/** Where the number word after another one begins: "hundred and fifty", "cinquenta e cinco". */
function wordAfter(query: TaggedQuery, i: number, last: number): number {
  const and =
    last % 100 === 0 ? query.isWord(i, "conj", "and") : query.isWord(i, "numberAnd") && query.has(i + 1, "number");
  return last > 0 && and && !query.has(i, "postOp") ? i + 1 : i;
}

interface Scaled {
  readonly end: number;
  readonly value: number;
  readonly scale: number;
  readonly lakh: boolean;
}

/** "1.2 million", "450k", "2 hundred thousand": up to two suffixes multiply the number. */
function scaled(query: TaggedQuery, { end: from, value: plain, digits }: PlainNumber): Scaled {
  let [end, value, scale, lakh] = [from, plain, 1, false];
  for (let n = 0; n < 2; n++) {
    const suffix = query.tag(end, "scale");
    if (!suffix) break;
    const factor = Number(suffix.value);
    // "2 l" is not two lakhs.
    if (factor === LAKH && query.norm(end).length === 1 && !query.token(end)?.glued) break;
    // "1.250m" is a million and a quarter: nothing costs 1,250 millions.
    const raw = query.token(digits)?.raw ?? "";
    if (factor === 1e6 && value >= 1000 && /^\d+[.,]\d{3}$/.test(raw)) value = Number(raw.replace(",", "."));
    scale *= factor;
    lakh ||= factor === LAKH || factor === CRORE;
    ({ end } = suffix);
  }
  // "dos millones y medio"
  const half = scale > 1 ? query.endOf(end, "andHalf") : 0;
  if (half > 0 && !query.has(half, "bed", "bath", "room", "area")) {
    end = query.isWord(half, "ofWord") && query.has(half + 1, "currency") ? half + 1 : half;
    value += 0.5;
  }
  const rest = digits < 0 && scale === 1000 ? hundredsAt(query, end) : undefined;
  if (rest) return { end: rest.end, value: value * scale + rest.value, scale, lakh };
  return { end, value: scale === 1 ? value : round(value * scale), scale, lakh };
}

/** "two thousand five hundred", "dois mil e quinhentos": the hundreds after thousands in words, unless they count rooms. */
function hundredsAt(query: TaggedQuery, i: number): PlainNumber | undefined {
  const rest = numberWordsAt(query, query.isWord(i, "conj", "and") ? i + 1 : i);
  if (!rest || rest.value < 100 || rest.value >= 1000 || query.has(rest.end, "scale", "bed", "bath", "room", "area"))
    return undefined;
  return rest;
}

/**
 * The currency after a number that ends at a token. None if it is that of the next number ("95758 $650k"), or a single
 * letter after a small number, which is the suffix of an ordinal ("Paris 11e").
 */
export function currencyAfter(query: TaggedQuery, i: number, value: number): Tag | undefined {
  const [sign, next] = [query.token(i), query.token(i + 1)];
  if (sign?.kind === "symbol" && !sign.glued && next?.kind === "number" && next.glued) return undefined;
  if (sign?.kind === "word" && sign.norm.length === 1 && value < 100) return undefined;
  return query.tag(i, "currency");
}

/** "1/4 acre", "3/4 of a mile": a fraction of a unit. */
export function readFraction(query: TaggedQuery, i: number): { end: number; value: number } | undefined {
  const [part, stroke, whole] = [query.token(i), query.token(i + 1), query.token(i + 2)];
  if (part?.kind !== "number" || whole?.kind !== "number" || !/^[/\u2044]$/.test(stroke?.norm ?? "")) return undefined;
  if (!stroke?.glued || !whole.glued || !/^[2348]$/.test(whole.raw) || part.value >= whole.value) return undefined;
  const end = query.skip(i + 3, "ofWord", "article");
  return query.has(end, "area", "distance") ? { end, value: part.value / whole.value } : undefined;
}

/** "two and a half bathrooms", "2 1/2 baths": the end of the half, 0 if nothing that is counted follows. */
function halfAt(query: TaggedQuery, i: number): number {
  const [one, stroke, two] = [query.token(i), query.token(i + 1), query.token(i + 2)];
  const digits =
    one?.norm === "1" && !one.glued && stroke?.norm === "/" && stroke.glued && two?.norm === "2" && two.glued;
  const end = digits ? i + 3 : query.endOf(i, "andHalf");
  return query.has(end, "bed", "bath", "room", "scale", "area", "distance", "time") ? end : 0;
}

/** Removes rounding errors of binary fractions: 1.4 × 1000000 is 1400000. */
export function round(value: number): number {
  return Number(value.toPrecision(12));
}
