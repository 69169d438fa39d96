import type { RequestOptions } from "@plat/client";
import { go, goSaying } from "../router.ts";

/** Changes that searches show by the time they are answered, unless the index is behind. */
export const saidLater = {
  saved: "Saved. Search and Market will show it in a moment.",
  deleted: "Deleted. Search and Market may show it for a moment longer.",
} as const;

/** Makes a change, waits until searches show it, and then leads on; says so when they do not show it yet. */
export async function changeThenGo<T>(
  change: (options: { waitForIndex: true } & Pick<RequestOptions, "onAnswer">) => Promise<T>,
  onward: { to: (changed: T) => string; later: string; before?: () => void },
): Promise<void> {
  let isPending = false;
  const changed = await change({
    waitForIndex: true,
    onAnswer: ({ isIndexPending }) => {
      isPending = isIndexPending;
    },
  });
  onward.before?.();
  if (isPending) goSaying(onward.to(changed), onward.later);
  else go(onward.to(changed));
}
