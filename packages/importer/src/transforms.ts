/** Thrown if a value cannot be converted. The message is a predicate that follows the name of the field. */
export class Unreadable extends Error {}

export type LetterCase = "upper" | "lower" | "title";

/** Changes the case of a text. In title case, words consist of letters, digits and apostrophes. */
export function toCase(text: string, letterCase: LetterCase): string {
  if (letterCase === "upper") return text.toUpperCase();
  const lower = text.toLowerCase();
  return letterCase === "lower"
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
 * Parses a decimal number. Digits may be in groups of three (`1,234,567.5`); a currency symbol at either end is ignored.
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

/** Parses a whole number. @throws Unreadable for other texts and for numbers with a fraction */
export function toInteger(text: string, mark?: DecimalMark): number {
  const value = toNumber(text, mark);
  if (!Number.isInteger(value)) throw new Unreadable("is not a whole number");
  return value;
}

const trueWords = new Set(["true", "t", "yes", "y", "1", "x", "✓"]);
const falseWords = new Set(["false", "f", "no", "n", "0", "-", ""]);

/** Parses a boolean. @throws Unreadable for other words */
export function toBoolean(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (trueWords.has(word)) return true;
  if (falseWords.has(word)) return false;
  throw new Unreadable("is neither yes nor no");
}

/** Splits a text, trims the parts and removes empty ones. */
export const toList = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
