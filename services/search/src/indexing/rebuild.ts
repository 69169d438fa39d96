import type { IndexDocument } from "@plat/contracts";
import { setTimeout as wait } from "node:timers/promises";
import { writeDocuments } from "./bulk.ts";
import { type ElasticsearchClient, ElasticsearchError } from "../elasticsearch/client.ts";
import {
  buildingAlias,
  createIndex,
  findIndex,
  findUnusedIndices,
  type IndexInfo,
  hasCurrentSchema,
  newIndexName,
  removeIndex,
} from "./indices.ts";
import type { IndexShape } from "./mapping.ts";
import type { ListingsClient } from "../listings/listings-client.ts";
import { diffDocuments } from "./diff.ts";
import { versionSources } from "./diff.ts";
import type { IndexStore } from "./index-store.ts";

export interface RebuildOptions {
  elasticsearch: ElasticsearchClient;
  store: IndexStore;
  listings: Pick<ListingsClient, "scan">;
  alias: string;
  shape: IndexShape;
  /** Remove the unfinished index of an earlier run. */
  discard: boolean;
  /** Milliseconds between the alias switch and the removal of the old index, for searches in flight. */
  graceMs: number;
  onProgress: (line: { step: "fill" | "compare" | "swap" | "remove"; done: number; expected: number }) => void;
  /** Notifies all instances that cached results of the old index are outdated. */
  publishRefreshed: () => void;
  /** Is called with a sentence for the operator about a step that failed after the alias switch. */
  onWarning: (sentence: string) => void;
  signal: AbortSignal;
}

export interface RebuildResult {
  index: string;
  replaced: string | undefined;
  documents: number;
}

const pageMax = 500;
const roundsMax = 10;
/** Changes of the last so many milliseconds before a comparison may not have been indexed yet. */
const settleMs = 3_000;

/**
 * Rebuilds the index without downtime: fills a new index from the listings service while searches use the old one and
 * indexers write to both, compares it with the listings service, and switches the alias. Then removes the old index and
 * any that an earlier run left behind.
 * @throws Error with a sentence for the operator; the old index stays in use, and the new one is removed
 */
export async function rebuildIndex(options: RebuildOptions): Promise<RebuildResult> {
  const { elasticsearch, alias, shape } = options;
  const building = buildingAlias(alias);
  const unfinished = await findIndex(elasticsearch, building);
  if (unfinished !== undefined) {
    if (!options.discard)
      throw new Error(
        `The index ${unfinished.name} is already being built. If no other reindex is running, start again with --discard.`,
      );
    await removeIndex(elasticsearch, unfinished.name);
  }
  const unused = await findUnusedIndices(elasticsearch, alias);
  const old = await findIndex(elasticsearch, alias);
  const index = newIndexName(alias);
  await createIndex(elasticsearch, index, { shape, alias: building });
  let documents: number;
  try {
    documents = await fill(options, building, old === undefined ? 0 : await countOf(elasticsearch, alias));
    await converge(options, building);
    options.signal.throwIfAborted();
    await swap(options, index, old?.name);
  } catch (error) {
    if (!(error instanceof AliasStateUnknown)) await removeNewIndex(options, index);
    throw error;
  }
  await catchUp(options, old);
  options.publishRefreshed();
  await cleanUp(options, old === undefined ? unused : [old.name, ...unused]);
  return { index, replaced: old?.name, documents };
}

/** @returns the number of listings */
async function fill(options: RebuildOptions, building: string, expected: number): Promise<number> {
  let done = 0;
  const all = async function* (): AsyncGenerator<IndexDocument> {
    let after: string | null = null;
    do {
      options.signal.throwIfAborted();
      const page: { documents: IndexDocument[]; next: string | null } = await options.listings.scan(after, pageMax);
      yield* page.documents;
      done += page.documents.length;
      after = page.next;
      options.onProgress({ step: "fill", done, expected: Math.max(done, expected) });
    } while (after !== null);
  };
  await writeAll(options, building, all());
  return done;
}

async function writeAll(
  { elasticsearch }: RebuildOptions,
  building: string,
  documents: AsyncIterable<IndexDocument>,
): Promise<void> {
  for await (const written of writeDocuments(elasticsearch, documents, () => ({ alias: building }))) {
    for (const { id, outcome } of written)
      if (!outcome.done) throw new Error(`The listing ${id} cannot be indexed: ${outcome.reason}`);
  }
}

