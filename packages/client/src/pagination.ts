import type { Page } from "./api-types.ts";

/** Every item, page after page; the next page is asked for when its first item is wanted. */
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
