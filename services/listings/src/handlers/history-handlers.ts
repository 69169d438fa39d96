import { notFound } from "@plat/contracts";
import type { PendingEvent } from "../domain/change-events.ts";
import { type HistoryPosition, mergeHistory, toHistoryEntry } from "../domain/history.ts";
import { type Dependencies, type ListingsHandlers, organizationOf } from "./dependencies.ts";
import { invalidCursor, pageCursor } from "./pagination.ts";

/**
 * Handler of a property's price and status history, which combines the change feed with the listing's outbox. The listing
 * is read first: events that the relay removes from its outbox afterwards are in the feed, so none is missed. Only the own
 * organization may read the history, because it includes changes from before the listing was active.
 */
export function historyHandlers({ properties, events }: Dependencies): Pick<ListingsHandlers, "propertyHistory"> {
  return {
    async propertyHistory({ caller, params: { id }, query: { limit, cursor: encodedCursor } }) {
      const cursor = pageCursor<PendingEvent>(encodedCursor, { list: "history", id });
      const after = historyPosition(cursor.position);
      const listing = await properties.getListing(id);
      if (listing?.property.organizationId !== organizationOf(caller)) throw notFound("property");
      const sequenced = await events.history(id, { limit: limit + 1, after });
      const rows = mergeHistory(sequenced, listing.pending, after).slice(0, limit + 1);
      const { data, page, headers } = cursor.page(rows, limit, ({ version, type }) => [version, type]);
      return { headers, body: { data: data.map(toHistoryEntry), page } };
    },
  };
}

/** @throws AppError `validation_failed` if the cursor's position does not belong to a history */
function historyPosition(position: readonly unknown[] | undefined): HistoryPosition | undefined {
  if (position === undefined) return undefined;
  const [version, type] = position;
  if (typeof version !== "number" || typeof type !== "string") throw invalidCursor();
  return { version, type };
}
