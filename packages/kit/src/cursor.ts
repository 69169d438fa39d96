import { AppError } from "@plat/contracts";
import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** The end of a page: the values of the sort fields and the unique tiebreaker of its last row. */
export type Position = (string | number | boolean | null)[];

/** Equal for equal queries. The query must contain everything that affects which rows are returned, and their order. */
function fingerprint(query: unknown): string {
  return createHash("sha256").update(canonicalJson(query)).digest("base64url").slice(0, 16);
}

/** Returns an opaque cursor that is valid only with the query that produced it. */
export function encodeCursor(position: Position, query: unknown): string {
  return Buffer.from(JSON.stringify([fingerprint(query), position])).toString("base64url");
}

/**
 * Returns the position that `encodeCursor` encoded.
 * @param where the part of the request that contains the cursor, for the error
 * @throws AppError `validation_failed` if the cursor is malformed or belongs to another query
 */
export function decodeCursor(cursor: string, query: unknown, where: "query" | "body" = "query"): Position {
  const invalidCursor = (detail: string): AppError =>
    new AppError("validation_failed", detail, {
      errors: [
        where === "query" ? { in: "query", name: "cursor", detail } : { in: "body", pointer: "/cursor", detail },
      ],
    });
  let decoded: unknown;
  try {
    decoded = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw invalidCursor(malformed);
  }
  if (!Array.isArray(decoded) || decoded.length !== 2 || !Array.isArray(decoded[1])) throw invalidCursor(malformed);
  const [encodedFingerprint, position] = decoded as [unknown, unknown[]];
  if (encodedFingerprint !== fingerprint(query)) throw invalidCursor("belongs to another query");
  const isScalar = position.every((value) => value === null || ["string", "number", "boolean"].includes(typeof value));
  if (!isScalar) throw invalidCursor(malformed);
  return position as Position;
}

const malformed = "is not a cursor of this service";
