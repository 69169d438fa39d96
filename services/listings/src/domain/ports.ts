import type { Ad, Property, PropertyStatus } from "@plat/contracts";
import type { AgentRecord, FedEvent, PendingEvent } from "./change-events.ts";
import type { OrganizationRecord } from "./agent.ts";
import type { Listing } from "./property.ts";

/** What the service needs of a store. Every method may throw AppError `unavailable`. */

export interface StoredListing extends Listing {
  /** Whether the index has reported this version. */
  indexed: boolean;
  /** Events without a place in the feed yet. */
  pending: PendingEvent[];
}

export type InsertOutcome = "done" | "id_taken" | "external_id_taken";
export type UpdateOutcome = "done" | "stale" | "external_id_taken";

export interface VersionOf {
  id: string;
  version: number;
}

export const largeMembers = ["description", "features", "media"] as const;
export type LargeMember = (typeof largeMembers)[number];

export interface ListQuery {
  status?: PropertyStatus | undefined;
  agentId?: string | undefined;
  /** ISO 8601. */
  updatedAfter?: string | undefined;
  sort: { field: "createdAt" | "updatedAt" | "publishedAt" | "price"; direction: 1 | -1 };
  limit: number;
  /** Members that are not asked for, of those that may be large; they are left out. */
  without?: readonly LargeMember[];
  /** Where the last page ended: the sorted field's value (times in ISO 8601), and the id. */
  after?: { value: string | number | null; id: string } | undefined;
}

export type Counts = Record<PropertyStatus, number>;

export interface PropertyStore {
  /** The property of a listing that is not deleted. All ids asked for in one turn are one query. */
  get(id: string): Promise<Property | undefined>;
  /** The whole listing, if it is not deleted; gathered like `get`. */
  load(id: string): Promise<StoredListing | undefined>;
  /** Ids of the organization's listings that have these externalIds, by them. */
  idsByExternalId(organizationId: string, externalIds: string[]): Promise<Map<string, string>>;
  /** Each outcome stands for the listing at its place; those refused harm no other. */
  insert(created: readonly { listing: Listing; events: PendingEvent[] }[]): Promise<InsertOutcome[]>;
  /** Writes what differs, if the stored version is still that of `before`. */
  update(before: StoredListing, after: Listing, events: PendingEvent[]): Promise<UpdateOutcome>;
  remove(listing: StoredListing, event: PendingEvent): Promise<UpdateOutcome>;
  /** `cut`: there are more within the limit, for which the page has no room. */
  list(organizationId: string, query: ListQuery): Promise<{ listings: Property[]; cut: boolean }>;
  counts(organizationId: string): Promise<Counts>;
  /** Ids of listings that name this agent. */
  withAgent(organizationId: string, agentId: string, limit: number): Promise<string[]>;
}

export interface AgentStore {
  /** Gathered; deleted ones are left out. */
  get(id: string): Promise<AgentRecord | undefined>;
  /** False when the id is taken. */
  insert(agent: AgentRecord, events: PendingEvent[]): Promise<boolean>;
  update(before: AgentRecord, after: AgentRecord, events: PendingEvent[]): Promise<boolean>;
  remove(agent: AgentRecord, events: PendingEvent[]): Promise<boolean>;
  /** Newest first. */
  list(
    organizationId: string,
    page: { limit: number; after: { createdAt: string; id: string } | undefined },
  ): Promise<AgentRecord[]>;
  /** Active listings of each agent; gathered. */
  activeListings(agent: { organizationId: string; id: string }): Promise<number>;
  /** Deleted agents, oldest deletion first. */
  deleted(limit: number): Promise<{ id: string; organizationId: string; deletedAt: string }[]>;
  /** Forgets a deleted agent whose events are all in the feed. */
  purge(id: string): Promise<void>;
}

/** The name that an organization has in one version of its record. */
export interface NamedVersion {
  id: string;
  name: string;
  version: number;
}

