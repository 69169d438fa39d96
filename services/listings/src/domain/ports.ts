/**
 * The interfaces that the service requires of its store. Any method may throw AppError `unavailable`. Methods documented
 * as batch-loaded combine all calls of one turn of the event loop into one query.
 */
import type { Ad, Property, PropertyStatus } from "@plat/contracts";
import type { AgentRecord } from "./agent.ts";
import type { FeedEvent, PendingEvent } from "./change-events.ts";
import type { OrganizationRecord } from "./organization.ts";
import type { Listing } from "./property.ts";

export interface StoredListing extends Listing {
  /** Whether the search service has reported this version as indexed. */
  indexed: boolean;
  /** The listing's outbox: events that the relay has not removed yet. */
  pending: PendingEvent[];
}

export type InsertOutcome = "done" | "id_taken" | "external_id_taken";
/** `stale`: the stored version is no longer the expected one. */
export type UpdateOutcome = "done" | "stale" | "external_id_taken";

export interface ListingVersion {
  id: string;
  version: number;
}

/** Fields of a property whose values can be large. */
export const largeFields = ["description", "features", "media"] as const;
type LargeField = (typeof largeFields)[number];

export interface ListQuery {
  status?: PropertyStatus | undefined;
  agentId?: string | undefined;
  /** ISO 8601, inclusive. */
  updatedAfter?: string | undefined;
  sort: { field: "createdAt" | "updatedAt" | "publishedAt" | "price"; direction: 1 | -1 };
  limit: number;
  /** Fields that the caller does not need; the results lack them. */
  omit?: readonly LargeField[];
  /** End of the previous page: the value of the sort field (times in ISO 8601) and the id. */
  after?: { value: string | number | null; id: string } | undefined;
}

export type StatusCounts = Record<PropertyStatus, number>;

export interface PropertyStore {
  /** Returns the property unless it is deleted. Batch-loaded. */
  get(id: string): Promise<Property | undefined>;
  /** Returns the whole listing unless it is deleted. Batch-loaded. */
  getListing(id: string): Promise<StoredListing | undefined>;
  /** Returns the ids of the organization's listings that have these external ids, by external id. */
  idsByExternalId(organizationId: string, externalIds: string[]): Promise<Map<string, string>>;
  /** Inserts listings independently of each other. Returns one outcome per listing, in the same order. */
  insert(created: readonly { listing: Listing; events: PendingEvent[] }[]): Promise<InsertOutcome[]>;
  /** Writes the fields that differ if the stored version is still that of `before`. */
  update(before: StoredListing, after: Listing, events: PendingEvent[]): Promise<UpdateOutcome>;
  /** Marks a listing as deleted if its stored version is still the given one. */
  remove(listing: StoredListing, event: PendingEvent): Promise<UpdateOutcome>;
  /** `truncated`: the page ended before `limit` because its listings are large, and more follow. */
  list(organizationId: string, query: ListQuery): Promise<{ listings: Property[]; truncated: boolean }>;
  counts(organizationId: string): Promise<StatusCounts>;
  /** Returns the ids of the agent's listings. */
  idsByAgent(organizationId: string, agentId: string, limit: number): Promise<string[]>;
}

export interface AgentStore {
  /** Returns the agent unless it is deleted. Batch-loaded. */
  get(id: string): Promise<AgentRecord | undefined>;
  /** Returns false if the id is taken. */
  insert(agent: AgentRecord, events: PendingEvent[]): Promise<boolean>;
  /** Returns false if the stored version is no longer that of `before`. */
  update(before: AgentRecord, after: AgentRecord, events: PendingEvent[]): Promise<boolean>;
  /** Marks an agent as deleted. Returns false if the stored version is no longer the given one. */
  remove(agent: AgentRecord, events: PendingEvent[]): Promise<boolean>;
  /** Newest first. */
  list(
    organizationId: string,
    page: { limit: number; after: { createdAt: string; id: string } | undefined },
  ): Promise<AgentRecord[]>;
  /** Returns the number of the agent's active listings. Batch-loaded. */
  countActiveListings(agent: { organizationId: string; id: string }): Promise<number>;
  /** Returns deleted agents, oldest deletion first. */
  listDeleted(limit: number): Promise<{ id: string; organizationId: string; deletedAt: string }[]>;
  /** Removes the record of a deleted agent if all of its events are in the change feed. */
  purge(id: string): Promise<void>;
}

