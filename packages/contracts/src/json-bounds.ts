const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** What JSON may hold. */
export interface JsonBounds {
  /** Levels of arrays and objects. */
  depth: number;
  /** Values of all levels, the arrays and objects among them. */
  values: number;
}

/**
 * Which bound JSON exceeds, found without parsing: a deep text would exhaust the stack of whatever walks it, one of
 * millions of tiny values takes the parser a hundred times as long as one long string. Looks at UTF-8 bytes outside
 * strings; an empty array or object counts as one value more; text that is not JSON is left to the parser to refuse.
 */
export function jsonExceeds(bytes: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
  const end = bytes.length;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at++;
      while (at < end && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    } else if (byte === comma) {
      if (++values > bounds.values) return "values";
    } else if (byte === openBrace || byte === openBracket) {
      if (++depth > bounds.depth) return "depth";
      if (++values > bounds.values) return "values";
    } else if (byte === closeBrace || byte === closeBracket) {
      depth--;
    }
  }
  return undefined;
}
