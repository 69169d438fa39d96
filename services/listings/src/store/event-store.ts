import { withStoreTimeout } from "@plat/mongo";
import type { EventStore } from "../domain/ports.ts";
import { batchOptions, type BoundedResult, readBounded } from "./bounded-read.ts";
import { toFeedEvent } from "./document-mapping.ts";
import { readFeedHead } from "./feed-head.ts";
import { readKeysetRanges } from "./keyset-pagination.ts";
import type { EventDoc, Models } from "./schemas.ts";

export function eventStore({ events, feeds }: Models): EventStore {
  /** Reads with majority concern: an event that a client has seen must survive a failover. */
  const readInOrder = (filter: Record<string, unknown>, limit: number): Promise<BoundedResult<EventDoc>> => {
    const options = { ...batchOptions, sort: { sequence: 1 }, limit, readConcern: { level: "majority" } } as const;
    return readBounded<EventDoc>(events.collection.find(filter, options));
  };
  /**
   * Reads events of all types. Sequences have no gaps, so the range of `limit` sequences contains a whole page unless
   * events in it have expired.
   * @returns `end`: the last sequence that was searched
   */
  const readAllTypes = async (organizationId: string, after: number, upTo: number, limit: number) => {
    const pageEnd = Math.min(after + limit, upTo);
    const readUpTo = (end: number) => readInOrder({ organizationId, sequence: { $gt: after, $lte: end } }, limit);
    const page = await readUpTo(pageEnd);
    return page.docs.length > 0 || pageEnd === upTo
      ? { ...page, end: pageEnd }
      : { ...(await readUpTo(upTo)), end: upTo };
  };

  return {
    head: (organizationId) => withStoreTimeout(() => readFeedHead(feeds, organizationId)),

    async read(organizationId, { after, upTo, limit, types }) {
      if (types === undefined) {
        const { docs, truncated, end } = await withStoreTimeout(() => readAllTypes(organizationId, after, upTo, limit));
        const through = truncated || docs.length === limit ? (docs.at(-1)?.sequence ?? end) : end;
        return { events: docs.map(toFeedEvent), through };
      }
      // The queries read at different times. The bound `upTo`, a head that was read before, makes them consistent.
      const sequence = { $gt: after, $lte: upTo };
      const pages = await withStoreTimeout(() =>
        Promise.all(types.map((type) => readInOrder({ organizationId, type, sequence }, limit))),
      );
      // A truncated page does not show which events of its type follow its last one.
      const complete = Math.min(
        ...pages.map(({ docs, truncated }) => (truncated ? (docs.at(-1)?.sequence ?? after) : upTo)),
      );
      const found = pages
        .flatMap(({ docs }) => docs)
        .filter((doc) => doc.sequence <= complete)
        .toSorted((a, b) => a.sequence - b.sequence)
        .slice(0, limit);
      const through = found.length === limit ? (found.at(-1)?.sequence ?? complete) : complete;
      return { events: found.map(toFeedEvent), through };
    },

    async history(propertyId, { limit, after }) {
      const ofProperty = { historyOf: propertyId };
      const filters =
        after === undefined
          ? [ofProperty]
          : [
              { ...ofProperty, version: after.version, type: { $lt: after.type } },
              { ...ofProperty, version: { $lt: after.version } },
            ];
      const docs = await withStoreTimeout(() =>
        readKeysetRanges(
          filters.map((filter) => ({ filter, sort: { version: -1, type: -1 } as const })),
          limit,
          ({ filter, sort }, rangeLimit) => events.find(filter, null, { sort, limit: rangeLimit }).lean<EventDoc[]>(),
        ),
      );
      return docs.map(toFeedEvent);
    },
  };
}
