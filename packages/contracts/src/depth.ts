const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Whether JSON nests arrays and objects deeper than `max` levels, found without parsing: a deep body would exhaust the
 * stack of whatever walks it. Looks at UTF-8 bytes outside strings; text that is not JSON is left to the parser to refuse.
 */
export function jsonDepthExceeds(bytes: Uint8Array, max: number): boolean {
  const end = bytes.length;
  let depth = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at++;
      while (at < end && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    } else if (byte === openBrace || byte === openBracket) {
      depth++;
      if (depth > max) return true;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth--;
    }
  }
  return false;
}
