import type { mongo } from "mongoose";

/** Documents that come at once. */
const batchSize = 50;
/** Characters of text after which a page is full: a listing with its ads may have a million. */
export const pageCharsMax = 4_000_000;

/** What every page of large things is read with. */
export const inBatches = { batchSize } as const;

export interface Bounded<D> {
  docs: D[];
  /** Of the documents. */
  chars: number;
  /** There are more, for which there was no room. */
  cut: boolean;
}

/** Reads documents until there are no more, or their text has more characters than that; one in any case. */
export async function readBounded<D>(cursor: mongo.FindCursor, charsMax = pageCharsMax): Promise<Bounded<D>> {
  const docs: D[] = [];
  let chars = 0;
  try {
    while (await cursor.hasNext()) {
      for (const doc of cursor.readBufferedDocuments() as D[]) {
        if (chars >= charsMax) return { docs, chars, cut: true };
        chars += charsOf(doc);
        docs.push(doc);
      }
    }
  } finally {
    await cursor.close();
  }
  return { docs, chars, cut: false };
}

function charsOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 0;
  for (const member of Object.values(value)) sum += charsOf(member);
  return sum;
}
