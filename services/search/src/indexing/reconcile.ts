import type { IndexDocument } from "@plat/contracts";
import { createCounter, createReadGauge, type Logger, type Metrics } from "@plat/kit";
import { setTimeout as wait } from "node:timers/promises";
import type { Item } from "./indexer.ts";
import type { Lease } from "./lease.ts";
import { documentsOf, type ListingsPeer } from "../listings/listings-client.ts";
import { reconcile, type Reconciled, type Sides } from "./diff.ts";
import type { IndexStore } from "./index-store.ts";

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
  lease: Lease;
  announce: (items: Item[], waited: boolean) => void;
  /** Of the lease; 0: never. */
  intervalMs: number;
  metrics: Metrics;
  log: Logger;
}

/** So often in an interval it is looked whether a comparison is due. */
const looksOfInterval = 10;

/**
 * Compares and repairs now and then, for what no doorbell told; one instance for all, the first time soon after the
 * first of them has started.
 */
export function startReconciling(options: ReconcilingOptions): { stop(): Promise<void> } {
  const { lease, intervalMs, metrics, log } = options;
  const repaired = createCounter(metrics, {
    name: "plat_index_repairs_total",
    help: "Documents the reconciler put right",
  });
  createReadGauge(
    metrics,
    {
      name: "plat_index_ahead",
      help: "Documents of a later version than the store has; more than 0 calls for a new index",
    },
    () => lease.found() ?? 0,
  );
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const beforePage = async (): Promise<void> => {
    await wait(pauseMs, undefined, { signal: stopping.signal });
    await lease.keep();
  };
  const once = async (): Promise<void> => {
    try {
      if (!(await lease.take())) return;
      const result = await reconcileOnce({ ...options, beforePage });
      repaired.inc(result.repaired + result.purged);
      if (result.ahead > 0)
        log.error(result, "the index is ahead of the store, which must have been put back: run reindex");
      else if (result.refused > 0) log.error(result, "the index does not take what would put it right");
      else if (result.repaired + result.purged > 0) log.warn(result, "the index was put right");
      else log.debug(result, "the index is right");
      await lease.end(result.ahead);
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, "the index was not compared with the store");
    }
  };
  const plan = (delayMs: number): void => {
    if (stopping.signal.aborted || intervalMs === 0) return;
    timer = setTimeout(() => {
      running = once().finally(() => {
        running = undefined;
        plan(intervalMs / looksOfInterval);
      });
    }, delayMs);
    timer.unref();
  };
  // Instances that start together do not all look at once.
  plan(Math.min(intervalMs, 5_000) + Math.random() * Math.min(intervalMs, 10_000));
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

export interface Comparison extends Pick<ReconcilingOptions, "peer" | "store" | "announce"> {
  /** Waits as long as it likes before each page of the store is read; what it throws ends the comparison. */
  beforePage?: () => Promise<void>;
}

/** One comparison with its repairs. */
export function reconcileOnce({ peer, store, announce, beforePage }: Comparison): Promise<Reconciled> {
  const sides = sidesOf(peer, store);
  const unhurried: Sides = {
    ...sides,
    async scanStore(after) {
      await beforePage?.();
      return sides.scanStore(after);
    },
  };
  return reconcile(unhurried, {
    current: async (ids) => {
      const found = new Map<string, Pick<IndexDocument, "version" | "deleted">>();
      for await (const documents of documentsOf(peer, ids))
        for (const { id, version, deleted } of documents) found.set(id, { version, deleted });
      return found;
    },
    async purge(items) {
      if (items.length === 0) return;
      await store.purge(items);
      // Else the next comparison finds them again.
      await store.refresh();
    },
    now: () => Date.now(),
    async *write(documents) {
      for await (const written of store.writeAll(documents)) {
        const items = written.flatMap(({ id, version, outcome }) => (outcome.done ? [{ id, version }] : []));
        if (items.length > 0) {
          await store.refresh();
          announce(items, false);
          await peer.report(items);
        }
        yield written;
      }
    },
  });
}
