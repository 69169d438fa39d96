import { isDuplicate } from "@plat/mongo";

/** Milliseconds that a call over a thousand documents may take. */
export const bulkMs = 20_000;

export type DuplicateOf = "id" | "externalId" | "other";

/** Which unique index refused a write; undefined when the error is another one. */
export const duplicateOf = (error: unknown): DuplicateOf | undefined =>
  isDuplicate(error) ? duplicateIndex(error.message) : undefined;

export function duplicateIndex(message: string): DuplicateOf {
  if (/index: _id_/.test(message)) return "id";
  return /index: \S*externalId/.test(message) ? "externalId" : "other";
}
