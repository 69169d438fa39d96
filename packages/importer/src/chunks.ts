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
    const sized = "item" in prepared ? { ...prepared, json: JSON.stringify(prepared.item) } : undefined;
    const size = sized === undefined ? 0 : Buffer.byteLength(sized.json) + 1;
    const full = row - chunk.firstRow >= rowsMax || (bytes > 0 && bytes + size > bytesMax);
    if (full || (sized !== undefined && ids.has(sized.externalId))) yield next();
    if (sized === undefined) chunk.refusals.push(prepared as Refusal);
    else if (size > bytesMax) chunk.refusals.push(tooLarge(sized, size, bytesMax));
    else {
      chunk.entries.push(sized);
      ids.add(sized.externalId);
      bytes += size;
    }
    chunk.endRow = ++row;
  }
  if (chunk.endRow > chunk.firstRow) yield next();
}

const tooLarge = ({ line, externalId }: Entry, size: number, bytesMax: number): Refusal => ({
  line,
  externalId,
  reasons: [{ field: null, detail: `makes a listing of ${size} bytes; a request takes ${bytesMax}` }],
});
