import type { mongo } from "mongoose";

/** Number of documents per batch of the driver's cursor. */
const batchSize = 50;
/** Characters of text after which a page ends: a listing with its ads can have a million. */
export const maxPageChars = 4_000_000;

/** Cursor options for queries whose documents can be large. */
export const batchOptions = { batchSize } as const;

export interface BoundedResult<D> {
  docs: D[];
  /** Characters of text in the documents. */
  chars: number;
  /** The read ended because of its size; more documents follow. */
  truncated: boolean;
}

/** Reads documents until the cursor ends or their text reaches `maxChars`. Reads at least one document. */
export async function readBounded<D>(cursor: mongo.FindCursor, maxChars = maxPageChars): Promise<BoundedResult<D>> {
  const docs: D[] = [];
  let chars = 0;
  try {
    while (await cursor.hasNext()) {
      for (const doc of cursor.readBufferedDocuments() as D[]) {
        if (chars >= maxChars) return { docs, chars, truncated: true };
        chars += countChars(doc);
        docs.push(doc);
      }
    }
  } finally {
    await cursor.close();
  }
  return { docs, chars, truncated: false };
}

function countChars(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 0;
  for (const member of Object.values(value)) sum += countChars(member);
  return sum;
}
