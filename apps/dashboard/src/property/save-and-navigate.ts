import type { RequestOptions } from "@plat/client";
import { navigate, navigateWithNotice } from "../router.ts";

/** Notices for the next page if the search index does not contain the change yet. */
export const indexPendingText = {
  saved: "Saved. Search and Market will be up to date in a few seconds.",
  deleted: "Deleted. It may appear in Search and Market for a few more seconds.",
} as const;

/**
 * Sends a change, waits until searches show it, and navigates on. Shows `pendingNotice` if the index is still behind.
 * @param change sends the request with the given options
 */
export async function saveAndNavigate<T>(
  change: (options: { waitForIndex: true } & Pick<RequestOptions, "onResponse">) => Promise<T>,
  navigation: { to: (changed: T) => string; pendingNotice: string; beforeNavigation?: () => void },
): Promise<void> {
  let isPending = false;
  const changed = await change({
    waitForIndex: true,
    onResponse: ({ isIndexPending }) => {
      isPending = isIndexPending;
    },
  });
  navigation.beforeNavigation?.();
  if (isPending) navigateWithNotice(navigation.to(changed), navigation.pendingNotice);
  else navigate(navigation.to(changed));
}
