import type { Page } from "@plat/client";
import { useEffect } from "preact/hooks";
import { useAction, useLoad } from "./use-load.ts";

/** A list whose first page is loaded immediately and whose further pages are loaded on request. */
export interface PagedList<T> {
  items: readonly T[] | undefined;
  error: unknown;
  isLoading: boolean;
  hasMore: boolean;
  more: { isRunning: boolean; error: unknown; run: () => void };
  reload: () => void;
  /** Updates the loaded items. */
  edit: (change: (items: readonly T[]) => T[]) => void;
}

/** @param load loads the page at a cursor, or the first page without one */
export function usePagedList<T>(
  load: (cursor: { cursor?: string }, signal?: AbortSignal) => Promise<Page<T>>,
  dependencies: readonly unknown[],
): PagedList<T> {
  const list = useLoad((signal) => load({}, signal), dependencies);
  const more = useAction(async () => {
    const before = list.data;
    if (before === undefined || before.page.nextCursor === null) return;
    const next = await load({ cursor: before.page.nextCursor });
    list.appendTo(before, { data: [...before.data, ...next.data], page: next.page });
  });
  useEffect(more.clear, dependencies);
  return {
    items: list.data?.data,
    error: list.error,
    isLoading: list.isLoading,
    hasMore: list.data !== undefined && list.data.page.nextCursor !== null,
    more,
    reload: list.reload,
    edit: (change) => list.updateData((before) => ({ ...before, data: change(before.data) })),
  };
}
