import type { IndexDocument } from "@plat/contracts";
import type { IndexedListing } from "../domain/ports.ts";
import type { RefreshListeners } from "../messaging/refresh-listeners.ts";
import { type Dependencies, type ListingsHandlers, requireService } from "./dependencies.ts";

type Handled = "documents" | "scan" | "indexed" | "unindexed" | "brandings";

/** Handlers of the internal endpoints that the search service calls. */
export function indexHandlers(
  { index, organizations, oldestUnindexed, now }: Dependencies,
  refreshListeners: RefreshListeners,
): Pick<ListingsHandlers, Handled> {
  return {
    async documents({ caller, body }) {
      requireService(caller);
      const { listings, rest } = await index.documents(body.ids, body.partly === true);
      return { body: { documents: listings.map(toDocument), ...(body.partly === true ? { rest } : {}) } };
    },

    async scan({ caller, body: { after, limit } }) {
      requireService(caller);
      const { listings, more } = await index.scan(after, limit);
      const next = more ? (listings.at(-1)?.id ?? null) : null;
      return { body: { documents: listings.map(toDocument), next } };
    },

    async indexed({ caller, body: { items } }) {
      requireService(caller);
      refreshListeners.notify(items);
      await index.markIndexed(items);
      return { body: { success: true } };
    },

    async unindexed({ caller }) {
      requireService(caller);
      // Taken before the query, so that the result covers everything that was written by then.
      const at = now();
      const since = await oldestUnindexed();
      return { body: { at, since: since?.toISOString() ?? null } };
    },

    async brandings({ caller, body: { organizationIds } }) {
      requireService(caller);
      const found = await Promise.all(organizationIds.map((id) => organizations.get(id)));
      const known = found.filter((organization) => organization !== undefined);
      return { body: { brandings: known.map(({ id, branding }) => ({ organizationId: id, ...branding })) } };
    },
  };
}

const toDocument = ({ id, version, property, ads, changedAt }: IndexedListing): IndexDocument => ({
  id,
  version,
  deleted: property === undefined,
  property: property ?? null,
  ads,
  changedAt,
});
