import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { extname } from "node:path";
import { readCsv } from "./csv.ts";
import { usageError } from "./cli-error.ts";
import { readLines } from "./lines.ts";
import { readNdjson } from "./ndjson.ts";
import { type BrokenRow, type CsvOptions, recordBytesMax, type Row } from "./rows.ts";

export type Format = "csv" | "ndjson";

/** A file of rows, read as a stream. */
export interface Source {
  format: Format;
  /** Columns of the header; for NDJSON, the members of the first rows. */
  columns: readonly string[];
  rows: AsyncGenerator<Row | BrokenRow>;
  /** Size of the file, and the number of bytes read so far. */
  size: number;
  bytesRead(): number;
}

const csvEndings = [".csv", ".tsv", ".txt"];
const ndjsonEndings = [".ndjson", ".jsonl"];

/** The format of a file by its name. @throws CliError for an unknown extension */
export function formatOf(path: string): Format {
  const ending = extname(path).toLowerCase();
  if (csvEndings.includes(ending)) return "csv";
  if (ndjsonEndings.includes(ending)) return "ndjson";
  throw usageError(`${path}: the name must end in ${[...csvEndings, ...ndjsonEndings].join(", ")}.`);
}

/** The UTF-16 encoding of a byte order mark, otherwise the given encoding. */
function encodingOf(start: Buffer, given: string): string {
  const mark = start.subarray(0, 2).toString("hex");
  if (mark === "fffe") return "utf-16le";
  return mark === "feff" ? "utf-16be" : new TextDecoder(given).encoding;
}

const utf8Mark = Buffer.from("\uFEFF");

/** Converts bytes to UTF-8 and removes a byte order mark. */
async function* toUtf8(chunks: AsyncIterable<Buffer>, given: string): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let begun = false;
  for await (const chunk of chunks) {
    let bytes = chunk;
    if (!begun) {
      begun = true;
      const encoding = encodingOf(chunk, given);
      if (encoding !== "utf-8") decoder = new TextDecoder(encoding);
      else if (chunk.subarray(0, 3).equals(utf8Mark)) bytes = chunk.subarray(3);
    }
    yield decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (decoder !== undefined) yield Buffer.from(decoder.decode());
}

/** The size of a readable file in bytes. @throws CliError if it cannot be read or is empty */
async function sizeOf(path: string): Promise<number> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(
      error.code === "ENOENT" ? `File ${path} does not exist.` : `${path} cannot be read: ${error.message}.`,
    );
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw usageError(`${path} is not a file.`);
    if (found.size === 0) throw usageError(`${path} is empty.`);
    return found.size;
  } finally {
    await handle.close();
  }
}

/** Opens a file of rows and reads only as far as needed to determine its columns. @throws CliError if it cannot be read */
export async function openSource(path: string, format: Format, csv: CsvOptions): Promise<Source> {
  const size = await sizeOf(path);
  let bytesRead = 0;
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const bytes = chunk as Buffer;
      bytesRead += bytes.length;
      yield bytes;
    }
  };
  const lines = readLines(toUtf8(chunks(), csv.encoding), recordBytesMax);
  const read = await (format === "csv" ? readCsv(lines, csv) : readNdjson(lines));
  return { ...read, format, size, bytesRead: () => bytesRead };
}
