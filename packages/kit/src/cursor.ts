import { AppError } from "@plat/contracts";
import { createHash } from "node:crypto";

/** Where a page ends: the values of the sort fields and the unique tiebreaker. */
export type Position = (string | number | boolean | null)[];

/** Same query, same print; everything that changes which rows come in which order belongs in. */
function fingerprint(query: unknown): string {
  return createHash("sha256").update(canonical(query)).digest("base64url").slice(0, 16);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** An opaque cursor that only goes on with the query that it came from. */
export function encodeCursor(position: Position, query: unknown): string {
  return Buffer.from(JSON.stringify([fingerprint(query), position])).toString("base64url");
}

/**
 * @throws AppError `validation_failed` when the cursor is broken or belongs to another query.
 */
export function decodeCursor(cursor: string, query: unknown, where: "query" | "body" = "query"): Position {
  const refuse = (detail: string): AppError =>
    new AppError("validation_failed", detail, {
      errors: [
        where === "query" ? { in: "query", name: "cursor", detail } : { in: "body", pointer: "/cursor", detail },
      ],
    });
  let decoded: unknown;
  try {
    decoded = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw refuse("is not a cursor of this service");
  }
  if (!Array.isArray(decoded) || decoded.length !== 2 || !Array.isArray(decoded[1]))
    throw refuse("is not a cursor of this service");
  const [print, position] = decoded as [unknown, unknown[]];
  if (print !== fingerprint(query)) throw refuse("belongs to another query");
  const simple = position.every((value) => value === null || ["string", "number", "boolean"].includes(typeof value));
  if (!simple) throw refuse("is not a cursor of this service");
  return position as Position;
}
