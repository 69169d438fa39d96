/**
 * How lists and texts stand in the cells of a CSV file, for export and import alike: what one writes the other reads
 * back without loss.
 */

/** Joins a list by `|`; a `|` or `\` inside an entry is preceded by `\`. */
export const joinList = (entries: readonly string[]): string =>
  entries.map((entry) => entry.replaceAll(/[\\|]/g, String.raw`\$&`)).join("|");

/** Reads what `joinList` wrote. */
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

/** Spreadsheets run cells that begin like this as formulas (OWASP: CSV injection). */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula; also before one that has apostrophes already. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Takes the apostrophe away that `guardFormula` put there. */
export const unguardFormula = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell);

/** A cell as RFC 4180 writes it. `null` is an empty cell, an empty text a quoted one, so that both come back. */
export function csvCell(text: string | null): string {
  if (text === null) return "";
  return text === "" || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
