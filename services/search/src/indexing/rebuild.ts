import type { IndexDocument } from "@plat/contracts";
import { setTimeout as wait } from "node:timers/promises";
import { writeDocuments } from "./bulk.ts";
import { type Engine, ElasticsearchError } from "../elasticsearch/client.ts";
import {
  buildingAlias,
  createIndex,
  findIndex,
  findLeftovers,
  type FoundIndex,
  isOurs,
  newIndexName,
  removeIndex,
} from "./indices.ts";
import type { IndexShape } from "./mapping.ts";
import type { ListingsPeer } from "../listings/listings-client.ts";
import { compare } from "./diff.ts";
import { sidesOf } from "./reconcile.ts";
import type { IndexStore } from "./index-store.ts";

export interface RebuildOptions {
  engine: Engine;
  store: IndexStore;
  peer: Pick<ListingsPeer, "scan">;
  alias: string;
  shape: IndexShape;
  /** Throw away what an earlier run left unfinished. */
  discard: boolean;
  /** Milliseconds the old index stays after the change, for searches begun before. */
  graceMs: number;
  onProgress: (line: { step: "fill" | "compare" | "swap" | "remove"; done: number; expected: number }) => void;
  /** Tells everyone that what they know of the old index holds no longer. */
  announce: () => void;
  /** Told in a sentence what was left undone although the new index serves. */
  onTrouble: (sentence: string) => void;
  signal: AbortSignal;
}

export interface Rebuilt {
  index: string;
  replaced: string | undefined;
  documents: number;
}

const pageMax = 500;
const roundsMax = 10;
/** A listing that changed within so many milliseconds before a comparison may still be on its way. */
const settledMs = 3_000;

/**
 * Fills a new index from the store of record while the old one serves and indexers write to both, compares it with the
 * store, and lets the alias point to it. Removes the old index, and any that an earlier run left behind.
 * @throws Error in a sentence for the operator; then the old index serves on, and the new one is removed
 */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { engine, alias, shape } = options;
  const building = buildingAlias(alias);
  const left = await findIndex(engine, building);
  if (left !== undefined) {
    if (!options.discard)
      throw new Error(
        `The index ${left.name} is already being built. If no reindex is running any more, start again with --discard.`,
      );
    await removeIndex(engine, left.name);
  }
  const leftovers = await findLeftovers(engine, alias);
  const old = await findIndex(engine, alias);
  const index = newIndexName(alias);
  await createIndex(engine, index, { shape, alias: building });
  let documents: number;
  try {
    documents = await fill(options, building, old === undefined ? 0 : await countOf(engine, alias));
    await settle(options, building);
    options.signal.throwIfAborted();
    await swap(options, index, old?.name);
  } catch (error) {
    if (!(error instanceof Unclear)) await discard(options, index);
    throw error;
  }
  await catchUp(options, old);
  options.announce();
  await cleanUp(options, old === undefined ? leftovers : [old.name, ...leftovers]);
  return { index, replaced: old?.name, documents };
}

/** @returns how many listings there were */
async function fill(options: RebuildOptions, building: string, expected: number): Promise<number> {
  let done = 0;
  const all = async function* (): AsyncGenerator<IndexDocument> {
    let after: string | null = null;
    do {
      options.signal.throwIfAborted();
      const page: { documents: IndexDocument[]; next: string | null } = await options.peer.scan(after, pageMax);
      yield* page.documents;
      done += page.documents.length;
      after = page.next;
      options.onProgress({ step: "fill", done, expected: Math.max(done, expected) });
    } while (after !== null);
  };
  await put(options, building, all());
  return done;
}

async function put(
  { engine }: RebuildOptions,
  building: string,
  documents: AsyncIterable<IndexDocument>,
): Promise<void> {
  for await (const written of writeDocuments(engine, documents, () => ({ alias: building }))) {
    for (const { id, outcome } of written)
      if (!outcome.done) throw new Error(`The listing ${id} cannot be indexed: ${outcome.reason}`);
  }
}

