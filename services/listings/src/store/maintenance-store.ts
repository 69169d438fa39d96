import { withStoreTimeout } from "@plat/mongo";
import type { MaintenanceStore } from "../domain/ports.ts";
import { withBulkTimeout } from "./bulk-timeout.ts";
import { andFilters, keysetRanges, readKeysetRanges } from "./keyset-pagination.ts";
import type { AgentDoc, Models, PropertyDoc } from "./schemas.ts";

/** Number of documents removed per purge. */
const maxPurged = 1_000;
/** Number of documents read per collection to find organizations with pending events. Later sweeps find the others. */
const maxPendingDocs = 5_000;

export function maintenanceStore({ properties, agents }: Models): MaintenanceStore {
  return {
    async listUnindexed({ before, after, limit }) {
      const position = after && { id: after.id, value: after.since };
      const ranges = keysetRanges({ field: "unindexedSince", direction: 1 }, position);
      const docs = await withBulkTimeout(() =>
        readKeysetRanges(ranges, limit, ({ filter, sort }, rangeLimit) =>
          properties
            .find(
              andFilters({ unindexedSince: { $lt: before } }, filter),
              { version: 1, unindexedSince: 1 },
              { sort, limit: rangeLimit },
            )
            .lean<PropertyDoc[]>(),
        ),
      );
      return docs.map((doc) => ({ id: doc._id, version: doc.version, since: doc.unindexedSince ?? before }));
    },

    oldestPending: () =>
      withStoreTimeout(async () => {
        const options = { sort: { pendingSince: 1 }, limit: 1 } as const;
        const [listing, agent] = await Promise.all([
          properties.find({ pendingSince: { $exists: true } }, { pendingSince: 1 }, options).lean<PropertyDoc[]>(),
          agents.find({ pendingSince: { $exists: true } }, { pendingSince: 1 }, options).lean<AgentDoc[]>(),
        ]);
        return [...listing, ...agent]
          .flatMap(({ pendingSince }) => (pendingSince === undefined ? [] : [pendingSince]))
          .toSorted((a, b) => a.getTime() - b.getTime())[0];
      }),

    oldestUnindexed: () =>
      withStoreTimeout(async () => {
        const [oldest] = await properties
          .find({ unindexedSince: { $exists: true } }, { unindexedSince: 1 }, { sort: { unindexedSince: 1 }, limit: 1 })
          .lean<PropertyDoc[]>();
        return oldest?.unindexedSince;
      }),

    organizationsWithPending: (before) =>
      withBulkTimeout(async () => {
        const filter = { pendingSince: { $lt: before } };
        const [ofProperties, ofAgents] = await Promise.all([
          properties.find(filter, { organizationId: 1 }).limit(maxPendingDocs).lean<PropertyDoc[]>(),
          agents.find(filter, { organizationId: 1 }).limit(maxPendingDocs).lean<AgentDoc[]>(),
        ]);
        return [...new Set([...ofProperties, ...ofAgents].map(({ organizationId }) => organizationId))];
      }),

    purgeDeleted: (before) =>
      withBulkTimeout(async () => {
        const processed = { unindexedSince: { $exists: false }, pendingSince: { $exists: false } };
        const docs = await properties
          .find({ deletedAt: { $lte: before }, ...processed }, { _id: 1 }, { sort: { deletedAt: 1 }, limit: maxPurged })
          .lean<PropertyDoc[]>();
        if (docs.length === 0) return 0;
        const ids = docs.map(({ _id }) => _id);
        const { deletedCount } = await properties.deleteMany({ _id: { $in: ids }, deleted: true, ...processed });
        return deletedCount;
      }),
  };
}
