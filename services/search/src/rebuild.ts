import type { IndexDocument } from "@plat/contracts";
import { setTimeout as wait } from "node:timers/promises";
import { type Engine, EngineError } from "./engine.ts";
import type { IndexShape } from "./mapping.ts";
import type { ListingsPeer } from "./peers.ts";
import { compare } from "./reconciler.ts";
import { sidesOf } from "./reconciling.ts";
import { buildingAlias, createIndex, findIndex, type IndexStore, writeDocuments } from "./store.ts";

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
  signal: AbortSignal;
}

export interface Rebuilt {
  index: string;
  replaced: string | undefined;
  documents: number;
}

const page = 500;
const roundsMax = 10;
/** A listing that changed within so many milliseconds before a comparison may still be on its way. */
const settledMs = 3_000;

/**
 * Fills a new index from the store of record while the old one serves and indexers write to both, compares it with the
 * store, and lets the alias point to it.
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
    await engine.request("DELETE", `/${left.name}`);
  }
  const old = await findIndex(engine, alias);
  const index = `${alias}-${new Date().toISOString().replaceAll(/\D/g, "")}`;
  await createIndex(engine, index, { shape, alias: building });
  try {
    const documents = await fill(options, building, old === undefined ? 0 : await countOf(engine, alias));
    await settle(options, building);
    options.signal.throwIfAborted();
    await swap(options, index, old?.name);
    return { index, replaced: old?.name, documents };
  } catch (error) {
    await removeIndex(engine, index);
    throw error;
  }
}

async function fill(options: RebuildOptions, building: string, expected: number): Promise<number> {
  let done = 0;
  let after: string | null = null;
  do {
    options.signal.throwIfAborted();
    const { documents, next }: { documents: IndexDocument[]; next: string | null } = await options.peer.scan(
      after,
      page,
    );
    await put(options, building, documents);
    done += documents.length;
    after = next;
    options.onProgress({ step: "fill", done, expected: Math.max(done, expected) });
  } while (after !== null);
  return done;
}

async function put({ engine }: RebuildOptions, building: string, documents: IndexDocument[]): Promise<void> {
  for (const [id, outcome] of await writeDocuments(engine, documents, building)) {
    if (!outcome.done) throw new Error(`The listing ${id} cannot be indexed: ${outcome.reason}`);
  }
}

/** Compares with the store, and writes again what is not right, until all that is not just changing is right. */
async function settle(options: RebuildOptions, building: string): Promise<void> {
  const { engine, store, peer } = options;
  for (let round = 0; round < roundsMax; round++) {
    await engine.request("POST", `/${building}/_refresh`);
    const begun = Date.now();
    let wrong: IndexDocument[] = [];
    let settled = 0;
    let done = 0;
    for await (const difference of compare(sidesOf(peer, store, building))) {
      done++;
      if (done % page === 0) {
        options.signal.throwIfAborted();
        options.onProgress({ step: "compare", done, expected: done });
      }
      if (difference.kind === "equal" || difference.kind === "unknown" || difference.kind === "ahead") continue;
      wrong.push(difference.store);
      if (Date.parse(difference.store.changedAt) < begun - settledMs) settled++;
      if (wrong.length >= page) {
        await put(options, building, wrong);
        wrong = [];
      }
    }
    await put(options, building, wrong);
    if (settled === 0) return;
  }
  throw new Error("The new index could not be brought to what the store holds.");
}

async function swap(options: RebuildOptions, index: string, old: string | undefined): Promise<void> {
  const { engine, alias } = options;
  await engine.request("POST", `/${index}/_refresh`);
  options.onProgress({ step: "swap", done: 0, expected: 1 });
  const actions = [
    ...(old === undefined ? [] : [{ remove: { index: old, alias } }]),
    { add: { index, alias } },
    { remove: { index, alias: buildingAlias(alias) } },
  ];
  await engine.request("POST", "/_aliases", { actions });
  options.onProgress({ step: "swap", done: 1, expected: 1 });
  if (old === undefined) return;
  await wait(options.graceMs);
  await removeIndex(engine, old);
  options.onProgress({ step: "remove", done: 1, expected: 1 });
}

async function removeIndex(engine: Engine, index: string): Promise<void> {
  try {
    await engine.request("DELETE", `/${index}`);
  } catch (error) {
    if (!(error instanceof EngineError && error.status === 404)) throw error;
  }
}

async function countOf(engine: Engine, alias: string): Promise<number> {
  return (await engine.request<{ count: number }>("GET", `/${alias}/_count`)).count;
}
