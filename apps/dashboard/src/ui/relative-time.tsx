import { formatRelativeTime, formatDateTime } from "../format.ts";
import { createStore, useStore } from "../store.ts";

const tickMs = 20_000;
const now = createStore(Date.now());
setInterval(() => now.set(Date.now()), tickMs);

/** A time relative to now. Updates while the page stays open. */
export function RelativeTime({ iso }: { iso: string }) {
  useStore(now);
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatRelativeTime(iso)}
    </time>
  );
}
