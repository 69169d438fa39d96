import { AppError, type IndexDocument } from "@plat/contracts";
import { responseBytesMax, fetchAsManyAsFit } from "../elasticsearch/response-limit.ts";
import {
  type BulkItem,
  type WriteOutcome,
  type WriteTargets,
  writeDocuments,
  writeTimeoutMs,
  type WriteResult,
} from "./bulk.ts";
import { type ElasticsearchClient, ElasticsearchError } from "../elasticsearch/client.ts";
import {
  buildingAlias,
  createIfMissing,
  createIndex,
  findIndex,
  findWriteTargets,
  firstIndexName,
  type IndexInfo,
  hasCurrentSchema,
} from "./indices.ts";
import { failuresDefinition, type IndexShape } from "./mapping.ts";

/** Identifies the version of a document in the index. */
interface StoredVersion {
  id: string;
  version: number;
  deleted: boolean;
  changedAt: string;
}
const versionMembers = ["id", "version", "deleted", "changedAt"] satisfies (keyof StoredVersion)[];

/** A document of the index. Tombstones have no property. */
export interface StoredDocument extends StoredVersion {
  property?: Record<string, unknown>;
  ads?: unknown[];
}

/** Write access to the index, and raw reads for comparisons. Uses aliases only, never names of indices. */
export interface IndexStore {
  /** Creates the index if it does not exist. `outdated`: name of an existing index with another document schema. */
  ensure(): Promise<{ outdated: string | undefined }>;
  /** Health check. @throws AppError or ElasticsearchError if the index is unavailable */
  check(): Promise<void>;
  /**
   * Writes documents, each only if the index has an older version. Writes also to an index that is being built, if it
   * has this release's document schema.
   * @throws AppError `unavailable` if the index that searches use has another schema
   */
  write(documents: readonly IndexDocument[]): Promise<Map<string, WriteOutcome>>;
  /** Like `write`, for any number of documents, with backpressure. */
  writeAll(documents: AsyncIterable<IndexDocument>): AsyncGenerator<WriteResult[]>;
  /**
   * Refreshes the index: searches include all previous writes.
   * @throws AppError `unavailable` if a shard could not be refreshed
   */
  refresh(): Promise<void>;
  recordFailure(failure: { id: string; version: number | null; reason: string; attempts: number }): Promise<void>;
  /** A page of all documents in ascending order of their ids, including tombstones; less than `limit` if they are large. */
  scan(after: string | null, limit: number, alias?: string): Promise<StoredDocument[]>;
  /** Like `scan`, without the content of the documents. */
  scanVersions(after: string | null, limit: number, alias?: string): Promise<StoredVersion[]>;
  /** Reads documents by id as of the last refresh, in pages. Unknown ids are omitted. */
  read(ids: readonly string[]): AsyncGenerator<StoredDocument>;
  /** Deletes at least one document, if it still has the given version. @throws ElasticsearchError if rejected */
  purge(items: readonly { id: string; version: number }[]): Promise<void>;
}

export const failuresIndex = (alias: string): string => `${alias}-failures`;

/**
 * Creates the store.
 * @param onForeignIndex is called with the name of an index that another release is building with another document
 *   schema; this release does not write to it
 */
