import type { IndexDocument } from "@plat/contracts";
import { type Context, type ListingsHandlers, requireService } from "./context.ts";
import type { IndexedListing } from "../domain/ports.ts";
import type { IndexWaiters } from "../messaging/refresh-listeners.ts";

type Handled = "documents" | "scan" | "indexed" | "unindexed" | "brandings";

/** What the search service asks and tells. */
export function indexHandlers(
  { index, organizations, oldestUnindexed, now }: Context,
  waiters: IndexWaiters,
): Pick<ListingsHandlers, Handled> {
  return {
    async documents({ caller, body }) {
      requireService(caller);
      const { listings, rest } = await index.documents(body.ids, body.partly === true);
      return { body: { documents: listings.map(present), ...(body.partly === true ? { rest } : {}) } };
    },

    async scan({ caller, body: { after, limit } }) {
      requireService(caller);
      const { listings, more } = await index.scan(after, limit);
      const next = more ? (listings.at(-1)?.id ?? null) : null;
      return { body: { documents: listings.map(present), next } };
    },

    async indexed({ caller, body: { items } }) {
      requireService(caller);
      waiters.seen(items);
      await index.indexed(items);
      return { body: { success: true } };
    },

    async unindexed({ caller }) {
      requireService(caller);
      // Before the look, so that it counts all that was written by then.
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

const present = ({ id, version, property, ads, changedAt }: IndexedListing): IndexDocument => ({
  id,
  version,
  deleted: property === undefined,
  property: property ?? null,
  ads,
  changedAt,
});