/** An organization's name in one version of its record. */
export interface VersionedName {
  id: string;
  name: string;
  version: number;
}

export interface OrganizationStore {
  /** Batch-loaded. */
  get(id: string): Promise<OrganizationRecord | undefined>;
  /** Inserts a record unless the organization has one. */
  insert(organization: OrganizationRecord): Promise<void>;
  /** Returns false if the stored version is no longer that of `before`. */
  update(before: OrganizationRecord, after: OrganizationRecord): Promise<boolean>;
  /** Returns changed names that the keys service has not confirmed, oldest change first. */
  pendingNameSync(limit: number): Promise<VersionedName[]>;
  /** Records that the keys service has the name of this version, unless the organization has changed since. */
  markNameSynced(id: string, version: number): Promise<void>;
  /** Marks every name that was never synchronised as pending: earlier releases did not synchronise names. */
  requeueNames(): Promise<void>;
  /** Sets the name of an organization that has none. */
  backfillName(id: string, name: string): Promise<void>;
}

export interface EventStore {
  /** Returns the last sequence of the organization's feed, up to which all events are readable. */
  head(organizationId: string): Promise<number>;
  /**
   * Returns events with `after` < sequence ≤ `upTo`, oldest first.
   * @param query `upTo` must not exceed a previously read head; `types` undefined selects all types
   * @returns `through`: the sequence after which the next page starts
   */
  read(
    organizationId: string,
    query: { after: number; upTo: number; limit: number; types: readonly string[] | undefined },
  ): Promise<{ events: FeedEvent[]; through: number }>;
  /** Returns the property's price and status changes in the feed, newest first, starting after a position. */
  history(
    propertyId: string,
    page: { limit: number; after: { version: number; type: string } | undefined },
  ): Promise<FeedEvent[]>;
}

/** A document whose outbox contains events. */
export interface PendingSubject {
  kind: "property" | "agent";
  id: string;
  version: number;
  events: PendingEvent[];
}

export interface OutboxStore {
  /** Returns subjects of an organization with pending events, oldest first. `more`: others may be left. */
  pending(organizationId: string, limit: number): Promise<{ subjects: PendingSubject[]; more: boolean }>;
  /** Returns the last sequence in use, including events that a crashed relay appended without advancing the head. */
  lastSequence(organizationId: string): Promise<number>;
  /** Returns those of the events that already have a sequence. */
  sequenced(eventIds: string[]): Promise<Set<string>>;
  /** Appends events in order. Returns false if another relay took one of the sequences or appended one of the events. */
  append(events: readonly FeedEvent[]): Promise<boolean>;
  /** Removes the given events from their subjects' outboxes. Events that were added since stay. */
  clearPending(subjects: readonly PendingSubject[]): Promise<void>;
  /** Makes the feed readable up to `sequence`. Never moves the head backwards. */
  advanceHead(organizationId: string, sequence: number): Promise<void>;
}

export interface MaintenanceStore {
  /** Returns listings whose current version is not reported as indexed, oldest change first. */
  listUnindexed(query: {
    before: Date;
    after: { since: Date; id: string } | undefined;
    limit: number;
  }): Promise<(ListingVersion & { since: Date })[]>;
  /** Returns the time of the oldest event without a sequence. */
  oldestPending(): Promise<Date | undefined>;
  /** Returns the time of the oldest change that is not reported as indexed. */
  oldestUnindexed(): Promise<Date | undefined>;
  /** Returns organizations with events that have been pending since before the given time. */
  organizationsWithPending(before: Date): Promise<string[]>;
  /** Removes the records of listings deleted before the given time whose deletion is both indexed and in the feed. */
  purgeDeleted(before: Date): Promise<number>;
}

/** A listing as the search service indexes it. Deleted listings are included until they are purged. */
export interface IndexedListing {
  id: string;
  version: number;
  /** Undefined if the listing is deleted. */
  property: Property | undefined;
  ads: Ad[];
  changedAt: string;
}

export interface IndexStore {
  /** @param partly return early if the listings are large; `rest` contains the ids that were not read */
  documents(ids: string[], partly: boolean): Promise<{ listings: IndexedListing[]; rest: string[] }>;
  /** Returns listings by ascending id, starting after an id. A page ends early if its listings are large. */
  scan(after: string | null, limit: number): Promise<{ listings: IndexedListing[]; more: boolean }>;
  /** Records that the search index contains these versions. */
  markIndexed(items: readonly ListingVersion[]): Promise<void>;
}
