import { createCounter, createGauge, type Logger, type Metrics } from "@plat/kit";
import { setTimeout as wait } from "node:timers/promises";
import type { Item } from "./indexer.ts";
import { documentsOf, type ListingsPeer } from "./peers.ts";
import { reconcile, type Reconciled, type Sides } from "./reconciler.ts";
import type { IndexStore } from "./store.ts";

const page = 500;
/** Milliseconds between pages: whoever searches comes first. */
const pauseMs = 20;

/** Both sides, page by page; of the index what tells versions apart. @param index alias to read instead of the usual one */
export const sidesOf = (
  peer: Pick<ListingsPeer, "scan">,
  store: Pick<IndexStore, "scanVersions">,
  index?: string,
): Sides => ({
  scanStore: (after) => peer.scan(after, page),
  scanIndex: (after) => store.scanVersions(after, page, index),
});

/** Both sides with all that the documents hold. */
export const wholeSidesOf = (peer: Pick<ListingsPeer, "scan">, store: Pick<IndexStore, "scan">): Sides => ({
  scanStore: (after) => peer.scan(after, page),
  scanIndex: (after) => store.scan(after, page),
});

export interface ReconcilingOptions {
  peer: Pick<ListingsPeer, "documents" | "scan" | "report">;
  store: IndexStore;
  announce: (items: Item[], waited: boolean) => void;
  /** 0: never. */
  intervalMs: number;
  metrics: Metrics;
  log: Logger;
}

/** Compares and repairs now and then, for what no doorbell told; the first time soon after the start. */
export function startReconciling(options: ReconcilingOptions): { stop(): Promise<void> } {
  const { intervalMs, metrics, log } = options;
  const repaired = createCounter(metrics, {
    name: "plat_index_repairs_total",
    help: "Documents the reconciler put right",
  });
  const ahead = createGauge(metrics, {
    name: "plat_index_ahead",
    help: "Documents of a later version than the store has; more than 0 calls for a new index",
  });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  const once = async (): Promise<void> => {
    try {
      const result = await reconcileOnce(options);
      repaired.inc(result.repaired + result.purged);
      ahead.set(result.ahead);
      if (result.ahead > 0)
        log.error(result, "the index is ahead of the store, which must have been put back: run reindex");
      else if (result.refused > 0) log.error(result, "the index does not take what would put it right");
      else if (result.repaired + result.purged > 0) log.warn(result, "the index was put right");
      else log.debug(result, "the index is right");
    } catch (error) {
      log.warn({ err: error }, "the index was not compared with the store");
    }
  };
  const plan = (delayMs: number): void => {
    if (stopped || intervalMs === 0) return;
    timer = setTimeout(() => {
      running = once().finally(() => {
        running = undefined;
        plan(intervalMs);
      });
    }, delayMs);
    timer.unref();
  };
  // Instances that start together do not all compare at once.
  plan(Math.min(intervalMs, 5_000) + Math.random() * Math.min(intervalMs, 10_000));
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** One comparison with its repairs. */
export function reconcileOnce({
  peer,
  store,
  announce,
}: Pick<ReconcilingOptions, "peer" | "store" | "announce">): Promise<Reconciled> {
  const sides = sidesOf(peer, store);
  const unhurried: Sides = {
    ...sides,
    async scanStore(after) {
      await wait(pauseMs);
      return sides.scanStore(after);
    },
  };
  return reconcile(unhurried, {
    existing: async (ids) => {
      const found = new Set<string>();
      for await (const documents of documentsOf(peer, ids)) for (const { id } of documents) found.add(id);
      return found;
    },
    purge: (items) => store.purge(items),
    now: () => Date.now(),
    write: async (documents) => {
      const outcomes = await store.write(documents);
      const items = documents.flatMap(({ id, version }) => (outcomes.get(id)?.done === true ? [{ id, version }] : []));
      if (items.length === 0) return 0;
      await store.refresh();
      announce(items, false);
      await peer.report(items);
      return items.length;
    },
  });
}
