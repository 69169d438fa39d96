/** Where a text stops being JSON. */
export interface JsonPlace {
  /** From 1. */
  line: number;
  /** In UTF-16 code units, from 1. */
  column: number;
}

/** Longer texts are made by programs, and finding the place keeps everybody else waiting. Characters. */
const lengthMax = 512 * 1024;

/**
 * Finds the place; called for texts that `JSON.parse` has refused, whose own message does not always name one. Undefined
 * for a text that is too long to look through.
 */
export function whereJsonBreaks(text: string): JsonPlace | undefined {
  if (text.length > lengthMax) return undefined;
  const at = breakOf(text);
  let line = 1;
  let lastLine = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", lastLine)) {
    line++;
    lastLine = end + 1;
  }
  return { line, column: at - lastLine + 1 };
}

/** Space, tab, line feed, carriage return. */
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

/** Index of the first character that cannot be, or the length where more should follow. */
function breakOf(text: string): number {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const skipBlanks = (): void => {
    while (blanks.has(text.charCodeAt(at))) at++;
  };
  const take = (character: string): boolean => {
    skipBlanks();
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
    skipBlanks();
    if (text[at] === '"') return string();
    if (take("[")) return list("]", value);
    if (take("{")) return list("}", () => string() && take(":") && value());
    return skip(scalar);
  };
  if (value()) skipBlanks();
  return at;
}
