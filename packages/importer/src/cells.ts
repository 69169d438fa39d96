/**
 * Encoding of lists and texts in the cells of a CSV file. Export and import share it, so that the import reads every
 * exported value without loss.
 */

/** Joins a list with `|`. A `|` or `\` inside an entry is escaped with `\`. */
export const joinList = (entries: readonly string[]): string =>
  entries.map((entry) => entry.replaceAll(/[\\|]/g, String.raw`\$&`)).join("|");

/** The inverse of `joinList`. */
export function splitList(cell: string): string[] {
  const entries: string[] = [];
  let entry = "";
  for (let at = 0; at < cell.length; at++) {
    const character = cell.charAt(at);
    if (character === "|") {
      entries.push(entry);
      entry = "";
    } else {
      entry += character === "\\" ? cell.charAt(++at) : character;
    }
  }
  return [...entries, entry];
}

/** Spreadsheets execute cells with these first characters as formulas (OWASP: CSV injection). */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const escapedFormula = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * Prefixes a text that a spreadsheet would execute as a formula with an apostrophe. Texts that already start with
 * apostrophes and a formula character get one more, so that `unguardFormula` is the exact inverse.
 */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `guardFormula` added. */
export const unguardFormula = (cell: string): string => (escapedFormula.test(cell) ? cell.slice(1) : cell);

/** Encodes a cell as in RFC 4180. `null` becomes an empty cell and an empty text becomes `""`, so that they remain distinct. */
export function csvCell(text: string | null): string {
  if (text === null) return "";
  return text === "" || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
