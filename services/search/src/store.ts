import type { IndexDocument } from "@plat/contracts";
import { toIndexSource, documentSchema } from "./document.ts";
import { type Engine, EngineError } from "./engine.ts";
import { failuresDefinition, indexDefinition, type IndexShape } from "./mapping.ts";

/** What became of a document that was sent to the index. */
export type Outcome = { done: true } | { done: false; permanent: boolean; reason: string };

/** A document as the index has it; tombstones hold no property. */
export interface StoredDocument {
  id: string;
  version: number;
  deleted: boolean;
  changedAt: string;
  property?: Record<string, unknown>;
  ads?: unknown[];
}

/** Writing side of the index, and its raw content for comparing. Everything goes by alias, never by an index's name. */
export interface IndexStore {
  /** Makes the index if there is none; gives the name of one that was made for other documents than ours. */
  ensure(): Promise<{ outdated: string | undefined }>;
  /** Throws when the index is away. */
  check(): Promise<void>;
  /** Writes documents, each only over older versions, also to an index that is being built. */
  write(documents: readonly IndexDocument[]): Promise<Map<string, Outcome>>;
  /** From now on searches see what was written. */
  refresh(): Promise<void>;
  recordFailure(failure: { id: string; version: number | null; reason: string; attempts: number }): Promise<void>;
  /** Everything by ascending id, tombstones too. */
  scan(after: string | null, limit: number, alias?: string): Promise<StoredDocument[]>;
  /** Documents by id, as searches see them; what is not there is left out. */
  read(ids: readonly string[]): Promise<StoredDocument[]>;
  /** Takes documents out for good, if they still have this version. */
  purge(items: readonly { id: string; version: number }[]): Promise<void>;
}

export const buildingAlias = (alias: string): string => `${alias}-building`;
export const failuresIndex = (alias: string): string => `${alias}-failures`;
const writeMs = 30_000;
const bulkBytesMax = 8 * 1024 * 1024;

interface BulkItem {
  _index: string;
  _id: string;
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason?: string } };
}
interface BulkResponse {
  items: Record<string, BulkItem>[];
}

export function indexStore(engine: Engine, alias: string, shape: IndexShape): IndexStore {
  const building = buildingAlias(alias);

  const isBuilding = async (): Promise<boolean> => {
    try {
      await engine.request("GET", `/_alias/${building}?filter_path=*.aliases`, undefined, writeMs);
      return true;
    } catch (error) {
      if (error instanceof EngineError && error.status === 404) return false;
      throw error;
    }
  };

  const ensure = async (): Promise<{ outdated: string | undefined }> => {
    const existing = await findIndex(engine, alias);
    if (existing === undefined) await createIndex(engine, `${alias}-000001`, { shape, alias });
    await createIfMissing(engine, failuresIndex(alias), failuresDefinition);
    const fits = existing === undefined || existing.schema === documentSchema;
    return { outdated: fits ? undefined : existing.name };
  };

  return {
    ensure,
    async check() {
      await engine.request("GET", `/_alias/${alias}?filter_path=*.aliases`, undefined, 1_400);
    },
    write: async (documents) => writeDocuments(engine, documents, alias, (await isBuilding()) ? building : undefined),
    async refresh() {
      const names = (await isBuilding()) ? `${alias},${building}` : alias;
      await engine.request(
        "POST",
        `/${names}/_refresh?ignore_unavailable=true&filter_path=_shards.failed`,
        undefined,
        writeMs,
      );
    },
    async recordFailure(failure) {
      const body = { ...failure, at: new Date().toISOString() };
      await engine.request("PUT", `/${failuresIndex(alias)}/_doc/${failure.id}`, body, writeMs);
    },
    scan: (after, limit, from = alias) =>
      readDocuments(engine, from, {
        size: limit,
        sort: [{ id: "asc" }],
        ...(after === null ? {} : { search_after: [after] }),
      }),
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

export interface FoundIndex {
  name: string;
  /** Form of the documents it was made for. */
  schema: number | undefined;
}

/** The index behind an alias. */
export async function findIndex(engine: Engine, alias: string): Promise<FoundIndex | undefined> {
  try {
    const found = await engine.request<Record<string, { mappings?: { _meta?: { schema?: number } } }>>(
      "GET",
      `/${alias}/_mapping`,
      undefined,
      writeMs,
    );
    const [entry] = Object.entries(found);
    if (entry === undefined) return undefined;
    const [name, { mappings: { _meta: meta } = {} }] = entry;
    return { name, schema: meta?.schema };
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return undefined;
    throw error;
  }
}

/** Makes an index under an alias; somebody else having just made it is fine. */
export async function createIndex(
  engine: Engine,
  name: string,
  { shape, alias }: { shape: IndexShape; alias: string },
): Promise<void> {
  await createIfMissing(engine, name, { ...indexDefinition(shape), aliases: { [alias]: {} } });
}

async function createIfMissing(engine: Engine, name: string, definition: object): Promise<void> {
  try {
    await engine.request("PUT", `/${name}`, definition, writeMs);
  } catch (error) {
    if (error instanceof EngineError && error.type.includes("resource_already_exists")) return;
    throw error;
  }
}

async function readDocuments(engine: Engine, index: string, body: object): Promise<StoredDocument[]> {
  const response = await engine.request<{ hits?: { hits?: { _source: StoredDocument }[] } }>(
    "POST",
    `/${index}/_search?allow_partial_search_results=false&filter_path=hits.hits._source`,
    { ...body, track_total_hits: false },
    writeMs,
  );
  return (response.hits?.hits ?? []).map(({ _source: document }) => document);
}
