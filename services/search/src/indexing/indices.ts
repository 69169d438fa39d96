import { documentSchema } from "./document.ts";
import { type Engine, ElasticsearchError } from "../elasticsearch/client.ts";
import { indexDefinition, type IndexShape } from "./mapping.ts";

export const buildingAlias = (alias: string): string => `${alias}-building`;
/** The name of an index that is made now. */
export const newIndexName = (alias: string): string => `${alias}-${new Date().toISOString().replaceAll(/\D/g, "")}`;
export const firstIndexName = (alias: string): string => `${alias}-000001`;

const patienceMs = 30_000;

export interface FoundIndex {
  name: string;
  /** Form of the documents it was made for. */
  schema: number | undefined;
}

/** Whether the index was made for documents as this release makes them. */
export const isOurs = ({ schema }: FoundIndex): boolean => schema === documentSchema;

interface IndexEntry {
  aliases?: Record<string, unknown>;
  mappings?: { _meta?: { schema?: number } };
}

const foundOf = ([name, { mappings: { _meta: meta } = {} }]: [string, IndexEntry]): FoundIndex => ({
  name,
  schema: meta?.schema,
});

/** The index behind an alias. */
export async function findIndex(engine: Engine, alias: string): Promise<FoundIndex | undefined> {
  try {
    const found = await engine.request<Record<string, IndexEntry>>("GET", `/${alias}/_mapping`, undefined, patienceMs);
    const [entry] = Object.entries(found);
    return entry === undefined ? undefined : foundOf(entry);
  } catch (error) {
    if (error instanceof ElasticsearchError && error.status === 404) return undefined;
    throw error;
  }
}

/** What is behind an alias, and what is being built to take its place, in one request. */
export async function findTargets(
  engine: Engine,
  alias: string,
): Promise<{ live: FoundIndex | undefined; building: FoundIndex | undefined }> {
  const building = buildingAlias(alias);
  const found = await engine.request<Record<string, IndexEntry>>(
    "GET",
    `/${alias},${building}?ignore_unavailable=true&filter_path=*.aliases,*.mappings._meta`,
    undefined,
    patienceMs,
  );
  const behind = (name: string): FoundIndex | undefined => {
    const entry = Object.entries(found).find(([, { aliases = {} }]) => Object.hasOwn(aliases, name));
    return entry === undefined ? undefined : foundOf(entry);
  };
  return { live: behind(alias), building: behind(building) };
}

/** Indices made under an alias that no alias points to any more. */
export async function findLeftovers(engine: Engine, alias: string): Promise<string[]> {
  const found = await engine.request<Record<string, IndexEntry>>("GET", `/${alias}-*/_alias`, undefined, patienceMs);
  // As `newIndexName` and `firstIndexName` make them: other aliases may begin with the same letters.
  const made = /^\d{6}$|^\d{17}$/;
  return Object.entries(found).flatMap(([name, { aliases = {} }]) =>
    made.test(name.slice(alias.length + 1)) && Object.keys(aliases).length === 0 ? [name] : [],
  );
}

/** Makes an index under an alias; somebody else having just made it is fine. */
export async function createIndex(
  engine: Engine,
  name: string,
  { shape, alias }: { shape: IndexShape; alias: string },
): Promise<void> {
  await createIfMissing(engine, name, { ...indexDefinition(shape), aliases: { [alias]: {} } });
}

export async function createIfMissing(engine: Engine, name: string, definition: object): Promise<void> {
  try {
    await engine.request("PUT", `/${name}`, definition, patienceMs);
  } catch (error) {
    if (error instanceof ElasticsearchError && error.type.includes("resource_already_exists")) return;
    throw error;
  }
}

/** Removes an index; somebody else having just removed it is fine. */
export async function removeIndex(engine: Engine, name: string): Promise<void> {
  try {
    await engine.request("DELETE", `/${name}`, undefined, patienceMs);
  } catch (error) {
    if (!(error instanceof ElasticsearchError && error.status === 404)) throw error;
  }
}
