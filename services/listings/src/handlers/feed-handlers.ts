import type { FeedEvent } from "../domain/change-events.ts";
import { type Dependencies, type ListingsHandlers, organizationOf } from "./dependencies.ts";

/** Handler of the organization's change feed. With `wait` it is a long poll: it responds when there are new events. */
export function feedHandlers({
  events,
  feedNotifier,
}: Pick<Dependencies, "events" | "feedNotifier">): Pick<ListingsHandlers, "listEvents"> {
  return {
    async listEvents({ caller, query: { after, types: requestedTypes, limit, wait } }) {
      const organizationId = organizationOf(caller);
      const types = requestedTypes === undefined ? undefined : [...new Set(requestedTypes)];
      const deadline = performance.now() + wait * 1000;
      let from = after;
      for (;;) {
        const remainingMs = Math.max(deadline - performance.now(), 0);
        // Listening starts before reading, so that an event that is appended in between ends the wait.
        const { promise: appended, cancel } = feedNotifier.listen(organizationId, remainingMs);
        try {
          // The head bounds the read: all events up to it are readable, regardless of the order of the queries below.
          const head = await events.head(organizationId);
          const query = { after: from, upTo: head, limit, types };
          // A request beyond the end of the feed continues at the end, so that it misses no later event.
          const { events: found, through } =
            head > from ? await events.read(organizationId, query) : { events: [], through: head };
          from = through;
          if (found.length > 0 || remainingMs === 0 || feedNotifier.stopped)
            return { body: { data: found.map(toResponse), page: { limit, nextAfter: from } } };
          await appended;
        } finally {
          cancel();
        }
      }
    },
  };
}

const toResponse = ({ id, sequence, type, at, subject, changes }: FeedEvent) => ({
  id,
  sequence,
  type,
  at,
  subject,
  changes,
});
