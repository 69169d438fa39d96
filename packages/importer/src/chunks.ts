import type { Item } from "./fields.ts";
import type { Refusal } from "./report.ts";

/** A row that goes to the service. */
export interface Entry {
  line: number;
  externalId: string;
  /** The listing of this id is the same one, if the organization has it and if it has no externalId. */
  ownId?: string;
  /** What is sent, with its externalId. */
  item: Item;
}
export type Prepared = Entry | Refusal;

interface Sized extends Entry {
  json: string;
  /** Of the JSON and the comma after it. */
  bytes: number;
}

/** Rows of a file, one after the other, that are sent, answered and reported together. */
export interface Chunk {
  /** The number of the first of them, from 0, and of all rows up to the last. */
  firstRow: number;
  endRow: number;
  entries: Sized[];
  refusals: Refusal[];
}

export interface ChunkLimits {
  /** Rows, the refused ones too. */
  rowsMax: number;
  /** Bytes of the items in UTF-8, with their commas. */
  bytesMax: number;
}

/**
 * Puts rows together until one of the limits is reached or an externalId comes again: of two rows with one externalId
 * the later must win, so they never travel together. The first `skip` rows are left out.
 */
export async function* toChunks(
  rows: AsyncIterable<Prepared>,
  { rowsMax, bytesMax }: ChunkLimits,
  skip = 0,
): AsyncGenerator<Chunk> {
  let row = 0;
  let bytes = 0;
  let ids = new Set<string>();
  let chunk: Chunk = { firstRow: skip, endRow: skip, entries: [], refusals: [] };
  const next = (): Chunk => {
    const done = chunk;
    chunk = { firstRow: row, endRow: row, entries: [], refusals: [] };
    bytes = 0;
    ids = new Set();
    return done;
  };
  for await (const prepared of rows) {
    if (row < skip) {
      row++;
      continue;
    }
    const sized = sizeOf(prepared, bytesMax);
    const size = "json" in sized ? sized.bytes : 0;
    const again = "json" in sized && ids.has(sized.externalId);
    if (again || row - chunk.firstRow >= rowsMax || (bytes > 0 && bytes + size > bytesMax)) yield next();
    if ("json" in sized) {
      chunk.entries.push(sized);
      ids.add(sized.externalId);
      bytes += size;
    } else {
      chunk.refusals.push(sized);
    }
    chunk.endRow = ++row;
  }
  if (chunk.endRow > chunk.firstRow) yield next();
}

function sizeOf(prepared: Prepared, bytesMax: number): Sized | Refusal {
  if (!("item" in prepared)) return prepared;
  const json = JSON.stringify(prepared.item);
  const bytes = Buffer.byteLength(json) + 1;
  if (bytes <= bytesMax) return { ...prepared, json, bytes };
  const detail = `makes a listing of ${bytes} bytes; a request takes ${bytesMax}`;
  return { line: prepared.line, externalId: prepared.externalId, reasons: [{ field: null, detail }] };
}
