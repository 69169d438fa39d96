/** How a CSV file is written; what a mapping may say under `csv`. */
export interface CsvOptions {
  /** One ASCII character. */
  delimiter: string;
  /** One ASCII character; `null`: quotes are characters like others. */
  quote: string | null;
  /** A label of the WHATWG encoding standard, like `windows-1252`. */
  encoding: string;
  /** Names of the columns, for a file without a header line. */
  header?: readonly string[] | undefined;
}

/** A row by column. In CSV a value is a text or `null` (an empty cell), in NDJSON anything. */
export interface Row {
  /** The line where it begins, from 1. */
  line: number;
  cells: ReadonlyMap<string, unknown>;
}
/** A row that cannot be read. */
export interface BrokenRow {
  line: number;
  problem: string;
}

/** A row may be this long; listings that the API takes are shorter. */
export const recordBytesMax = 2 * 1024 * 1024;
export const notUtf8 = 'is not UTF-8 text; a mapping can name the encoding, like "csv": {"encoding": "windows-1252"}';
