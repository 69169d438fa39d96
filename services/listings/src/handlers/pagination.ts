import { type AppError, invalid } from "@plat/contracts";
import { decodeCursor, encodeCursor, type Position } from "@plat/kit";

/** Cursor pagination of one query. */
export interface PageCursor<T> {
  /** End of the previous page; undefined for the first page. */
  position: Position | undefined;
  /**
   * Builds a page.
   * @param rows up to `limit + 1` rows; more than `limit` means that there is a next page
   * @param positionOf returns the position after a row
   * @param truncated there is a next page even if there are no more than `limit` rows
   */
  page(rows: readonly T[], limit: number, positionOf: (row: T) => Position, truncated?: boolean): CursorPage<T>;
}

interface CursorPage<T> {
  data: T[];
  page: { limit: number; nextCursor: string | null };
  headers: Record<string, string>;
}

/** The gateway converts this header to `Link: …; rel="next"`. */
const nextCursorHeader = "plat-next-cursor";

/**
 * Decodes the cursor of a request, and encodes that of the next page.
 * @param query identifies the query; a cursor is valid only for the query that it was created for
 * @throws AppError `validation_failed` if the cursor is malformed or belongs to another query
 */
export function pageCursor<T>(cursor: string | undefined, query: unknown): PageCursor<T> {
  return {
    position: cursor === undefined ? undefined : decodeCursor(cursor, query),
    page(rows, limit, positionOf, truncated = false) {
      const data = rows.slice(0, limit);
      const last = data.at(-1);
      if ((rows.length <= limit && !truncated) || last === undefined)
        return { data, page: { limit, nextCursor: null }, headers: {} };
      const nextCursor = encodeCursor(positionOf(last), query);
      return { data, page: { limit, nextCursor }, headers: { [nextCursorHeader]: nextCursor } };
    },
  };
}

/** A 400 for a cursor whose position does not fit the list. */
export const invalidCursor = (): AppError =>
  invalid([{ in: "query", name: "cursor", detail: "is not a cursor of this service" }]);

/** Whether a value of a cursor's position is a time. */
export const isTimestamp = (value: unknown): value is string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));
