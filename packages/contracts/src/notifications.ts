/*
 * Notifications that services publish to each other. Subjects have the form `<owner>.<noun>.<past participle>`.
 */

/**
 * Change notification of a listing: `listings.property.changed.<id>` on the JetStream stream `LISTINGS`. It contains only
 * the listing's id; consumers read the current document from the listings service. The header `Plat-Wait: 1` states that
 * a client is waiting for the index.
 */
export const propertyChanged = {
  stream: "LISTINGS",
  subjects: "listings.property.changed.*",
  subject: (propertyId: string): string => `listings.property.changed.${propertyId}`,
  waitHeader: "Plat-Wait",
} as const;

/**
 * `search.index.refreshed` (core NATS, broadcast): searches that start after this message see the listed versions.
 * Writes with `waitForIndex` and the caches of aggregations subscribe to it.
 */
export const indexRefreshed = { subject: "search.index.refreshed" } as const;
export interface IndexRefreshed {
  items: { id: string; version: number }[];
  /** A client waited for one of these versions, so caches must not serve stale results even while they revalidate. */
  waitedFor?: boolean;
}

/** `listings.branding.changed.<organizationId>` (core NATS, broadcast): caches of brandings evict the entry. */
export const brandingChanged = {
  subjects: "listings.branding.changed.*",
  subject: (organizationId: string): string => `listings.branding.changed.${organizationId}`,
} as const;
