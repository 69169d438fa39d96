import { formatCount } from "../format.ts";
import type { Pages } from "../use-paged-list.ts";
import { Trouble } from "./error-message.tsx";

/** Below a list that goes on: how far it is, and the way to the rest. */
export function More<T>({ pages: { items = [], hasMore, more } }: { pages: Pages<T> }) {
  return (
    <>
      {hasMore && (
        <>
          <p class="faint">The first {formatCount(items.length)} are shown; there are more.</p>
          <button type="button" class="button wide" disabled={more.isRunning} onClick={() => more.run()}>
            Show more
          </button>
        </>
      )}
      <Trouble error={more.error} onRetry={() => more.run()} />
    </>
  );
}
