import { formatCount } from "../format.ts";
import type { PagedList } from "../use-paged-list.ts";
import { ErrorMessage } from "./error-message.tsx";

/** The end of a paged list: the number of loaded items and a button for the next page. */
export function ShowMore<T>({ pages: { items = [], hasMore, more } }: { pages: PagedList<T> }) {
  return (
    <>
      {hasMore && (
        <>
          <p class="muted">Showing the first {formatCount(items.length)}.</p>
          <button type="button" class="button wide" disabled={more.isRunning} onClick={() => more.run()}>
            Show more
          </button>
        </>
      )}
      <ErrorMessage error={more.error} onRetry={() => more.run()} />
    </>
  );
}
