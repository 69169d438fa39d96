/** CLDR root collation, which English uses unchanged. */
const collator = new Intl.Collator("en");

/** Compares by code point. UTF-16 order differs for characters outside the Basic Multilingual Plane. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates encode the code points above all others. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Compares alphabetically; ties are resolved by code point. */
export const alphabetically = (a: string, b: string): number => collator.compare(a, b) || byCodePoint(a, b);
