import { mongo } from "mongoose";

const duplicateKey = 11_000;

/** Whether a write failed because of a unique index. */
export const isDuplicateKeyError = (error: unknown): error is mongo.MongoServerError =>
  error instanceof mongo.MongoServerError && error.code === duplicateKey;

/**
 * Inserts a document, or returns the existing one. Repeats both steps if the existing document is deleted in between.
 * @param isConflict whether an insert failed because the document exists
 * @param find returns null if the document does not exist
 * @returns the existing document, or undefined if it was inserted
 * @throws other errors of `insert`, and those of `find`
 */
export async function insertOrFind<T>(
  insert: () => Promise<unknown>,
  isConflict: (error: unknown) => boolean,
  find: () => Promise<T | null>,
): Promise<T | undefined> {
  for (;;) {
    try {
      await insert();
      return undefined;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    const existing = await find();
    if (existing !== null) return existing;
  }
}
