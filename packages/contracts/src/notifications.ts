/**
 * What services tell each other without being asked. Subjects are `<owner>.<noun>.<past>`.
 *
 * `listings.property.changed.<id>` is a doorbell on the JetStream stream `LISTINGS`: it says that a listing changed, not
 * what it is now; whoever hears it asks for the document. A header `Plat-Wait: 1` says that somebody waits for the index.
 */
export const propertyChanged = {
  stream: "LISTINGS",
  subjects: "listings.property.changed.*",
  subject: (propertyId: string): string => `listings.property.changed.${propertyId}`,
  waitHeader: "Plat-Wait",
} as const;

/**
 * `search.index.refreshed` (plain NATS, to everyone): searches begun from now on see these versions.
 * Listings that wait for the index and caches of counts listen to it.
 */
export const indexRefreshed = { subject: "search.index.refreshed" } as const;
export interface IndexRefreshed {
  items: { id: string; version: number }[];
  /** Somebody waited for one of them: caches give no answer from before any more, not even for a moment. */
  waitedFor?: boolean;
}

/** `listings.branding.changed.<organizationId>` (plain NATS, to everyone): caches of branding drop it. */
export const brandingChanged = {
  subjects: "listings.branding.changed.*",
  subject: (organizationId: string): string => `listings.branding.changed.${organizationId}`,
} as const;
