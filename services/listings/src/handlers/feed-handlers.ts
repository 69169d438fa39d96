import { type Context, type ListingsHandlers, organizationOf } from "./context.ts";
import type { FedEvent } from "../domain/change-events.ts";

/** The organization's own change feed; with `wait` the answer comes when there is something to tell. */
export function feedHandlers({ events, feedSignal }: Context): Pick<ListingsHandlers, "listEvents"> {
  return {
    async listEvents({ caller, query: { after, types, limit, wait } }) {
      const organizationId = organizationOf(caller);
      const only = types === undefined ? undefined : [...new Set(types)];
      const deadline = performance.now() + wait * 1000;
      let from = after;
      for (;;) {
        const left = Math.max(deadline - performance.now(), 0);
        // Listening begins before reading, so nothing that comes in between is slept through.
        const { over, leave } = feedSignal.listen(organizationId, left);
        try {
          // The head first, and nothing beyond it: what is read has come in by then, in whatever order it is looked up.
          const head = await events.head(organizationId);
          const query = { after: from, upTo: head, limit, types: only };
          // Beyond the end nothing has happened yet: whoever asked for more goes on from the end, and misses nothing.
          const { events: found, through } =
            head > from ? await events.read(organizationId, query) : { events: [], through: head };
          from = through;
          if (found.length > 0 || left === 0 || feedSignal.stopped)
            return { body: { data: found.map(present), page: { limit, nextAfter: from } } };
          await over;
        } finally {
          leave();
        }
      }
    },
  };
}

const present = ({ id, sequence, type, at, subject, changes }: FedEvent) => ({
  id,
  sequence,
  type,
  at,
  subject,
  changes,
});
