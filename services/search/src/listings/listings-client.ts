import { type Caller, type IndexDocument, listingsContract } from "@plat/contracts";
import { newId, type RpcClient } from "@plat/kit";
import type { Branding } from "../domain/includes.ts";
import type { Item } from "../indexing/indexer.ts";
import type { Progress } from "../jobs/index-progress.ts";
import { comparedFields } from "../domain/similarity.ts";

/** Listings as they are now, unknown ones left out, up to what one answer holds. */
export interface Documents {
  documents: IndexDocument[];
  /** Ids to be asked for again. */
  rest: string[];
}

/** The listings service, as the search service uses it. */
export interface ListingsPeer {
  documents(ids: string[]): Promise<Documents>;
  scan(after: string | null, limit: number): Promise<{ documents: IndexDocument[]; next: string | null }>;
  report(items: Item[]): Promise<void>;
  unindexed(): Promise<Progress>;
  brandings(organizationIds: string[]): Promise<Branding[]>;
  reference(id: string, caller: Caller, requestId: string): Promise<Record<string, unknown>>;
}

const documentsMax = 500;
const reportMax = 1_000;

/** All of them, an answer at a time. */
export async function* documentsOf(
  peer: Pick<ListingsPeer, "documents">,
  ids: string[],
): AsyncGenerator<IndexDocument[]> {
  for (let left = ids; left.length > 0;) {
    const { documents, rest } = await peer.documents(left);
    yield documents;
    left = rest;
  }
}

function* slices<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

export function listingsPeer(rpc: RpcClient): ListingsPeer {
  const { documents, scan, indexed, unindexed, brandings, getProperty } = listingsContract;
  return {
    async documents(ids) {
      const body = { ids: ids.slice(0, documentsMax), partly: true };
      // A release that answers all at once says nothing of a rest.
      const { documents: found, rest = [] } = await rpc.call(documents, { body }, { requestId: newId() });
      return { documents: found, rest: [...rest, ...ids.slice(documentsMax)] };
    },
    scan: (after, limit) => rpc.call(scan, { body: { after, limit } }, { requestId: newId() }),
    async report(items) {
      for (const some of slices(items, reportMax))
        await rpc.call(indexed, { body: { items: some } }, { requestId: newId() });
    },
    async unindexed() {
      const { at, since } = await rpc.call(unindexed, {}, { requestId: newId() });
      return { at: Date.parse(at), since: since === null ? undefined : Date.parse(since) };
    },
    async brandings(organizationIds) {
      const reply = await rpc.call(brandings, { body: { organizationIds } }, { requestId: newId() });
      return reply.brandings;
    },
    reference: (id, caller, requestId) =>
      rpc.call(getProperty, { params: { id }, query: { fields: [...comparedFields] } }, { requestId, caller }),
  };
}
