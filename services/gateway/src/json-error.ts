/** Where a text stops being JSON. */
export interface JsonPlace {
  /** From 1. */
  line: number;
  /** In UTF-16 code units, from 1. */
  column: number;
}

/** Finds the place; called for texts that `JSON.parse` has refused, whose own message does not always name one. */
export function whereJsonBreaks(text: string): JsonPlace {
  const before = text.slice(0, breakOf(text));
  const lastLine = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: before.length - lastLine + 1 };
}

const blank = /[ \t\n\r]*/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

/** Index of the first character that cannot be, or the length where more should follow. */
function breakOf(text: string): number {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found !== null;
  };
  const take = (character: string): boolean => {
    skip(blank);
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const string = (): boolean => {
    if (!take('"')) return false;
    for (;;) {
      const character = text[at];
      if (character === '"') return take('"');
      if (character === undefined || character < " ") return false;
      if (character !== "\\") at++;
      else if (!skip(escape)) return false;
    }
  };
  const list = (close: string, item: () => boolean): boolean => {
    if (take(close)) return true;
    for (;;) {
      if (!item()) return false;
      if (take(close)) return true;
      if (!take(",")) return false;
    }
  };
  const value = (): boolean => {
    skip(blank);
    if (text[at] === '"') return string();
    if (take("[")) return list("]", value);
    if (take("{")) return list("}", () => string() && take(":") && value());
    return skip(scalar);
  };
  if (value()) skip(blank);
  return at;
}
