import type { Ad, Agent, ChangeEvent, Property } from "@plat/contracts";
import { type Listing, same, settableMembers } from "./property.ts";

export type Change = ChangeEvent["changes"][number];

/** An event that waits in the thing it tells of, until the organization's feed has given it a place. */
export interface PendingEvent {
  /** `<subject id>:<version>:<type>`: the same change is the same event, however often it is handed on. */
  id: string;
  type: ChangeEvent["type"];
  /** ISO 8601 UTC with milliseconds. */
  at: string;
  version: number;
  subject: ChangeEvent["subject"];
  changes: Change[];
  /** Of a changed price: what it is now. */
  price?: number | null;
  currency?: string | null;
}

/** An event with its place in the organization's feed. */
export interface FedEvent extends PendingEvent {
  organizationId: string;
  sequence: number;
}

const priceMembers: ReadonlySet<string> = new Set(["price", "currency", "pricePeriod"]);

/** What is not there counts as null, and an empty text or list as nothing that a creation would tell. */
function difference(before: object | null, after: object | null, members: readonly string[]): Change[] {
  const changes: Change[] = [];
  for (const field of members) {
    const from = (before as Record<string, unknown> | null)?.[field] ?? null;
    const to = (after as Record<string, unknown> | null)?.[field] ?? null;
    if (before === null || after === null ? !isEmpty(before === null ? to : from) : !same(from, to))
      changes.push({ field, from, to });
  }
  return changes;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

function propertyChanges(before: Property | null, after: Property | null): Change[] {
  const changes = difference(
    before,
    after,
    settableMembers.filter((member) => member !== "address"),
  );
  const names = Object.keys((after ?? before)?.address ?? {});
  const address = difference(before?.address ?? null, after?.address ?? null, names);
  return [...changes, ...address.map((change) => ({ ...change, field: `address.${change.field}` }))];
}

/**
 * The events of one write of a property: one for each kind of change, so a new price is told once, and once only.
 * A publication that came with the new status belongs to that change.
 */
export function propertyEvents(before: Property | null, after: Property): PendingEvent[] {
  const changes = propertyChanges(before, after);
  const event = (type: PendingEvent["type"], own: Change[]): PendingEvent => ({
    id: `${after.id}:${after.version}:${type}`,
    type,
    at: after.updatedAt,
    version: after.version,
    subject: { kind: "property", id: after.id },
    changes: own,
  });
  if (before === null) return [event("property.created", changes)];
  const published = after.statusChangedAt === after.updatedAt && after.publishedAt === after.updatedAt;
  const kinds = Object.groupBy(changes, ({ field }) => {
    if (priceMembers.has(field)) return "price";
    if (field === "status" || (field === "publishedAt" && published && before.status !== after.status)) return "status";
    return "other";
  });
  const events: PendingEvent[] = [];
  if (kinds.other !== undefined) events.push(event("property.updated", kinds.other));
  if (kinds.status !== undefined) events.push(event("property.status_changed", kinds.status));
  if (kinds.price !== undefined)
    events.push({ ...event("property.price_changed", kinds.price), price: after.price, currency: after.currency });
  return events;
}

/** Whether an event stands in its property's history: another status, another amount, or the same in another currency. */
export const isHistoric = ({ type, changes }: Pick<PendingEvent, "type" | "changes">): boolean =>
  type === "property.status_changed" ||
  (type === "property.price_changed" && changes.some(({ field }) => field !== "pricePeriod"));

/** @param version of the deletion, one above the last version of the listing */
export function propertyDeletion({ property }: Listing, version: number, at: string): PendingEvent {
  return {
    id: `${property.id}:${version}:property.deleted`,
    type: "property.deleted",
    at,
    version,
    subject: { kind: "property", id: property.id },
    changes: propertyChanges(property, null),
  };
}

const adMembers = ["status", "headline", "body", "imageUrl", "targetUrl", "platform", "startsAt", "endsAt"] as const;

/** @param property after the change: an ad has no version of its own, it moves its listing's */
export function adEvent(before: Ad | null, after: Ad | null, property: Property): PendingEvent[] {
  const ad = after ?? before;
  if (ad === null) return [];
  const type = before === null ? "ad.created" : after === null ? "ad.deleted" : "ad.updated";
  const changes = difference(before, after, adMembers);
  return [
    {
      id: `${ad.id}:${property.version}:${type}`,
      type,
      at: property.updatedAt,
      version: property.version,
      subject: { kind: "ad", id: ad.id },
      changes: [{ field: "propertyId", ...one(before, after, property.id) }, ...changes].filter(
        ({ from, to }) => from !== to,
      ),
    },
  ];
}

const one = (before: unknown, after: unknown, value: string): { from: unknown; to: unknown } => ({
  from: before === null ? null : value,
  to: after === null ? null : value,
});

/** An agent as it is stored: how many listings it has is counted when asked. */
export type AgentRecord = Omit<Agent, "activeListings">;
const agentMembers = ["name", "email", "phone", "photoUrl", "licenseNumber", "languages"] as const;

/** @param at and version of the change */
export function agentEvent(
  before: AgentRecord | null,
  after: AgentRecord | null,
  { version, at }: { version: number; at: string },
): PendingEvent[] {
  const id = (after ?? before)?.id;
  if (id === undefined) return [];
  const type = before === null ? "agent.created" : after === null ? "agent.deleted" : "agent.updated";
  return [
    {
      id: `${id}:${version}:${type}`,
      type,
      at,
      version,
      subject: { kind: "agent", id },
      changes: difference(before, after, agentMembers),
    },
  ];
}
