import { notFound } from "@plat/contracts";
import { badCursor, type Context, cursorOf, type ListingsHandlers, organizationOf } from "./context.ts";
import { isHistoric, type PendingEvent } from "../domain/change-events.ts";

/**
 * Price and status changes, from the feed and from what waits for it. The listing is read first: what it no longer
 * holds by then is in the feed, so nothing is missed. Told to its own organization alone: it reaches back to before the listing was active.
 */
export function historyHandlers({ properties, events }: Context): Pick<ListingsHandlers, "propertyHistory"> {
  return {
    async propertyHistory({ caller, params: { id }, query: { limit, cursor: text } }) {
      const cursor = cursorOf<PendingEvent>(text, { list: "history", id });
      const after = readPlace(cursor.place);
      const listing = await properties.load(id);
      if (listing?.property.organizationId !== organizationOf(caller)) throw notFound("property");
      const fed: PendingEvent[] = await events.history(id, { limit: limit + 1, after });
      const known = new Set(fed.map((event) => event.id));
      const waiting = listing.pending.filter(
        (event) => isHistoric(event) && !known.has(event.id) && (after === undefined || compare(event, after) > 0),
      );
      const rows = [...fed, ...waiting].toSorted(compare).slice(0, limit + 1);
      const { data, page, headers } = cursor.page(rows, limit, ({ version, type }) => [version, type]);
      return { headers, body: { data: data.map(toEntry), page } };
    },
  };
}

type Place = Pick<PendingEvent, "version"> & { type: string };

/** Newest first. */
const compare = (a: Place, b: Place): number =>
  b.version - a.version || (a.type < b.type ? 1 : a.type > b.type ? -1 : 0);

function readPlace(place: readonly unknown[] | undefined): Place | undefined {
  if (place === undefined) return undefined;
  const [version, type] = place;
  if (typeof version !== "number" || typeof type !== "string") throw badCursor();
  return { version, type };
}

type Value = string | number | null;
function toEntry({ at, version, type, changes, price = null, currency = null }: PendingEvent) {
  const field = type === "property.status_changed" ? ("status" as const) : ("price" as const);
  const change = changes.find((one) => one.field === field);
  const same = field === "price" ? price : null;
  const [from, to] = change === undefined ? [same, same] : [change.from as Value, change.to as Value];
  return { at, version, field, from, to, currency };
}
