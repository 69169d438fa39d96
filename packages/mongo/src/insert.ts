import { mongo } from "mongoose";

const duplicateKey = 11_000;

/** Whether a unique index refused a write. */
export const isDuplicateKeyError = (error: unknown): error is mongo.MongoServerError =>
  error instanceof mongo.MongoServerError && error.code === duplicateKey;

/**
 * Inserts something that may stand there already, and may go at any moment: then it is inserted after all.
 * @param isTaken whether an insertion failed because it stands there
 * @param find null when it does not
 * @returns what stood there; undefined when it was inserted
 */
export async function insertOrFind<T>(
  insert: () => Promise<unknown>,
  isTaken: (error: unknown) => boolean,
  find: () => Promise<T | null>,
): Promise<T | undefined> {
  for (;;) {
    try {
      await insert();
      return undefined;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    const found = await find();
    if (found !== null) return found;
  }
}
