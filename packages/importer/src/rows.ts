/** Format of a CSV file; the member `csv` of a mapping. */
export interface CsvOptions {
  /** One ASCII character. */
  delimiter: string;
  /** One ASCII character; `null` if the file has no quoted values. */
  quote: string | null;
  /** A label of the WHATWG encoding standard, for example `windows-1252`. */
  encoding: string;
  /** Names of the columns, for a file without a header line. */
  header?: readonly string[] | undefined;
}

/** Values of a row by column. In CSV, a value is a text or `null` (an empty cell); in NDJSON, any JSON value. */
export interface Row {
  /** Number of its first line, from 1. */
  line: number;
  cells: ReadonlyMap<string, unknown>;
}
/** A row that cannot be read. */
export interface BrokenRow {
  line: number;
  problem: string;
}

/** Maximum length of a row in bytes. Listings that the API accepts are shorter. */
export const recordBytesMax = 2 * 1024 * 1024;
export const notUtf8 =
  'is not UTF-8 text; set the encoding in the mapping, for example "csv": {"encoding": "windows-1252"}';
