import { documentSchema } from "./document.ts";
import { type ElasticsearchClient, ElasticsearchError } from "../elasticsearch/client.ts";
import { indexDefinition, type IndexShape } from "./mapping.ts";

/** Alias of the index that is being built to replace the one of an alias. */
export const buildingAlias = (alias: string): string => `${alias}-building`;
/** A new index name with the current time. */
export const newIndexName = (alias: string): string => `${alias}-${new Date().toISOString().replaceAll(/\D/g, "")}`;
export const firstIndexName = (alias: string): string => `${alias}-000001`;

const timeoutMs = 30_000;

export interface IndexInfo {
  name: string;
  /** Version of the document schema that it was created for. */
  schema: number | undefined;
}

/** Whether the index has the document schema of this release. */
export const hasCurrentSchema = ({ schema }: IndexInfo): boolean => schema === documentSchema;

interface IndexEntry {
  aliases?: Record<string, unknown>;
  mappings?: { _meta?: { schema?: number } };
}

const toIndexInfo = ([name, { mappings: { _meta: meta } = {} }]: [string, IndexEntry]): IndexInfo => ({
  name,
  schema: meta?.schema,
});

/** Finds the index of an alias. */
export async function findIndex(elasticsearch: ElasticsearchClient, alias: string): Promise<IndexInfo | undefined> {
  try {
    const found = await elasticsearch.request<Record<string, IndexEntry>>(
      "GET",
      `/${alias}/_mapping`,
      undefined,
      timeoutMs,
    );
    const [entry] = Object.entries(found);
    return entry === undefined ? undefined : toIndexInfo(entry);
  } catch (error) {
    if (error instanceof ElasticsearchError && error.status === 404) return undefined;
    throw error;
  }
}

/** Finds the index of an alias and the one that is being built to replace it, in one request. */
export async function findWriteTargets(
  elasticsearch: ElasticsearchClient,
  alias: string,
): Promise<{ live: IndexInfo | undefined; building: IndexInfo | undefined }> {
  const building = buildingAlias(alias);
  const found = await elasticsearch.request<Record<string, IndexEntry>>(
    "GET",
    `/${alias},${building}?ignore_unavailable=true&filter_path=*.aliases,*.mappings._meta`,
    undefined,
    timeoutMs,
  );
  const behind = (name: string): IndexInfo | undefined => {
    const entry = Object.entries(found).find(([, { aliases = {} }]) => Object.hasOwn(aliases, name));
    return entry === undefined ? undefined : toIndexInfo(entry);
  };
  return { live: behind(alias), building: behind(building) };
}

/** Finds indices that were created for an alias but have no alias any more. */
export async function findUnusedIndices(elasticsearch: ElasticsearchClient, alias: string): Promise<string[]> {
  const found = await elasticsearch.request<Record<string, IndexEntry>>(
    "GET",
    `/${alias}-*/_alias`,
    undefined,
    timeoutMs,
  );
  // The suffixes of `newIndexName` and `firstIndexName`: another alias may start with the same letters.
  const generatedName = /^\d{6}$|^\d{17}$/;
  return Object.entries(found).flatMap(([name, { aliases = {} }]) =>
    generatedName.test(name.slice(alias.length + 1)) && Object.keys(aliases).length === 0 ? [name] : [],
  );
}

/** Creates an index with an alias. Succeeds if another instance has just created it. */
export async function createIndex(
  elasticsearch: ElasticsearchClient,
  name: string,
  { shape, alias }: { shape: IndexShape; alias: string },
): Promise<void> {
  await createIfMissing(elasticsearch, name, { ...indexDefinition(shape), aliases: { [alias]: {} } });
}

/** Creates an index unless it exists. */
export async function createIfMissing(
  elasticsearch: ElasticsearchClient,
  name: string,
  definition: object,
): Promise<void> {
  try {
    await elasticsearch.request("PUT", `/${name}`, definition, timeoutMs);
  } catch (error) {
    if (error instanceof ElasticsearchError && error.type.includes("resource_already_exists")) return;
    throw error;
  }
}

/** Removes an index. Succeeds if it does not exist. */
export async function removeIndex(elasticsearch: ElasticsearchClient, name: string): Promise<void> {
  try {
    await elasticsearch.request("DELETE", `/${name}`, undefined, timeoutMs);
  } catch (error) {
    if (!(error instanceof ElasticsearchError && error.status === 404)) throw error;
  }
}
