/** Position in a text. */
export interface TextPosition {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
}

/** In UTF-16 code units. The search blocks the event loop, and longer texts are written by programs, not by people. */
const lengthMax = 512 * 1024;

/**
 * Finds the syntax error in a text that `JSON.parse` has rejected: the message of `JSON.parse` does not always state its
 * position.
 * @returns undefined if the text is longer than 512 Ki characters
 */
export function jsonErrorPosition(text: string): TextPosition | undefined {
  if (text.length > lengthMax) return undefined;
  const at = errorIndex(text);
  let line = 1;
  let lastLine = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", lastLine)) {
    line++;
    lastLine = end + 1;
  }
  return { line, column: at - lastLine + 1 };
}

/** Space, tab, line feed, carriage return. */
const whitespace = new Set([0x20, 0x09, 0x0a, 0x0d]);
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

/** Index of the first unexpected character, or the length if the text ends too early. */
function errorIndex(text: string): number {
  let at = 0;
  const matchPattern = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const skipWhitespace = (): void => {
    while (whitespace.has(text.charCodeAt(at))) at++;
  };
  const matchCharacter = (character: string): boolean => {
    skipWhitespace();
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const string = (): boolean => {
    if (!matchCharacter('"')) return false;
    for (;;) {
      const character = text[at];
      if (character === '"') return matchCharacter('"');
      if (character === undefined || character < " ") return false;
      if (character !== "\\") at++;
      else if (!matchPattern(escape)) return false;
    }
  };
  const list = (close: string, item: () => boolean): boolean => {
    if (matchCharacter(close)) return true;
    for (;;) {
      if (!item()) return false;
      if (matchCharacter(close)) return true;
      if (!matchCharacter(",")) return false;
    }
  };
  const value = (): boolean => {
    skipWhitespace();
    if (text[at] === '"') return string();
    if (matchCharacter("[")) return list("]", value);
    if (matchCharacter("{")) return list("}", () => string() && matchCharacter(":") && value());
    return matchPattern(scalar);
  };
  if (value()) skipWhitespace();
  return at;
}
