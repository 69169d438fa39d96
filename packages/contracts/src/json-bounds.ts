const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Limits for a JSON text. */
export interface JsonBounds {
  /** Maximum nesting depth of arrays and objects. */
  depth: number;
  /** Maximum number of values at all levels, including arrays and objects. */
  values: number;
}

/**
 * Finds which limit a JSON text exceeds, without parsing it. Deep nesting would exhaust the stack of recursive code, and
 * a text of millions of small values takes a hundred times as long to parse as one long string of the same length.
 * The function scans the bytes outside strings; an empty array or object counts as one additional value. It does not
 * check the syntax: the parser rejects text that is not JSON.
 * @param bytes UTF-8
 * @returns the exceeded limit, or undefined
 */
export function jsonExceeds(bytes: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
  const end = bytes.length;
  let depth = 0;
  let values = 1;
  for (let index = 0; index < end; index++) {
    const byte = bytes[index];
    if (byte === quote) {
      index++;
      while (index < end && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1;
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
