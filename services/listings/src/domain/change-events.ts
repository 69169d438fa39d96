import type { Ad, ChangeEvent, Property } from "@plat/contracts";
import type { AgentRecord } from "./agent.ts";
import { jsonEquals } from "./json-equals.ts";
import { type Listing, settableFields } from "./property.ts";

type FieldChange = ChangeEvent["changes"][number];

/** An event in the outbox of its subject's document: it has no sequence in the organization's change feed yet. */
export interface PendingEvent {
  /** `<subject id>:<version>:<type>`. Deterministic, so that relaying an event twice is detected as a duplicate. */
  id: string;
  type: ChangeEvent["type"];
  /** ISO 8601 UTC with milliseconds. */
  at: string;
  version: number;
  subject: ChangeEvent["subject"];
  changes: FieldChange[];
  /** Price after the change; set on `property.price_changed` only. */
  price?: number | null;
  /** Currency after the change; set on `property.price_changed` only. */
  currency?: string | null;
}

/** An event in the organization's change feed. */
export interface FeedEvent extends PendingEvent {
  organizationId: string;
  /** Position in the organization's feed: 1, 2, 3 … without gaps. */
  sequence: number;
}

const priceFields: ReadonlySet<string> = new Set(["price", "currency", "pricePeriod"]);

/**
 * Compares two versions field by field. A missing value counts as null. For a creation or a deletion (`before` or `after`
 * is null) empty strings and lists are omitted.
 */
function diffFields(before: object | null, after: object | null, fields: readonly string[]): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of fields) {
    const from = (before as Record<string, unknown> | null)?.[field] ?? null;
    const to = (after as Record<string, unknown> | null)?.[field] ?? null;
    if (before === null || after === null ? !isEmpty(before === null ? to : from) : !jsonEquals(from, to))
      changes.push({ field, from, to });
  }
  return changes;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

function propertyChanges(before: Property | null, after: Property | null): FieldChange[] {
  const changes = diffFields(
    before,
    after,
    settableFields.filter((field) => field !== "address"),
  );
  const names = Object.keys((after ?? before)?.address ?? {});
  const address = diffFields(before?.address ?? null, after?.address ?? null, names);
  return [...changes, ...address.map((change) => ({ ...change, field: `address.${change.field}` }))];
}

/**
 * Returns the events of one write of a property: one per kind of change, so that each changed field is reported exactly
 * once. A `publishedAt` that was set by a status change is part of `property.status_changed`.
 * @param before null for a creation
 */
export function propertyEvents(before: Property | null, after: Property): PendingEvent[] {
  const changes = propertyChanges(before, after);
  const event = (type: PendingEvent["type"], changed: FieldChange[]): PendingEvent => ({
    id: `${after.id}:${after.version}:${type}`,
    type,
    at: after.updatedAt,
    version: after.version,
    subject: { kind: "property", id: after.id },
    changes: changed,
  });
  if (before === null) return [event("property.created", changes)];
  const published = after.statusChangedAt === after.updatedAt && after.publishedAt === after.updatedAt;
  const kinds = Object.groupBy(changes, ({ field }) => {
    if (priceFields.has(field)) return "price";
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

/** Whether an event is part of the property's history: its status, price or currency changed. */
export const isHistoryEvent = ({ type, changes }: Pick<PendingEvent, "type" | "changes">): boolean =>
  type === "property.status_changed" ||
  (type === "property.price_changed" && changes.some(({ field }) => field !== "pricePeriod"));

/**
 * Returns the event of a deletion.
 * @param version version of the deletion: one above the last version of the listing
 * @param at ISO 8601 UTC with milliseconds
 */
export function propertyDeletedEvent({ property }: Listing, version: number, at: string): PendingEvent {
  return {
    id: `${property.id}:${version}:property.deleted`,
    type: "property.deleted",
    at,
    version,
    subject: { kind: "property", id: property.id },
    changes: propertyChanges(property, null),
  };
}

const adFields = ["status", "headline", "body", "imageUrl", "targetUrl", "platform", "startsAt", "endsAt"] as const;

/**
 * Returns the events of one write of an ad.
 * @param before null for a creation
 * @param after null for a deletion
 * @param property the property after the write; its version and `updatedAt` apply to the ad too
 */
export function adEvents(before: Ad | null, after: Ad | null, property: Property): PendingEvent[] {
  const ad = after ?? before;
  if (ad === null) return [];
  const type = before === null ? "ad.created" : after === null ? "ad.deleted" : "ad.updated";
  const changes = diffFields(before, after, adFields);
  return [
    {
      id: `${ad.id}:${property.version}:${type}`,
      type,
      at: property.updatedAt,
      version: property.version,
      subject: { kind: "ad", id: ad.id },
      changes: [{ field: "propertyId", ...constantChange(before, after, property.id) }, ...changes].filter(
        ({ from, to }) => from !== to,
      ),
    },
  ];
}

/** The change of a field that has the same value in every version. */
const constantChange = (before: unknown, after: unknown, value: string): { from: unknown; to: unknown } => ({
  from: before === null ? null : value,
  to: after === null ? null : value,
});

const agentFields = ["name", "email", "phone", "photoUrl", "licenseNumber", "languages"] as const;

/**
 * Returns the events of one write of an agent.
 * @param before null for a creation
 * @param after null for a deletion
 * @param change version of the agent after the write, and its time (ISO 8601 UTC with milliseconds)
 */
export function agentEvents(
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
      changes: diffFields(before, after, agentFields),
    },
  ];
}
