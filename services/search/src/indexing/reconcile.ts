import type { IndexDocument } from "@plat/contracts";
import { type IndexedVersion, type ListingsClient, readAllDocuments } from "../listings/listings-client.ts";
import { type DiffSources, versionSources } from "./diff.ts";
import type { IndexStore } from "./index-store.ts";
import { repairIndex, type RepairResult } from "./repair.ts";

export interface ReconcileOptions {
  listings: Pick<ListingsClient, "documents" | "scan" | "reportIndexed">;
  store: IndexStore;
  /** Notifies all instances that searches include these versions from now on. */
  publishRefreshed: (items: IndexedVersion[], waited: boolean) => void;
  /** Runs before each page of the store is read, for example to wait; if it throws, the comparison ends. */
  beforePage?: () => Promise<void>;
}

/** Compares the index with the listings service once and repairs the differences. */
export function reconcile({ listings, store, publishRefreshed, beforePage }: ReconcileOptions): Promise<RepairResult> {
  const sources = versionSources(listings, store);
  const throttled: DiffSources = {
    ...sources,
    async scanStore(after) {
      await beforePage?.();
      return sources.scanStore(after);
    },
  };
  return repairIndex(throttled, {
    current: async (ids) => {
      const found = new Map<string, Pick<IndexDocument, "version" | "deleted">>();
      for await (const documents of readAllDocuments(listings, ids))
        for (const { id, version, deleted } of documents) found.set(id, { version, deleted });
      return found;
    },
    async purge(items) {
      if (items.length === 0) return;
      await store.purge(items);
      // Without a refresh, the next comparison would find them again.
      await store.refresh();
    },
    now: () => Date.now(),
    async *write(documents) {
      for await (const written of store.writeAll(documents)) {
        const items = written.flatMap(({ id, version, outcome }) => (outcome.done ? [{ id, version }] : []));
        if (items.length > 0) {
          await store.refresh();
          publishRefreshed(items, false);
          await listings.reportIndexed(items);
        }
        yield written;
      }
    },
  });
}
