/** Root collation: English takes CLDR's root order as it is. */
const collator = new Intl.Collator("en");

/** By code point, which UTF-16 order is not for characters beyond the first plane. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for characters above all others. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Alphabetical, ties by code point. */
export const alphabetically = (a: string, b: string): number => collator.compare(a, b) || byCodePoint(a, b);
