import { AppError, type IndexDocument } from "@plat/contracts";
import { toIndexSource } from "./document.ts";
import { AnswerTooLarge, type Engine } from "./engine.ts";
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

/** What became of a document that was sent to the index. */
export type Outcome = { done: true } | { done: false; permanent: boolean; reason: string };

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
  /** Documents by id, as searches see them; what is not there is left out. */
  read(ids: readonly string[]): Promise<StoredDocument[]>;
  /** Takes documents out for good, if they still have this version. */
  purge(items: readonly { id: string; version: number }[]): Promise<void>;
}

export const failuresIndex = (alias: string): string => `${alias}-failures`;
const writeMs = 30_000;
const bulkBytesMax = 8 * 1024 * 1024;
/** Bytes of documents that are read at once, and what part of them is asked for when they have more. */
const readBytesMax = 8 * 1024 * 1024;
const share = 4;

interface BulkItem {
  _index: string;
  _id: string;
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason?: string } };
}
interface BulkResponse {
  items: Record<string, BulkItem>[];
}

/** @param onForeign told of an index that is being built for documents of another form, which is left alone */
export function indexStore(
  engine: Engine,
  alias: string,
  shape: IndexShape,
  onForeign: (index: string) => void = () => undefined,
): IndexStore {
  const building = buildingAlias(alias);
  /** Documents that the next page of a scan may have room for, as far as the last one tells. */
  let room = Number.POSITIVE_INFINITY;

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
      const targets = await findTargets(engine, alias);
      if (targets.live !== undefined && !isOurs(targets.live)) throw foreign(targets.live);
      const isForeign = targets.building !== undefined && !isOurs(targets.building);
      if (isForeign) onForeign(targets.building?.name ?? building);
      const further = targets.building === undefined || isForeign ? undefined : building;
      return writeDocuments(engine, documents, alias, further);
    },
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
    async scan(after, limit, from = alias) {
      for (let size = Math.min(limit, room); ; size = Math.ceil(size / share)) {
        try {
          const page = await readDocuments(engine, from, idsFrom(after, size), readBytesMax);
          room = size * 2;
          return page;
        } catch (error) {
          if (!(error instanceof AnswerTooLarge) || size === 1) throw error;
        }
      }
    },
    scanVersions: (after, limit, from = alias) =>
      readDocuments(engine, from, { ...idsFrom(after, limit), _source: versionMembers }),
    read: (ids) => readDocuments(engine, alias, { size: ids.length, query: { terms: { id: ids } } }),
    async purge(items) {
      if (items.length === 0) return;
      const lines = items.map(({ id, version }) =>
        JSON.stringify({ delete: { _index: alias, _id: id, version: version + 1, version_type: "external" } }),
      );
      await engine.request("POST", "/_bulk?require_alias=true&filter_path=errors", `${lines.join("\n")}\n`, writeMs);
    },
  };
}

const foreign = ({ name, schema }: FoundIndex): AppError =>
  new AppError(
    "unavailable",
    `The index ${name} was made for documents of form ${schema ?? "unknown"} by another release: run reindex.`,
  );

/**
 * Writes documents by alias, each only over older versions.
 * @param further an index that is being built; should it be gone, nothing is lost
 */
export async function writeDocuments(
  engine: Engine,
  documents: readonly IndexDocument[],
  alias: string,
  further?: string,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const lines of bulkBodies(documents, further === undefined ? [alias] : [alias, further])) {
    const { items } = await engine.request<BulkResponse>(
      "POST",
      "/_bulk?require_alias=true&filter_path=items.*._index,items.*._id,items.*.status,items.*.error",
      lines,
      writeMs,
    );
    for (const result of items.flatMap((item) => Object.values(item))) {
      const { _id: id, _index: index } = result;
      const outcome = outcomeOf(result, index === further);
      if (!outcome.done || !outcomes.has(id)) outcomes.set(id, outcome);
    }
  }
  return outcomes;
}

/** Something newer already there is as good as done; an index that is no longer being built needs nothing. */
function outcomeOf({ status, error }: BulkItem, optional: boolean): Outcome {
  if (error === undefined || status === 409 || (status === 404 && optional)) return { done: true };
  const reason = [error.type, error.reason, error.caused_by?.reason].filter(Boolean).join(": ");
  return { done: false, permanent: status === 400 || status === 413, reason };
}

/** Newline-delimited bulk requests of bounded size. */
function* bulkBodies(documents: readonly IndexDocument[], targets: readonly string[]): Generator<string> {
  let lines = "";
  for (const document of documents) {
    const source = JSON.stringify(toIndexSource(document));
    for (const target of targets) {
      const action = {
        index: { _index: target, _id: document.id, version: document.version, version_type: "external" },
      };
      lines += `${JSON.stringify(action)}\n${source}\n`;
    }
    if (lines.length > bulkBytesMax) {
      yield lines;
      lines = "";
    }
  }
  if (lines !== "") yield lines;
}

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
