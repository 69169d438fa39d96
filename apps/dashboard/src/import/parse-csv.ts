/** A row of a CSV file: the number of its first line and its cells. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** Returns the delimiter (comma, semicolon, tab or pipe) that splits the first line into the most cells. */
export function detectDelimiter(text: string): string {
  const first = text.slice(0, 20_000).split(/\r?\n/, 1)[0] ?? "";
  const counts = [",", ";", "\t", "|"].map((delimiter) => ({ delimiter, count: first.split(delimiter).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ",";
}

/** Parses CSV (RFC 4180): quoted cells may contain delimiters, line breaks and doubled quotes. Empty lines are skipped. */
export function parseCsv(text: string, delimiter = detectDelimiter(text)): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let line = 1;
  let startLine = 1;
  const endRow = (): void => {
    cells.push(cell);
    if (cells.length > 1 || cell.trim() !== "") rows.push({ line: startLine, cells });
    cells = [];
    cell = "";
    startLine = line;
  };
  // Skips the byte order mark that spreadsheets write before UTF-8.
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
