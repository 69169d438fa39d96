import { batchLoader } from "@plat/kit";
import { withStoreTimeout } from "@plat/mongo";
import type { OrganizationStore } from "../domain/ports.ts";
import { withBulkTimeout } from "./bulk-timeout.ts";
import { toOrganization, toOrganizationDoc } from "./document-mapping.ts";
import { duplicateKeyOf } from "./duplicate-key.ts";
import type { Models, OrganizationDoc } from "./schemas.ts";

export function organizationStore({ organizations }: Models): OrganizationStore {
  return {
    get: batchLoader(async (ids) => {
      const docs = await withStoreTimeout(() => organizations.find({ _id: { $in: ids } }).lean<OrganizationDoc[]>());
      return new Map(docs.map((doc) => [doc._id, toOrganization(doc)]));
    }),

    insert: (organization) =>
      withStoreTimeout(async () => {
        try {
          await organizations.collection.insertOne(toOrganizationDoc(organization) as never);
        } catch (error) {
          if (duplicateKeyOf(error) !== "id") throw error;
        }
      }),

    update: (before, after) =>
      withStoreTimeout(async () => {
        const { name, branding, defaultCurrency, version } = after;
        const result = await organizations.updateOne(
          { _id: before.id, version: before.version },
          {
            $set: {
              name,
              branding,
              defaultCurrency,
              version,
              ...(name === before.name ? {} : { untoldSince: new Date() }),
            },
          },
        );
        return result.matchedCount === 1;
      }),

    pendingNameSync: (limit) =>
      withStoreTimeout(async () => {
        const docs = await organizations
          .find({ untoldSince: { $exists: true } }, { name: 1, version: 1 }, { sort: { untoldSince: 1 }, limit })
          .lean<OrganizationDoc[]>();
        return docs.map(({ _id, name, version }) => ({ id: _id, name: name ?? "", version }));
      }),

    markNameSynced: (id, version) =>
      withStoreTimeout(async () => {
        await organizations.updateOne(
          { _id: id, version },
          { $unset: { untoldSince: 1 }, $set: { toldVersion: version } },
        );
      }),

    requeueNames: () =>
      withBulkTimeout(async () => {
        const neverSynced = { toldVersion: { $exists: false }, untoldSince: { $exists: false } };
        await organizations.updateMany({ name: { $ne: null }, ...neverSynced }, { $set: { untoldSince: new Date() } });
      }),

    backfillName: (id, name) =>
      withStoreTimeout(async () => {
        await organizations.updateOne({ _id: id, name: null }, { $set: { name } });
      }),
  };
}
