import type { IndexedListing, IndexStore, ListingVersion } from "../domain/ports.ts";
import { batchOptions, maxPageChars, readBounded } from "./bounded-read.ts";
import { withBulkTimeout } from "./bulk-timeout.ts";
import { toListing } from "./document-mapping.ts";
import type { Models, PropertyDoc } from "./schemas.ts";

/**
 * Options of the reads that fill the search index. Majority concern: the index uses external versions, so a version that
 * a failover rolls back would shadow its successors forever.
 */
const indexReadOptions = {
  ...batchOptions,
  projection: { pending: 0 },
  sort: { _id: 1 },
  readConcern: { level: "majority" },
} as const;

export function indexStore({ properties }: Models): IndexStore {
  return {
    documents: (ids, partly) =>
      withBulkTimeout(async () => {
        const filter: object = { _id: { $in: ids } };
        const maxChars = partly ? maxPageChars : Number.POSITIVE_INFINITY;
        const cursor = properties.collection.find(filter, indexReadOptions);
        const { docs, truncated } = await readBounded<PropertyDoc>(cursor, maxChars);
        const last = docs.at(-1)?._id ?? "";
        return { listings: docs.map(toIndexedListing), rest: truncated ? ids.filter((id) => id > last) : [] };
      }),

    scan: (after, limit) =>
      withBulkTimeout(async () => {
        const filter: object = after === null ? {} : { _id: { $gt: after } };
        const cursor = properties.collection.find(filter, { ...indexReadOptions, limit });
        const { docs, truncated } = await readBounded<PropertyDoc>(cursor);
        return { listings: docs.map(toIndexedListing), more: truncated || docs.length >= limit };
      }),

    markIndexed: (items) => withBulkTimeout(() => markIndexed(properties, items)),
  };
}

const toIndexedListing = (doc: PropertyDoc): IndexedListing => ({
  id: doc._id,
  version: doc.version,
  ...(doc.deleted ? { property: undefined, ads: [] } : toListing(doc)),
  changedAt: doc.updatedAt.toISOString(),
});

/** Sends one update per version instead of one per listing: most listings of a batch import share their version. */
async function markIndexed(properties: Models["properties"], items: readonly ListingVersion[]): Promise<void> {
  const byVersion = Map.groupBy(items, ({ version }) => version);
  for (const [version, group] of byVersion) {
    const ids = group.map(({ id }) => id);
    const result = await properties.updateMany(
      { _id: { $in: ids }, version },
      { $max: { indexedVersion: version }, $unset: { unindexedSince: 1 } },
    );
    if (result.matchedCount === ids.length) continue;
    // Some listings have changed in the meantime: their latest version is still not indexed.
    await properties.updateMany(
      { _id: { $in: ids }, version: { $gt: version } },
      { $max: { indexedVersion: version } },
    );
  }
}
