import { AppError, type IndexDocument } from "@plat/contracts";
import { answerBytesMax, asManyAsFit } from "../elasticsearch/response-limit.ts";
import { type BulkItem, type Outcome, type Targets, writeDocuments, writeMs, type Written } from "./bulk.ts";
import { type Engine, ElasticsearchError } from "../elasticsearch/client.ts";
import {
  buildingAlias,
  createIfMissing,
  createIndex,
  findIndex,
  findTargets,
  firstIndexName,
  type FoundIndex,
  isOurs,
} from "./indices.ts";
import { failuresDefinition, type IndexShape } from "./mapping.ts";

/** What tells whether a document is right, but for what is in it. */
export interface StoredVersion {
  id: string;
  version: number;
  deleted: boolean;
  changedAt: string;
}
const versionMembers = ["id", "version", "deleted", "changedAt"] satisfies (keyof StoredVersion)[];

/** A document as the index has it; tombstones hold no property. */
export interface StoredDocument extends StoredVersion {
  property?: Record<string, unknown>;
  ads?: unknown[];
}

/** Writing side of the index, and its raw content for comparing. Everything goes by alias, never by an index's name. */
export interface IndexStore {
  /** Makes the index if there is none; gives the name of one that was made for other documents than ours. */
  ensure(): Promise<{ outdated: string | undefined }>;
  /** Throws when the index is away. */
  check(): Promise<void>;
  /**
   * Writes documents, each only over older versions, also to an index that is being built for documents of our form.
   * @throws AppError `unavailable` when searches use an index for documents of another form
   */
  write(documents: readonly IndexDocument[]): Promise<Map<string, Outcome>>;
  /** The same for any number of them, which are taken as they can be written. */
  writeAll(documents: AsyncIterable<IndexDocument>): AsyncGenerator<Written[]>;
  /**
   * From now on searches see what was written.
   * @throws AppError `unavailable` when a part of the index does not show it
   */
  refresh(): Promise<void>;
  recordFailure(failure: { id: string; version: number | null; reason: string; attempts: number }): Promise<void>;
  /** Everything by ascending id, tombstones too; fewer than `limit` at once where they are large. */
  scan(after: string | null, limit: number, alias?: string): Promise<StoredDocument[]>;
  /** The same without what is in the documents. */
  scanVersions(after: string | null, limit: number, alias?: string): Promise<StoredVersion[]>;
  /** Documents by id, as searches see them, some at a time where they are large; what is not there is left out. */
  read(ids: readonly string[]): AsyncGenerator<StoredDocument>;
  /** Takes some documents, at least one, out for good if they still have this version. @throws ElasticsearchError when refused */
  purge(items: readonly { id: string; version: number }[]): Promise<void>;
}

export const failuresIndex = (alias: string): string => `${alias}-failures`;

/** @param onForeign told of an index that is being built for documents of another form, which is left alone */
export function indexStore(
  engine: Engine,
  alias: string,
  shape: IndexShape,
  onForeign: (index: string) => void = () => undefined,
): IndexStore {
  const building = buildingAlias(alias);
  /** Documents that the next page may have room for, as far as the last one tells. */
  let room = Number.POSITIVE_INFINITY;

  const readPage = (
    index: string,
    after: string | null,
    limit: number,
    query: object = {},
  ): Promise<StoredDocument[]> =>
    asManyAsFit(Math.min(limit, room), 1, async (size) => {
      const page = await readDocuments(engine, index, { ...idsFrom(after, size), ...query }, answerBytesMax);
      room = size * 2;
      return page;
    });

  const targets = async (): Promise<Targets> => {
    const { live, building: next } = await findTargets(engine, alias);
    if (live !== undefined && !isOurs(live)) throw foreign(live);
    if (next === undefined) return { alias };
    if (isOurs(next)) return { alias, further: building };
    onForeign(next.name);
    return { alias };
  };

  const ensure = async (): Promise<{ outdated: string | undefined }> => {
    const existing = await findIndex(engine, alias);
    if (existing === undefined) await createIndex(engine, firstIndexName(alias), { shape, alias });
    await createIfMissing(engine, failuresIndex(alias), failuresDefinition);
    return { outdated: existing === undefined || isOurs(existing) ? undefined : existing.name };
  };

  return {
    ensure,
    async check() {
      await engine.request("GET", `/_alias/${alias}?filter_path=*.aliases`, undefined, 1_400);
    },
    async write(documents) {
      const outcomes = new Map<string, Outcome>();
      for await (const written of writeDocuments(engine, documents, targets))
        for (const { id, outcome } of written) outcomes.set(id, outcome);
      return outcomes;
    },
    writeAll: (documents) => writeDocuments(engine, documents, targets),
    async refresh() {
      const { building: further } = await findTargets(engine, alias);
      const names = further === undefined ? alias : `${alias},${building}`;
      const { _shards: shards } = await engine.request<{ _shards?: { failed?: number } }>(
        "POST",
        `/${names}/_refresh?ignore_unavailable=true&filter_path=_shards.failed`,
        undefined,
        writeMs,
      );
      const failed = shards?.failed ?? 0;
      if (failed > 0) throw new AppError("unavailable", `${failed} shards of the index do not show what was written.`);
    },
    async recordFailure(failure) {
      const body = { ...failure, at: new Date().toISOString() };
      await engine.request("PUT", `/${failuresIndex(alias)}/_doc/${failure.id}`, body, writeMs);
    },
    scan: (after, limit, from = alias) => readPage(from, after, limit),
    scanVersions: (after, limit, from = alias) =>
      readDocuments(engine, from, { ...idsFrom(after, limit), _source: versionMembers }),
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
      const { items: answers } = await engine.request<{ items: { delete: BulkItem }[] }>(
        "POST",
        "/_bulk?require_alias=true&filter_path=items.*.status,items.*.error",
        `${lines.join("\n")}\n`,
        writeMs,
      );
      for (const { delete: item } of answers) {
        // Of another version by now, it stays.
        if (item.error === undefined || item.status === 409) continue;
        throw new ElasticsearchError(item.status, item.error.type, item.error.reason, "a removal");
      }
    },
  };
}

const foreign = ({ name, schema }: FoundIndex): AppError =>
  new AppError(
    "unavailable",
    `The index ${name} was made for documents of form ${schema ?? "unknown"} by another release: run reindex.`,
  );

const idsFrom = (after: string | null, size: number): object => ({
  size,
  sort: [{ id: "asc" }],
  ...(after === null ? {} : { search_after: [after] }),
});

async function readDocuments(
  engine: Engine,
  index: string,
  body: object,
  bytesMax?: number,
): Promise<StoredDocument[]> {
  const response = await engine.request<{ hits?: { hits?: { _source: StoredDocument }[] } }>(
    "POST",
    `/${index}/_search?allow_partial_search_results=false&filter_path=hits.hits._source`,
    { ...body, track_total_hits: false },
    writeMs,
    bytesMax,
  );
  return (response.hits?.hits ?? []).map(({ _source: document }) => document);
}
