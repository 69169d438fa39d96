import { formatAgo, formatMoment } from "../format.ts";
import { createStore, useStore } from "../store.ts";

const tickMs = 20_000;
const now = createStore(Date.now());
setInterval(() => now.set(Date.now()), tickMs);

/** How long ago something was, also when the page has been open for a while. */
export function Ago({ iso }: { iso: string }) {
  useStore(now);
  return (
    <time dateTime={iso} title={formatMoment(iso)}>
      {formatAgo(iso)}
    </time>
  );
}
