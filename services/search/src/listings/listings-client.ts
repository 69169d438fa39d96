import { type Caller, type IndexDocument, listingsContract } from "@plat/contracts";
import { newId, type RpcClient } from "@plat/kit";
import type { Branding } from "../domain/includes.ts";
import { comparedFields } from "../domain/similarity.ts";

/** Current listings, as many as fit into one response. Unknown ids are omitted. */
export interface DocumentsPage {
  documents: IndexDocument[];
  /** Ids that did not fit and must be requested again. */
  rest: string[];
}

/** A version of a listing that searches include. */
export interface IndexedVersion {
  id: string;
  version: number;
}

/** Which changes the listings service knows to be missing in the index. */
export interface IndexProgress {
  /** Time of the read; milliseconds since 1970. */
  readAt: number;
  /** Time of the oldest change that is missing; milliseconds since 1970, undefined if none is. */
  pendingSince: number | undefined;
}

/** The part of the listings service that the search service uses. Every method throws AppError. */
export interface ListingsClient {
  documents(ids: string[]): Promise<DocumentsPage>;
  /** All listings in ascending order of their ids. */
  scan(after: string | null, limit: number): Promise<{ documents: IndexDocument[]; next: string | null }>;
  /** Reports versions that searches include now. */
  reportIndexed(items: IndexedVersion[]): Promise<void>;
  indexProgress(): Promise<IndexProgress>;
  brandings(organizationIds: string[]): Promise<Branding[]>;
  /** The compared fields of a listing. @throws AppError `not_found` if the caller may not see it */
  getProperty(id: string, caller: Caller, requestId: string): Promise<Record<string, unknown>>;
}

const documentsMax = 500;
const reportMax = 1_000;

/** Reads any number of documents, one response at a time. */
export async function* readAllDocuments(
  listings: Pick<ListingsClient, "documents">,
  ids: string[],
): AsyncGenerator<IndexDocument[]> {
  for (let left = ids; left.length > 0;) {
    const { documents, rest } = await listings.documents(left);
    yield documents;
    left = rest;
  }
}

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Creates the client over NATS RPC. */
export function createListingsClient(rpc: RpcClient): ListingsClient {
  const { documents, scan, indexed, unindexed, brandings, getProperty } = listingsContract;
  return {
    async documents(ids) {
      const body = { ids: ids.slice(0, documentsMax), partly: true };
      // Older releases always return all documents, without `rest`.
      const { documents: found, rest = [] } = await rpc.call(documents, { body }, { requestId: newId() });
      return { documents: found, rest: [...rest, ...ids.slice(documentsMax)] };
    },
    scan: (after, limit) => rpc.call(scan, { body: { after, limit } }, { requestId: newId() }),
    async reportIndexed(items) {
      for (const some of chunks(items, reportMax))
        await rpc.call(indexed, { body: { items: some } }, { requestId: newId() });
    },
    async indexProgress() {
      const { at, since } = await rpc.call(unindexed, {}, { requestId: newId() });
      return { readAt: Date.parse(at), pendingSince: since === null ? undefined : Date.parse(since) };
    },
    async brandings(organizationIds) {
      const reply = await rpc.call(brandings, { body: { organizationIds } }, { requestId: newId() });
      return reply.brandings;
    },
    getProperty: (id, caller, requestId) =>
      rpc.call(getProperty, { params: { id }, query: { fields: [...comparedFields] } }, { requestId, caller }),
  };
}
