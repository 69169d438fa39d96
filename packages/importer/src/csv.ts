import { isUtf8 } from "node:buffer";
import { type Options, parse } from "csv-parse/sync";
import { type RawRecord, readRecords } from "./csv-records.ts";
import { usageError } from "./cli-error.ts";
import { isBlank, type Line } from "./lines.ts";
import { type BrokenRow, type CsvOptions, notUtf8, recordBytesMax, type Row } from "./rows.ts";

/** The cells of a record. An empty cell is `null`; an empty text in quotes is `""`. */
type Cells = readonly (string | null)[];
type ParsedRecord = { line: number; cells: Cells } | BrokenRow;

/** Records per call of csv-parse: one record per call takes four times as long. */
const groupSize = 64;

/** Parses records in groups and yields their cells in order. */
async function* parseRecords(records: AsyncIterable<RawRecord>, csv: CsvOptions): AsyncGenerator<ParsedRecord> {
  const options: Options = {
    delimiter: csv.delimiter,
    quote: csv.quote ?? false,
    record_delimiter: ["\r\n", "\n"],
    relax_column_count: true,
    cast: (value, { quoting }) => (value === "" && !quoting ? null : value),
  };
  let waiting: RawRecord[] = [];
  const flush = function* (): Generator<ParsedRecord> {
    const good = waiting.filter(({ problem }) => problem === undefined);
    // Only the last record of a file may lack its line feed, so records can be joined as they are.
    const text = Buffer.concat(good.map(({ bytes }) => bytes));
    const parsed = good.length === 0 ? [] : (parse(text, options) as Cells[]);
    if (parsed.length !== good.length)
      throw new Error("csv-parse and the record reader disagree about the number of records");
    let at = 0;
    for (const { line, problem } of waiting)
      yield problem === undefined ? { line, cells: parsed[at++] ?? [] } : { line, problem };
    waiting = [];
  };
  for await (const record of records) {
    const readable = record.problem !== undefined || isUtf8(record.bytes);
    waiting.push(readable ? record : { ...record, problem: notUtf8 });
    if (waiting.length >= groupSize) yield* flush();
  }
  yield* flush();
}

async function* withoutBlankRows(records: AsyncIterable<RawRecord>): AsyncGenerator<RawRecord> {
  for await (const record of records) if (record.problem !== undefined || !isBlank(record.bytes)) yield record;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function rowOf(record: ParsedRecord, columns: readonly string[]): Row | BrokenRow {
  if ("problem" in record) return record;
  const { line, cells } = record;
  if (cells.length !== columns.length) {
    const problem = `has ${plural(cells.length, "column")} where the header has ${columns.length}`;
    return { line, problem };
  }
  return { line, cells: new Map(columns.map((column, index) => [column, cells[index] ?? null])) };
}

/**
 * Reads the rows of a CSV file, and the names of its columns from the options or from the first line.
 * @throws CliError if there is no header
 */
export async function readCsv(
  lines: AsyncIterable<Line>,
  csv: CsvOptions,
): Promise<{ columns: readonly string[]; rows: AsyncGenerator<Row | BrokenRow> }> {
  const byte = (character: string): number => character.charCodeAt(0);
  const shape = { delimiter: byte(csv.delimiter), quote: csv.quote === null ? undefined : byte(csv.quote) };
  const parsed = parseRecords(withoutBlankRows(readRecords(lines, shape, recordBytesMax)), csv);
  const columns = csv.header ?? (await readHeader(parsed));
  const rows = async function* (): AsyncGenerator<Row | BrokenRow> {
    for await (const record of parsed) yield rowOf(record, columns);
  };
  return { columns, rows: rows() };
}

async function readHeader(parsed: AsyncGenerator<ParsedRecord>): Promise<string[]> {
  const { value: header, done } = await parsed.next();
  if (done === true) throw usageError("The file contains only empty lines.");
  if ("problem" in header) throw usageError(`The header (line ${header.line}) cannot be read: ${header.problem}.`);
  return header.cells.map((cell) => (cell ?? "").trim());
}
