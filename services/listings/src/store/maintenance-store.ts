import { withStoreTimeout } from "@plat/mongo";
import type { IndexedListing, IndexStore, UpkeepStore, VersionOf } from "../domain/ports.ts";
import { inBatches, pageCharsMax, readBounded } from "./bounded-read.ts";
import { bulkMs } from "./duplicate-key.ts";
import { toListing } from "./document-mapping.ts";
import { both, readStretches, stretches } from "./keyset-pagination.ts";
import type { AgentDoc, Models, PropertyDoc } from "./schemas.ts";

/** Everything here may be about a thousand documents. */
const inBulk = <T>(query: () => Promise<T>): Promise<T> => withStoreTimeout(query, bulkMs);

/** Most documents of one removal. */
const purgeMax = 1_000;
/** Most organizations of one look; the next look finds the others. */
const waitingMax = 5_000;

export function upkeepStore({ properties, agents }: Models): UpkeepStore {
  return {
    async unindexed({ before, after, limit }) {
      const place = after && { id: after.id, value: after.since };
      const parts = stretches({ field: "unindexedSince", direction: 1 }, place);
      const docs = await inBulk(() =>
        readStretches(parts, limit, ({ filter, sort }, most) =>
          properties
            .find(
              both({ unindexedSince: { $lt: before } }, filter),
              { version: 1, unindexedSince: 1 },
              { sort, limit: most },
            )
            .lean<PropertyDoc[]>(),
        ),
      );
      return docs.map((doc) => ({ id: doc._id, version: doc.version, since: doc.unindexedSince ?? before }));
    },

    oldestPending: () =>
      withStoreTimeout(async () => {
        const look = { sort: { pendingSince: 1 }, limit: 1 } as const;
        const [listing, agent] = await Promise.all([
          properties.find({ pendingSince: { $exists: true } }, { pendingSince: 1 }, look).lean<PropertyDoc[]>(),
          agents.find({ pendingSince: { $exists: true } }, { pendingSince: 1 }, look).lean<AgentDoc[]>(),
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
      inBulk(async () => {
        const filter = { pendingSince: { $lt: before } };
        const [some, others] = await Promise.all([
          properties.find(filter, { organizationId: 1 }).limit(waitingMax).lean<PropertyDoc[]>(),
          agents.find(filter, { organizationId: 1 }).limit(waitingMax).lean<AgentDoc[]>(),
        ]);
        return [...new Set([...some, ...others].map(({ organizationId }) => organizationId))];
      }),

    purgeDeleted: (before) =>
      inBulk(async () => {
        const told = { unindexedSince: { $exists: false }, pendingSince: { $exists: false } };
        const docs = await properties
          .find({ deletedAt: { $lte: before }, ...told }, { _id: 1 }, { sort: { deletedAt: 1 }, limit: purgeMax })
          .lean<PropertyDoc[]>();
        if (docs.length === 0) return 0;
        const ids = docs.map(({ _id }) => _id);
        const { deletedCount } = await properties.deleteMany({ _id: { $in: ids }, deleted: true, ...told });
        return deletedCount;
      }),
  };
}

/** What the index shows must not be taken back by a change of primary: it would keep the later version for good. */
const settled = { level: "majority" } as const;
const whole = { ...inBatches, projection: { pending: 0 }, sort: { _id: 1 }, readConcern: settled } as const;

export function indexStore({ properties }: Models): IndexStore {
  return {
    documents: (ids, partly) =>
      inBulk(async () => {
        const filter: object = { _id: { $in: ids } };
        const enough = partly ? pageCharsMax : Number.POSITIVE_INFINITY;
        const { docs, cut } = await readBounded<PropertyDoc>(properties.collection.find(filter, whole), enough);
        const last = docs.at(-1)?._id ?? "";
        return { listings: docs.map(toIndexed), rest: cut ? ids.filter((id) => id > last) : [] };
      }),

    scan: (after, limit) =>
      inBulk(async () => {
        const filter: object = after === null ? {} : { _id: { $gt: after } };
        const { docs, cut } = await readBounded<PropertyDoc>(properties.collection.find(filter, { ...whole, limit }));
        const more = cut || docs.length >= limit;
        return { listings: docs.map(toIndexed), more };
      }),

    indexed: (items) => inBulk(() => markIndexed(properties, items)),
  };
}

const toIndexed = (doc: PropertyDoc): IndexedListing => ({
  id: doc._id,
  version: doc.version,
  ...(doc.deleted ? { property: undefined, ads: [] } : toListing(doc)),
  changedAt: doc.updatedAt.toISOString(),
});

/** One update a version: a batch of new listings is marked with one commit. */
async function markIndexed(properties: Models["properties"], items: readonly VersionOf[]): Promise<void> {
  const byVersion = Map.groupBy(items, ({ version }) => version);
  for (const [version, group] of byVersion) {
    const ids = group.map(({ id }) => id);
    const result = await properties.updateMany(
      { _id: { $in: ids }, version },
      { $max: { indexedVersion: version }, $unset: { unindexedSince: 1 } },
    );
    if (result.matchedCount === ids.length) continue;
    await properties.updateMany(
      { _id: { $in: ids }, version: { $gt: version } },
      { $max: { indexedVersion: version } },
    );
  }
}
