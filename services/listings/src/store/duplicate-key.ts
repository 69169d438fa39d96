import { isDuplicateKeyError } from "@plat/mongo";
import { mongo } from "mongoose";

/** The unique index that a write violated. */
export type DuplicateKey = "id" | "externalId" | "other";

/** Returns the unique index that a single write violated; undefined for any other error. */
export const duplicateKeyOf = (error: unknown): DuplicateKey | undefined =>
  isDuplicateKeyError(error) ? duplicateKeyIn(error.message) : undefined;

/** Returns the unique index that the message of a duplicate key error (code 11000) names. */
function duplicateKeyIn(message: string): DuplicateKey {
  if (/index: _id_/.test(message)) return "id";
  return /index: \S*externalId/.test(message) ? "externalId" : "other";
}

/**
 * Returns the writes of a bulk operation that violated a unique index, by position.
 * @throws the error if it has another cause
 */
export function duplicateKeyFailures(error: unknown): { index: number; key: DuplicateKey }[] {
  if (!(error instanceof mongo.MongoBulkWriteError) || error.code !== 11000) throw error;
  return [error.writeErrors].flat().map(({ index, code, errmsg }) => {
    if (code !== 11000) throw error;
    return { index, key: duplicateKeyIn(errmsg ?? "") };
  });
}
