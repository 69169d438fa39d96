import type { Logger } from "@plat/kit";
import { dropIndexes, ensureIndexes as ensureCollectionIndexes, type Index } from "@plat/mongo";
import type { mongo } from "mongoose";
import type { Models } from "./schemas.ts";

/** Options of a partial index over the documents that have a field. */
const partial = (field: string): mongo.CreateIndexesOptions => ({
  partialFilterExpression: { [field]: { $exists: true } },
});

const own = { organizationId: 1, deleted: 1 } as const;

/** All indexes, with the queries that use them. */
const indexes: { [K in keyof Models]: readonly Index[] } = {
  properties: [
    // Uniqueness of externalId per organization. Partial by existence: a filter by type would not serve lookups.
    { keys: { organizationId: 1, externalId: 1 }, options: { unique: true, ...partial("externalId") } },
    // Lists, one index per sort order; the default order also with a filter by status or agent.
    { keys: { ...own, createdAt: 1, _id: 1 } },
    { keys: { ...own, updatedAt: 1, _id: 1 } },
    { keys: { ...own, publishedAt: 1, _id: 1 } },
    { keys: { ...own, price: 1, _id: 1 } },
    { keys: { ...own, status: 1, createdAt: 1, _id: 1 } },
    // Also used to remove deleted agents from listings. The status makes it covering for the count of active listings.
    { keys: { ...own, agentId: 1, createdAt: 1, _id: 1, status: 1 } },
    // The sweeper. Partial indexes: a document leaves the index when the field is removed.
    { keys: { unindexedSince: 1, _id: 1 }, options: partial("unindexedSince") },
    { keys: { pendingSince: 1 }, options: partial("pendingSince") },
    { keys: { deletedAt: 1 }, options: partial("deletedAt") },
    // The outbox relay.
    { keys: { organizationId: 1, pendingSince: 1 }, options: partial("pendingSince") },
  ],
  agents: [
    { keys: { ...own, createdAt: 1, _id: 1 } },
    { keys: { pendingSince: 1 }, options: partial("pendingSince") },
    { keys: { deletedAt: 1 }, options: partial("deletedAt") },
    { keys: { organizationId: 1, pendingSince: 1 }, options: partial("pendingSince") },
  ],
  organizations: [{ keys: { untoldSince: 1 }, options: partial("untoldSince") }],
  events: [
    // The change feed. Its uniqueness prevents two relays from assigning the same sequence.
    { keys: { organizationId: 1, sequence: 1 }, options: { unique: true } },
    { keys: { organizationId: 1, type: 1, sequence: 1 } },
    { keys: { historyOf: 1, version: 1, type: 1 }, options: partial("historyOf") },
  ],
  feeds: [],
  idempotency: [{ keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } }],
};

/** Indexes of earlier releases that one of the above replaces. */
const retired: { [K in keyof Models]?: readonly Index["keys"][] } = {
  properties: [{ ...own, agentId: 1, createdAt: 1, _id: 1 }],
};

/** Creates missing collections and indexes, then drops retired indexes. */
export async function ensureIndexes(models: Models, log: Logger): Promise<void> {
  for (const [name, list] of Object.entries(indexes) as [keyof Models, readonly Index[]][]) {
    await models[name].createCollection();
    await ensureCollectionIndexes(models[name].collection, list, log);
    await dropIndexes(models[name].collection, retired[name] ?? []);
  }
}