/** Compares with the store, and writes again what is not right, until all that is not just changing is right. */
async function settle(options: RebuildOptions, building: string): Promise<void> {
  const { engine, store, peer } = options;
  for (let round = 0; round < roundsMax; round++) {
    await engine.request("POST", `/${building}/_refresh`);
    const begun = Date.now();
    let settled = 0;
    const wrong = async function* (): AsyncGenerator<IndexDocument> {
      let done = 0;
      for await (const difference of compare(sidesOf(peer, store, building))) {
        done++;
        if (done % pageMax === 0) {
          options.signal.throwIfAborted();
          options.onProgress({ step: "compare", done, expected: done });
        }
        if (difference.kind === "equal" || difference.kind === "unknown" || difference.kind === "ahead") continue;
        if (Date.parse(difference.store.changedAt) < begun - settledMs) settled++;
        yield difference.store;
      }
    };
    await put(options, building, wrong());
    if (settled === 0) return;
  }
  throw new Error("The new index could not be brought to what the store holds.");
}

/** It is not known which index serves, so none may be removed. */
class Unclear extends Error {}

async function swap(options: RebuildOptions, index: string, old: string | undefined): Promise<void> {
  const { engine, alias } = options;
  await engine.request("POST", `/${index}/_refresh`);
  options.onProgress({ step: "swap", done: 0, expected: 1 });
  const actions = [
    ...(old === undefined ? [] : [{ remove: { index: old, alias } }]),
    { add: { index, alias } },
    { remove: { index, alias: buildingAlias(alias), must_exist: true } },
  ];
  try {
    await engine.request("POST", "/_aliases", { actions });
  } catch (error) {
    if (error instanceof ElasticsearchError || !(await isSwapped(options, index, error))) throw error;
  }
  options.onProgress({ step: "swap", done: 1, expected: 1 });
}

/**
 * Whether a change of the alias was made that went without an answer. The engine makes such changes one after the
 * other, and each of the two needs the alias of the index being built: when this one is made, that one never will be.
 * @throws Unclear when there is no answer to this either
 */
async function isSwapped({ engine, alias }: RebuildOptions, index: string, cause: unknown): Promise<boolean> {
  const remove = { index, alias: buildingAlias(alias), must_exist: true };
  try {
    await engine.request("POST", "/_aliases", { actions: [{ remove }] });
    return false;
  } catch (error) {
    const serving =
      error instanceof ElasticsearchError ? await findIndex(engine, alias).catch(() => undefined) : undefined;
    if (serving?.name === index) return true;
    throw new Unclear(
      `Elasticsearch does not say whether searches use ${index} now. All indexes are left as they are; when it answers again, start again with --discard.`,
      { cause },
    );
  }
}

/** Indexers of another release, which left the new index alone, wrote to the old one alone up to the change. */
async function catchUp(options: RebuildOptions, old: FoundIndex | undefined): Promise<void> {
  if (old === undefined || isOurs(old)) return;
  const { engine, alias, onTrouble } = options;
  try {
    await settle(options, alias);
    await engine.request("POST", `/${alias}/_refresh`);
  } catch (error) {
    onTrouble(`The last changes are not in the new index before the search service compares it: ${String(error)}`);
  }
}

/** Searches use the new index: what goes wrong from now on must not touch it. */
async function cleanUp(options: RebuildOptions, unused: readonly string[]): Promise<void> {
  if (unused.length === 0) return;
  await wait(options.graceMs);
  let removed = 0;
  for (const name of unused) {
    try {
      await removeIndex(options.engine, name);
      removed++;
    } catch (error) {
      options.onTrouble(`The index ${name} is of no use any more, but could not be removed: ${String(error)}`);
    }
  }
  if (removed > 0) options.onProgress({ step: "remove", done: removed, expected: unused.length });
}

async function discard({ engine, onTrouble }: RebuildOptions, index: string): Promise<void> {
  try {
    await removeIndex(engine, index);
  } catch (error) {
    onTrouble(`The new index ${index} could not be removed: ${String(error)}`);
  }
}

async function countOf(engine: Engine, alias: string): Promise<number> {
  return (await engine.request<{ count: number }>("GET", `/${alias}/_count`)).count;
}
