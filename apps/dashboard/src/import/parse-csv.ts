/** A row of a file: the line where it begins and its cells. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** The character that parts the first line into most cells. */
export function delimiterOf(text: string): string {
  const first = text.slice(0, 20_000).split(/\r?\n/, 1)[0] ?? "";
  const counts = [",", ";", "\t", "|"].map((delimiter) => ({ delimiter, count: first.split(delimiter).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ",";
}

/** Reads CSV (RFC 4180): quotes may hold delimiters, line breaks and doubled quotes. Empty lines are left out. */
export function parseCsv(text: string, delimiter = delimiterOf(text)): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let line = 1;
  let begins = 1;
  const endRow = (): void => {
    cells.push(cell);
    if (cells.length > 1 || cell.trim() !== "") rows.push({ line: begins, cells });
    cells = [];
    cell = "";
    begins = line;
  };
  // A mark that spreadsheets put before UTF-8.
  for (let at = text.startsWith("\u{FEFF}") ? 1 : 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\n") line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === delimiter) {
      cells.push(cell);
      cell = "";
    } else if (character === "\n") endRow();
    else if (character !== "\r") cell += character;
  }
  if (cell !== "" || cells.length > 0) endRow();
  return rows;
}