export interface OrganizationStore {
  /** Gathered. */
  get(id: string): Promise<OrganizationRecord | undefined>;
  /** Keeps the first one of each id. */
  insert(organization: OrganizationRecord): Promise<void>;
  update(before: OrganizationRecord, after: OrganizationRecord): Promise<boolean>;
  /** Organizations whose new names the keys service has not been told, longest waiting first. */
  untold(limit: number): Promise<NamedVersion[]>;
  /** Notes that it was, unless the organization has changed since. */
  told(id: string, version: number): Promise<void>;
  /** Counts the names as untold of which nobody knows that they were told: releases before did not tell. */
  doubtNames(): Promise<void>;
  /** Gives a name to one that has none yet. */
  learnName(id: string, name: string): Promise<void>;
}

export interface EventStore {
  /** The newest sequence that was given, as far as it is known to everybody. */
  head(organizationId: string): Promise<number>;
  /**
   * Events after a sequence and up to another that was the head before, oldest first; of all types, or of some.
   * @returns `through`: the sequence to go on from
   */
  read(
    organizationId: string,
    query: { after: number; upTo: number; limit: number; types: readonly string[] | undefined },
  ): Promise<{ events: FedEvent[]; through: number }>;
  /** Price and status changes of a property that are in the feed, newest first, beyond a place in that order. */
  history(
    propertyId: string,
    page: { limit: number; after: { version: number; type: string } | undefined },
  ): Promise<FedEvent[]>;
}

/** What has events that wait for a place in the feed. */
export interface PendingSubject {
  kind: "property" | "agent";
  id: string;
  version: number;
  events: PendingEvent[];
}

export interface RelayStore {
  /** Subjects of an organization whose events wait, longest waiting first; those that make a pass, or all. */
  pending(organizationId: string, limit: number): Promise<{ subjects: PendingSubject[]; more: boolean }>;
  /** The sequence to go on from, also after a relay that died half way. */
  lastSequence(organizationId: string): Promise<number>;
  /** Which of these events have a place already. */
  placed(eventIds: string[]): Promise<Set<string>>;
  /** Stores events in order; false when another relay was faster with one of the places or events. */
  append(events: readonly FedEvent[]): Promise<boolean>;
  /** Takes events out of their subjects, unless newer ones have joined them. */
  settle(subjects: readonly PendingSubject[]): Promise<void>;
  advance(organizationId: string, sequence: number): Promise<void>;
}

export interface UpkeepStore {
  /** Listings whose version the index has not reported, longest waiting first. */
  unindexed(query: {
    before: Date;
    after: { since: Date; id: string } | undefined;
    limit: number;
  }): Promise<(VersionOf & { since: Date })[]>;
  /** Since when the longest waiting event has no place in the feed. */
  oldestPending(): Promise<Date | undefined>;
  /** Since when the index lacks the change that waits longest. */
  oldestUnindexed(): Promise<Date | undefined>;
  /** Organizations with events that have waited since before then. */
  organizationsWithPending(before: Date): Promise<string[]>;
  /** Forgets listings deleted before then that the index and the feed have. */
  purgeDeleted(before: Date): Promise<number>;
}

/** A listing as the index wants it; deleted ones are there until they are purged. */
export interface IndexedListing {
  id: string;
  version: number;
  /** Undefined when it is deleted. */
  property: Property | undefined;
  ads: Ad[];
  changedAt: string;
}

export interface IndexStore {
  /** @param partly ends early when listings are large; `rest` are the ids that were not looked at */
  documents(ids: string[], partly: boolean): Promise<{ listings: IndexedListing[]; rest: string[] }>;
  /** By ascending id; a page ends early when its listings are large. */
  scan(after: string | null, limit: number): Promise<{ listings: IndexedListing[]; more: boolean }>;
  /** Notes that the index shows these versions. */
  indexed(items: readonly VersionOf[]): Promise<void>;
}
