import type { listingsContract, Output } from "@plat/contracts";
import { isHistoryEvent, type PendingEvent } from "./change-events.ts";

type HistoryEntry = Output<(typeof listingsContract)["propertyHistory"]>["data"][number];

/** Position of an entry in a property's history. */
export interface HistoryPosition {
  version: number;
  type: string;
}

/** Orders history entries by version, newest first. Entries of the same version are ordered by descending type. */
const compareHistory = (a: HistoryPosition, b: HistoryPosition): number =>
  b.version - a.version || (a.type < b.type ? 1 : a.type > b.type ? -1 : 0);

/**
 * Merges the history events of the change feed with those that are still pending, newest first.
 * @param sequenced events of the change feed, all of them behind `after`
 * @param pending events in the listing's outbox; may overlap with `sequenced`
 */
export function mergeHistory(
  sequenced: readonly PendingEvent[],
  pending: readonly PendingEvent[],
  after: HistoryPosition | undefined,
): PendingEvent[] {
  const known = new Set(sequenced.map((event) => event.id));
  const added = pending.filter(
    (event) =>
      isHistoryEvent(event) && !known.has(event.id) && (after === undefined || compareHistory(event, after) > 0),
  );
  return [...sequenced, ...added].toSorted(compareHistory);
}

type Value = HistoryEntry["from"];

/** Converts a `property.status_changed` or `property.price_changed` event to an entry of the history. */
export function toHistoryEntry({ at, version, type, changes, price = null, currency = null }: PendingEvent) {
  const field = type === "property.status_changed" ? ("status" as const) : ("price" as const);
  const change = changes.find((candidate) => candidate.field === field);
  // If only the currency changed, the event has no change of `price`: the amount is the same before and after.
  const unchanged = field === "price" ? price : null;
  const [from, to] = change === undefined ? [unchanged, unchanged] : [change.from as Value, change.to as Value];
  return { at, version, field, from, to, currency };
}
