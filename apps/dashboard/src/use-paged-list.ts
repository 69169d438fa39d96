import type { Page } from "@plat/client";
import { useEffect } from "preact/hooks";
import { useAction, useLoad } from "./use-load.ts";

/** A list whose first page is loaded at once and whose others follow when they are wanted. */
export interface Pages<T> {
  items: readonly T[] | undefined;
  error: unknown;
  isLoading: boolean;
  hasMore: boolean;
  more: { isRunning: boolean; error: unknown; run: () => void };
  reload: () => void;
  /** Makes of the items that are there what they have become. */
  edit: (change: (items: readonly T[]) => T[]) => void;
}

/** @param load the page at a cursor, or the first one */
export function usePages<T>(
  load: (cursor: { cursor?: string }, signal?: AbortSignal) => Promise<Page<T>>,
  on: readonly unknown[],
): Pages<T> {
  const list = useLoad((signal) => load({}, signal), on);
  const more = useAction(async () => {
    const before = list.data;
    if (before === undefined || before.page.nextCursor === null) return;
    const next = await load({ cursor: before.page.nextCursor });
    list.extend(before, { data: [...before.data, ...next.data], page: next.page });
  });
  useEffect(more.clear, on);
  return {
    items: list.data?.data,
    error: list.error,
    isLoading: list.isLoading,
    hasMore: list.data !== undefined && list.data.page.nextCursor !== null,
    more,
    reload: list.reload,
    edit: (change) => list.edit((before) => ({ ...before, data: change(before.data) })),
  };
}
