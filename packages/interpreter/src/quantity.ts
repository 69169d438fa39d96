import type { Match, Scan } from "./scan.ts";

/** A number with its currency, scale and sign: "£1.4m", "80 lakhs", "half a million", "twenty five". */
export interface Quantity {
  readonly end: number;
  readonly value: number;
  /** 1 without "k", "million" and the like. */
  readonly scale: number;
  readonly currency?: string;
  /** Whether there is a currency, possibly a bare "$". */
  readonly money: boolean;
  readonly lakh: boolean;
  /** Token of the digits, -1 for number words. */
  readonly digits: number;
}

/** Number words: "two", "twenty five", "two hundred and fifty". */
function numberWords(scan: Scan, i: number): { end: number; value: number } | undefined {
  const half = scan.kw(i, "half");
  if (half && (scan.kw(half.end, "scale") || scan.kw(half.end, "area")))
    return { end: half.end, value: Number(half.value) };
  let j = i;
  let total = 0;
  let any = false;
  let last = 0;
  while (j < scan.length) {
    const match = scan.kw(j, "number");
    if (!match) {
      if (any && last === 100 && scan.norm(j) === "and" && scan.kw(j + 1, "number")) {
        j++;
        continue;
      }
      break;
    }
    const value = Number(match.value);
    if (value === 100) total = (any ? total || 1 : 1) * 100;
    else if (any && !(last === 100 || (last >= 20 && last < 100 && value < 10))) break;
    else total += value;
    last = value;
    any = true;
    j = match.end;
  }
  return any ? { end: j, value: total } : undefined;
}

export function readQuantity(scan: Scan, i: number): Quantity | undefined {
  let j = i;
  const before = scan.kw(j, "currency");
  if (before) j = before.end;
  const token = scan.token(j);
  let value: number;
  let digits = -1;
  const fraction = fractionAt(scan, j);
  if (fraction) {
    value = fraction.value;
    digits = j;
    j = fraction.end;
  } else if (token?.kind === "number") {
    value = token.value;
    digits = j;
    j++;
    if (scan.norm(j) === "½" && scan.token(j)?.glued) {
      value += 0.5;
      j++;
    }
  } else {
    const words =
      numberWords(scan, j) ??
      (/^(?:a|an|one|una?|eine?|une?)$/.test(scan.norm(j)) && scan.kw(j + 1, "scale")
        ? { end: j + 1, value: 1 }
        : undefined);
    if (!words) return undefined;
    value = words.value;
    j = words.end;
  }
  if (!Number.isFinite(value)) return undefined;
  const half = halfAt(scan, j);
  if (half > 0) {
    value += 0.5;
    j = half;
  }
  let scale = 1;
  let lakh = false;
  // "1.2 million", "450k", "2 hundred thousand": suffixes multiply.
  for (let n = 0; n < 2; n++) {
    const match = scan.kw(j, "scale");
    if (!match) break;
    const next = scan.token(j);
    const factor = Number(match.value);
    if (scan.norm(j).length === 1) {
      if (next?.norm === "l" && !next.glued) break;
      // "1.250m" is a million and a quarter, and nothing has 5000m.
      if (next?.norm === "m" && value >= 1000 && digits >= 0)
        value = Number((scan.token(digits)?.raw ?? "").replace(",", "."));
    } else if (factor === 1e6 && value >= 1000 && digits >= 0 && /^\d+[.,]\d{3}$/.test(scan.token(digits)?.raw ?? "")) {
      value = Number((scan.token(digits)?.raw ?? "").replace(",", "."));
    }
    scale *= factor;
    if (factor === 1e5 || factor === 1e7) lakh = true;
    j = match.end;
  }
  let currency = before?.value;
  // "550 T€", "300 Tsd. €": the sign is part of the scale.
  if (scale > 1 && /^(?:€|euro|teur|eur)$/.test(scan.norm(j - 1))) currency ||= "EUR";
  const after = currencyAfter(scan, j, value);
  if (after && (!before || before.value === "")) {
    currency = after.value;
    j = after.end;
  }
  return {
    end: j,
    value: scale === 1 ? value : round(value * scale),
    scale,
    money: before !== undefined || after !== undefined || currency !== undefined,
    lakh,
    digits,
    ...(currency ? { currency } : {}),
  };
}

/** "95758 $650k": the sign stands right before the next number. */
export function leadsNext(scan: Scan, i: number): boolean {
  return (
    scan.token(i)?.kind === "symbol" &&
    scan.token(i)?.glued === false &&
    scan.token(i + 1)?.kind === "number" &&
    scan.token(i + 1)?.glued === true
  );
}

/** The currency of an amount that ends at a token. "Paris 11e": the letter is that of an ordinal, and of euros only after more of them. */
export function currencyAfter(scan: Scan, i: number, value: number): Match | undefined {
  return leadsNext(scan, i) || (value < 100 && scan.norm(i) === "e") ? undefined : scan.kw(i, "currency");
}

/** "1/4 acre", "3/4 of a mile": a fraction of a unit. */
export function fractionAt(scan: Scan, i: number): { end: number; value: number } | undefined {
  const [part, stroke, whole] = [scan.token(i), scan.token(i + 1), scan.token(i + 2)];
  if (part?.kind !== "number" || !/^[/\u2044]$/.test(stroke?.norm ?? "") || whole?.kind !== "number") return undefined;
  if (!stroke?.glued || !whole.glued || !/^[2348]$/.test(whole.raw) || part.value >= whole.value) return undefined;
  let end = i + 3;
  while (/^(?:of|a|an)$/.test(scan.norm(end))) end++;
  return scan.has(end, "area", "distance") ? { end, value: part.value / whole.value } : undefined;
}

/** "two and a half bathrooms", "2 1/2 baths": where the half ends, 0 if none is counted with what follows. */
function halfAt(scan: Scan, i: number): number {
  let j = i;
  if (scan.norm(j) === "1" && scan.norm(j + 1) === "/" && scan.norm(j + 2) === "2") {
    if (scan.token(j)?.glued || !scan.token(j + 1)?.glued || !scan.token(j + 2)?.glued) return 0;
    j += 3;
  } else {
    if (!/^(?:and|y|et|und)$/.test(scan.norm(j))) return 0;
    j++;
    if (/^(?:a|one|un|une|ein)$/.test(scan.norm(j))) j++;
    if (!/^(?:half|medio|media|demi|demie|halb)$/.test(scan.norm(j))) return 0;
    j++;
  }
  return scan.has(j, "bed", "bath", "room", "scale", "area", "distance", "time") ? j : 0;
}

/** Removes rounding errors of binary fractions: 1.4 × 1000000 is 1400000. */
export function round(value: number): number {
  return Number(value.toPrecision(12));
}