/** Compares and repairs in rounds until a round finds no difference except in listings that have just changed. */
async function converge(options: RebuildOptions, building: string): Promise<void> {
  const { elasticsearch, store, listings } = options;
  for (let round = 0; round < roundsMax; round++) {
    await elasticsearch.request("POST", `/${building}/_refresh`);
    const startedAt = Date.now();
    let settledCount = 0;
    const repairs = async function* (): AsyncGenerator<IndexDocument> {
      let done = 0;
      for await (const difference of diffDocuments(versionSources(listings, store, building))) {
        done++;
        if (done % pageMax === 0) {
          options.signal.throwIfAborted();
          options.onProgress({ step: "compare", done, expected: done });
        }
        if (difference.kind === "equal" || difference.kind === "unknown" || difference.kind === "ahead") continue;
        if (Date.parse(difference.store.changedAt) < startedAt - settleMs) settledCount++;
        yield difference.store;
      }
    };
    await writeAll(options, building, repairs());
    if (settledCount === 0) return;
  }
  throw new Error(`The new index still differs from the listings after ${roundsMax} rounds of comparison.`);
}

/** It is unknown which index the alias points to, so that none may be removed. */
class AliasStateUnknown extends Error {}

async function swap(options: RebuildOptions, index: string, old: string | undefined): Promise<void> {
  const { elasticsearch, alias } = options;
  await elasticsearch.request("POST", `/${index}/_refresh`);
  options.onProgress({ step: "swap", done: 0, expected: 1 });
  const actions = [
    ...(old === undefined ? [] : [{ remove: { index: old, alias } }]),
    { add: { index, alias } },
    { remove: { index, alias: buildingAlias(alias), must_exist: true } },
  ];
  try {
    await elasticsearch.request("POST", "/_aliases", { actions });
  } catch (error) {
    if (error instanceof ElasticsearchError || !(await isSwapped(options, index, error))) throw error;
  }
  options.onProgress({ step: "swap", done: 1, expected: 1 });
}

/**
 * Whether an alias switch without a response took effect. Elasticsearch applies alias changes one after the other, and
 * both this one and the switch remove the alias of the index being built: if this one succeeds, the switch cannot.
 * @throws AliasStateUnknown if this request has no response either
 */
async function isSwapped({ elasticsearch, alias }: RebuildOptions, index: string, cause: unknown): Promise<boolean> {
  const remove = { index, alias: buildingAlias(alias), must_exist: true };
  try {
    await elasticsearch.request("POST", "/_aliases", { actions: [{ remove }] });
    return false;
  } catch (error) {
    const serving =
      error instanceof ElasticsearchError ? await findIndex(elasticsearch, alias).catch(() => undefined) : undefined;
    if (serving?.name === index) return true;
    throw new AliasStateUnknown(
      `Elasticsearch does not report whether searches use ${index} now. No index was removed; when Elasticsearch is available again, start again with --discard.`,
      { cause },
    );
  }
}

/** If the old index has another schema, indexers of the other release wrote only to it until the switch: repair. */
async function catchUp(options: RebuildOptions, old: IndexInfo | undefined): Promise<void> {
  if (old === undefined || hasCurrentSchema(old)) return;
  const { elasticsearch, alias, onWarning } = options;
  try {
    await converge(options, alias);
    await elasticsearch.request("POST", `/${alias}/_refresh`);
  } catch (error) {
    onWarning(`The new index lacks the latest changes until the search service reconciles it: ${String(error)}`);
  }
}

/** Removes unused indices. Searches use the new index by now, so that failures are only reported. */
async function cleanUp(options: RebuildOptions, unused: readonly string[]): Promise<void> {
  if (unused.length === 0) return;
  await wait(options.graceMs);
  let removed = 0;
  for (const name of unused) {
    try {
      await removeIndex(options.elasticsearch, name);
      removed++;
    } catch (error) {
      options.onWarning(`The unused index ${name} could not be removed: ${String(error)}`);
    }
  }
  if (removed > 0) options.onProgress({ step: "remove", done: removed, expected: unused.length });
}

async function removeNewIndex({ elasticsearch, onWarning }: RebuildOptions, index: string): Promise<void> {
  try {
    await removeIndex(elasticsearch, index);
  } catch (error) {
    onWarning(`The new index ${index} could not be removed: ${String(error)}`);
  }
}

async function countOf(elasticsearch: ElasticsearchClient, alias: string): Promise<number> {
  return (await elasticsearch.request<{ count: number }>("GET", `/${alias}/_count`)).count;
}
