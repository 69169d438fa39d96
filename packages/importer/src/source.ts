import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { extname } from "node:path";
import { readCsv } from "./csv.ts";
import { usage } from "./cli-error.ts";
import { readLines } from "./lines.ts";
import { readNdjson } from "./ndjson.ts";
import { type BrokenRow, type CsvOptions, recordBytesMax, type Row } from "./rows.ts";

export type Format = "csv" | "ndjson";

/** A file of rows, read as a stream. */
export interface Source {
  format: Format;
  /** Columns of the header; of NDJSON the members of the first rows. */
  columns: readonly string[];
  rows: AsyncGenerator<Row | BrokenRow>;
  /** Bytes of the file, and how many of them were read so far. */
  size: number;
  bytesRead(): number;
}

const csvEndings = [".csv", ".tsv", ".txt"];
const ndjsonEndings = [".ndjson", ".jsonl"];

/** The format that a file's name tells. @throws Failure when it tells none */
export function formatOf(path: string): Format {
  const ending = extname(path).toLowerCase();
  if (csvEndings.includes(ending)) return "csv";
  if (ndjsonEndings.includes(ending)) return "ndjson";
  throw usage(`${path}: the name must end in ${[...csvEndings, ...ndjsonEndings].join(", ")}.`);
}

/** The encoding that a byte order mark tells, else the one given. */
function encodingOf(start: Buffer, given: string): string {
  const mark = start.subarray(0, 2).toString("hex");
  if (mark === "fffe") return "utf-16le";
  return mark === "feff" ? "utf-16be" : new TextDecoder(given).encoding;
}

const utf8Mark = Buffer.from("\uFEFF");

/** Bytes as UTF-8, without a byte order mark. */
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

/** The size of a file that can be read. @throws Failure saying why it cannot */
async function sizeOf(path: string): Promise<number> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw usage(error.code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}.`);
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw usage(`${path} is not a file.`);
    if (found.size === 0) throw usage(`${path} is empty.`);
    return found.size;
  } finally {
    await handle.close();
  }
}

/** Opens a file of rows; reads as little as it takes to know its columns. @throws Failure for what cannot be read */
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
