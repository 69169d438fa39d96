/** Text without case and accents, so that "MÜNCHEN", "München" and "Munchen" are one name. Idempotent. */
export function fold(text: string): string {
  // Most inputs are plain ASCII, and normalize() is expensive.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[ßæœøłđðþı’ʼ]/g, (c) => SPECIAL[c] ?? c);
}

/** A text search must contain at least one of these characters: "½" is a number, but not a word. */
export const aWord = /[\p{L}\p{Nd}]/u;

const SPECIAL: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  "’": "'",
  ʼ: "'",
};

/** The words of a name, folded; all characters except letters and digits are separators. */
export function nameWords(name: string): string[] {
  return fold(name)
    .replace(/'/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((w) => w !== "");
}
