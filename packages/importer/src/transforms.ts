/** A value that a column cannot be turned into; the message follows the name of the field. */
export class Unreadable extends Error {}

export type LetterCase = "upper" | "lower" | "title";

/** Title case: the first letter of each word upper, the others lower. Words are parted by anything but letters, digits and apostrophes. */
export function toCase(text: string, wanted: LetterCase): string {
  if (wanted === "upper") return text.toUpperCase();
  const lower = text.toLowerCase();
  return wanted === "lower"
    ? lower
    : lower.replaceAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu, (word) => {
        const [first = ""] = word;
        return first.toUpperCase() + word.slice(first.length);
      });
}

const decimals = {
  ".": { plain: /^[+-]?(\d+(\.\d*)?|\.\d+)$/, grouped: /^[+-]?\d{1,3}([, '’\u00A0\u202F]\d{3})+(\.\d+)?$/ },
  ",": { plain: /^[+-]?(\d+(,\d*)?|,\d+)$/, grouped: /^[+-]?\d{1,3}([. '’\u00A0\u202F]\d{3})+(,\d+)?$/ },
} as const;
export type DecimalMark = keyof typeof decimals;

/**
 * A decimal number; digits may stand in groups of three (`1,234,567.5`), a currency symbol at either end is left out.
 * @throws Unreadable for anything else: `1e3`, `0x10`, `1,23`, `12 m`
 */
export function toNumber(text: string, mark: DecimalMark = "."): number {
  const bare = text.trim().replace(/^\p{Sc}\s*|\s*\p{Sc}$/u, "");
  const { plain, grouped } = decimals[mark];
  let digits = bare;
  if (grouped.test(bare)) digits = bare.replaceAll(mark === "." ? /[, '’\u00A0\u202F]/g : /[. '’\u00A0\u202F]/g, "");
  else if (!plain.test(bare)) throw new Unreadable("is not a number");
  return Number(digits.replace(mark, "."));
}

/** @throws Unreadable when it is no number or has a fraction */
export function toInteger(text: string, mark?: DecimalMark): number {
  const value = toNumber(text, mark);
  if (!Number.isInteger(value)) throw new Unreadable("is not a whole number");
  return value;
}

const truths = new Set(["true", "t", "yes", "y", "1", "x", "✓"]);
const lies = new Set(["false", "f", "no", "n", "0", "-", ""]);

/** Yes or no, as files have it. @throws Unreadable for other words */
export function toBoolean(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (truths.has(word)) return true;
  if (lies.has(word)) return false;
  throw new Unreadable("is neither yes nor no");
}

/** The texts between separators, without white space at their ends and without empty ones. */
export const toList = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
