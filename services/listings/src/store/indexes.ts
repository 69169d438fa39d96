import type { Logger } from "@plat/kit";
import { dropIndexes, ensureIndexes as ensureCollectionIndexes, type Index } from "@plat/mongo";
import type { mongo } from "mongoose";
import type { Models } from "./schemas.ts";

/** Only things that have the member stand in the index, so it costs nothing once they have lost it. */
const only = (member: string): mongo.CreateIndexesOptions => ({
  partialFilterExpression: { [member]: { $exists: true } },
});

const own = { organizationId: 1, deleted: 1 } as const;

/** Every index, by the query that needs it. */
const indexes: { [K in keyof Models]: readonly Index[] } = {
  properties: [
    // One externalId an organization. By existence: an index by type would not serve look-ups.
    { keys: { organizationId: 1, externalId: 1 }, options: { unique: true, ...only("externalId") } },
    // Lists in each order; narrowed to a status or an agent in the usual one.
    { keys: { ...own, createdAt: 1, _id: 1 } },
    { keys: { ...own, updatedAt: 1, _id: 1 } },
    { keys: { ...own, publishedAt: 1, _id: 1 } },
    { keys: { ...own, price: 1, _id: 1 } },
    { keys: { ...own, status: 1, createdAt: 1, _id: 1 } },
    // Also which listings a deleted agent still has; with the status, how many active ones an agent has is counted here.
    { keys: { ...own, agentId: 1, createdAt: 1, _id: 1, status: 1 } },
    // What the sweeper looks for.
    { keys: { unindexedSince: 1, _id: 1 }, options: only("unindexedSince") },
    { keys: { pendingSince: 1 }, options: only("pendingSince") },
    { keys: { deletedAt: 1 }, options: only("deletedAt") },
    // What the relay looks for.
    { keys: { organizationId: 1, pendingSince: 1 }, options: only("pendingSince") },
  ],
  agents: [
    { keys: { ...own, createdAt: 1, _id: 1 } },
    { keys: { pendingSince: 1 }, options: only("pendingSince") },
    { keys: { deletedAt: 1 }, options: only("deletedAt") },
    { keys: { organizationId: 1, pendingSince: 1 }, options: only("pendingSince") },
  ],
  organizations: [{ keys: { untoldSince: 1 }, options: only("untoldSince") }],
  events: [
    // The feed; also what makes it gapless: two relays cannot give the same place.
    { keys: { organizationId: 1, sequence: 1 }, options: { unique: true } },
    { keys: { organizationId: 1, type: 1, sequence: 1 } },
    { keys: { historyOf: 1, version: 1, type: 1 }, options: only("historyOf") },
  ],
  feeds: [],
  idempotency: [{ keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } }],
};

/** Indexes that earlier releases made, and that one of the above serves for. */
const retired: { [K in keyof Models]?: readonly Index["keys"][] } = {
  properties: [{ ...own, agentId: 1, createdAt: 1, _id: 1 }],
};

/** Makes the indexes that are not there yet, then takes away those that are not needed any more. */
export async function ensureIndexes(models: Models, log: Logger): Promise<void> {
  for (const [name, list] of Object.entries(indexes) as [keyof Models, readonly Index[]][]) {
    await models[name].createCollection();
    await ensureCollectionIndexes(models[name].collection, list, log);
    await dropIndexes(models[name].collection, retired[name] ?? []);
  }
}