export function createIndexStore(
  elasticsearch: ElasticsearchClient,
  alias: string,
  shape: IndexShape,
  onForeignIndex: (index: string) => void = () => undefined,
): IndexStore {
  const building = buildingAlias(alias);
  /** Maximum size of the next page, estimated from the last one that fitted into a response. */
  let pageSizeHint = Number.POSITIVE_INFINITY;

  const readPage = (
    index: string,
    after: string | null,
    limit: number,
    query: object = {},
  ): Promise<StoredDocument[]> =>
    fetchAsManyAsFit(Math.min(limit, pageSizeHint), 1, async (size) => {
      const page = await readDocuments(elasticsearch, index, { ...pageAfter(after, size), ...query }, responseBytesMax);
      pageSizeHint = size * 2;
      return page;
    });

  const targets = async (): Promise<WriteTargets> => {
    const { live, building: next } = await findWriteTargets(elasticsearch, alias);
    if (live !== undefined && !hasCurrentSchema(live)) throw foreignIndex(live);
    if (next === undefined) return { alias };
    if (hasCurrentSchema(next)) return { alias, building };
    onForeignIndex(next.name);
    return { alias };
  };

  const ensure = async (): Promise<{ outdated: string | undefined }> => {
    const existing = await findIndex(elasticsearch, alias);
    if (existing === undefined) await createIndex(elasticsearch, firstIndexName(alias), { shape, alias });
    await createIfMissing(elasticsearch, failuresIndex(alias), failuresDefinition);
    return { outdated: existing === undefined || hasCurrentSchema(existing) ? undefined : existing.name };
  };

  return {
    ensure,
    async check() {
      await elasticsearch.request("GET", `/_alias/${alias}?filter_path=*.aliases`, undefined, 1_400);
    },
    async write(documents) {
      const outcomes = new Map<string, WriteOutcome>();
      for await (const written of writeDocuments(elasticsearch, documents, targets))
        for (const { id, outcome } of written) outcomes.set(id, outcome);
      return outcomes;
    },
    writeAll: (documents) => writeDocuments(elasticsearch, documents, targets),
    async refresh() {
      const { building: next } = await findWriteTargets(elasticsearch, alias);
      const names = next === undefined ? alias : `${alias},${building}`;
      const { _shards: shards } = await elasticsearch.request<{ _shards?: { failed?: number } }>(
        "POST",
        `/${names}/_refresh?ignore_unavailable=true&filter_path=_shards.failed`,
        undefined,
        writeTimeoutMs,
      );
      const failed = shards?.failed ?? 0;
      if (failed > 0) throw new AppError("unavailable", `${failed} shards of the index could not be refreshed.`);
    },
    async recordFailure(failure) {
      const body = { ...failure, at: new Date().toISOString() };
      await elasticsearch.request("PUT", `/${failuresIndex(alias)}/_doc/${failure.id}`, body, writeTimeoutMs);
    },
    scan: (after, limit, from = alias) => readPage(from, after, limit),
    scanVersions: (after, limit, from = alias) =>
      readDocuments(elasticsearch, from, { ...pageAfter(after, limit), _source: versionMembers }),
    async *read(ids) {
      let after: string | null = null;
      for (let left = ids.length; left > 0;) {
        const page: StoredDocument[] = await readPage(alias, after, left, { query: { terms: { id: ids } } });
        yield* page;
        after = page.at(-1)?.id ?? null;
        left = after === null ? 0 : left - page.length;
      }
    },
    async purge(items) {
      const lines = items.map(({ id, version }) =>
        JSON.stringify({ delete: { _index: alias, _id: id, version: version + 1, version_type: "external" } }),
      );
      const { items: results } = await elasticsearch.request<{ items: { delete: BulkItem }[] }>(
        "POST",
        "/_bulk?require_alias=true&filter_path=items.*.status,items.*.error",
        `${lines.join("\n")}\n`,
        writeTimeoutMs,
      );
      for (const { delete: item } of results) {
        // 409: the document has another version by now and is retained.
        if (item.error === undefined || item.status === 409) continue;
        throw new ElasticsearchError(item.status, item.error.type, item.error.reason, "delete");
      }
    },
  };
}

const foreignIndex = ({ name, schema }: IndexInfo): AppError =>
  new AppError(
    "unavailable",
    `Another release created the index ${name} with document schema ${schema ?? "unknown"}: run reindex.`,
  );

const pageAfter = (after: string | null, size: number): object => ({
  size,
  sort: [{ id: "asc" }],
  ...(after === null ? {} : { search_after: [after] }),
});

async function readDocuments(
  elasticsearch: ElasticsearchClient,
  index: string,
  body: object,
  bytesMax?: number,
): Promise<StoredDocument[]> {
  const response = await elasticsearch.request<{ hits?: { hits?: { _source: StoredDocument }[] } }>(
    "POST",
    `/${index}/_search?allow_partial_search_results=false&filter_path=hits.hits._source`,
    { ...body, track_total_hits: false },
    writeTimeoutMs,
    bytesMax,
  );
  return (response.hits?.hits ?? []).map(({ _source: document }) => document);
}
