import { batchLoader } from "@plat/kit";
import { withStoreTimeout } from "@plat/mongo";
import type { OrganizationStore } from "../domain/ports.ts";
import { bulkMs, duplicateOf } from "./duplicate-key.ts";
import { fromOrganization, toOrganization } from "./document-mapping.ts";
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
          await organizations.collection.insertOne(fromOrganization(organization) as never);
        } catch (error) {
          if (duplicateOf(error) !== "id") throw error;
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

    untold: (limit) =>
      withStoreTimeout(async () => {
        const docs = await organizations
          .find({ untoldSince: { $exists: true } }, { name: 1, version: 1 }, { sort: { untoldSince: 1 }, limit })
          .lean<OrganizationDoc[]>();
        return docs.map(({ _id, name, version }) => ({ id: _id, name: name ?? "", version }));
      }),

    told: (id, version) =>
      withStoreTimeout(async () => {
        await organizations.updateOne(
          { _id: id, version },
          { $unset: { untoldSince: 1 }, $set: { toldVersion: version } },
        );
      }),

    doubtNames: () =>
      withStoreTimeout(async () => {
        const neverTold = { toldVersion: { $exists: false }, untoldSince: { $exists: false } };
        await organizations.updateMany({ name: { $ne: null }, ...neverTold }, { $set: { untoldSince: new Date() } });
      }, bulkMs),

    learnName: (id, name) =>
      withStoreTimeout(async () => {
        await organizations.updateOne({ _id: id, name: null }, { $set: { name } });
      }),
  };
}
