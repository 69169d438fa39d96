import type { Page } from "./api-types.ts";

/**
 * Iterates over the items of all pages. Requests a page only when its first item is needed.
 * @param page requests the page at a cursor
 */
export async function* iterate<T>(
  page: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const { data, page: next } = await page(cursor);
    yield* data;
    cursor = next.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
