import type { Item } from "./fields.ts";
import type { RejectedRow } from "./report.ts";

/** A valid row that is sent to the service. */
export interface Entry {
  line: number;
  externalId: string;
  /** Id of the listing in an export. The row updates that listing if the organization has it without an externalId. */
  ownId?: string;
  /** Request body of the listing, including its externalId. */
  item: Item;
}
export type PreparedRow = Entry | RejectedRow;

interface SizedEntry extends Entry {
  json: string;
  /** Size of the JSON and the comma after it, in bytes of UTF-8. */
  bytes: number;
}

/** Consecutive rows of a file that are sent in one batch and acknowledged together. */
export interface Chunk {
  /** Index of the first row of the chunk in the file, from 0, and index after the last row. */
  firstRow: number;
  endRow: number;
  entries: SizedEntry[];
  rejectedRows: RejectedRow[];
}

export interface ChunkLimits {
  /** Maximum number of rows, including rejected ones. */
  rowsMax: number;
  /** Maximum size of the items and their commas, in bytes of UTF-8. */
  bytesMax: number;
}

/**
 * Groups rows until a limit is reached or an externalId is repeated. If two rows have the same externalId, the later one
 * must win, so they are never in the same chunk. The first `skip` rows are omitted.
 */
export async function* toChunks(
  rows: AsyncIterable<PreparedRow>,
  { rowsMax, bytesMax }: ChunkLimits,
  skip = 0,
): AsyncGenerator<Chunk> {
  let row = 0;
  let bytes = 0;
  let ids = new Set<string>();
  let chunk: Chunk = { firstRow: skip, endRow: skip, entries: [], rejectedRows: [] };
  const next = (): Chunk => {
    const done = chunk;
    chunk = { firstRow: row, endRow: row, entries: [], rejectedRows: [] };
    bytes = 0;
    ids = new Set();
    return done;
  };
  for await (const prepared of rows) {
    if (row < skip) {
      row++;
      continue;
    }
    const sized = withSize(prepared, bytesMax);
    const size = "json" in sized ? sized.bytes : 0;
    const isDuplicate = "json" in sized && ids.has(sized.externalId);
    if (isDuplicate || row - chunk.firstRow >= rowsMax || (bytes > 0 && bytes + size > bytesMax)) yield next();
    if ("json" in sized) {
      chunk.entries.push(sized);
      ids.add(sized.externalId);
      bytes += size;
    } else {
      chunk.rejectedRows.push(sized);
    }
    chunk.endRow = ++row;
  }
  if (chunk.endRow > chunk.firstRow) yield next();
}

function withSize(prepared: PreparedRow, bytesMax: number): SizedEntry | RejectedRow {
  if (!("item" in prepared)) return prepared;
  const json = JSON.stringify(prepared.item);
  const bytes = Buffer.byteLength(json) + 1;
  if (bytes <= bytesMax) return { ...prepared, json, bytes };
  const detail = `listing has ${bytes} bytes; the limit of a request is ${bytesMax} bytes`;
  return { line: prepared.line, externalId: prepared.externalId, reasons: [{ field: null, detail }] };
}
