import { AppError, type IndexDocument } from "@plat/contracts";
import type { Logger } from "@plat/kit";
import type { DocumentsPage, IndexedVersion } from "../listings/listings-client.ts";
import type { WriteOutcome } from "./bulk.ts";
import type { IndexStore } from "./index-store.ts";

/** A change notification of a listing. Each is settled exactly once: with `ack`, or with `nak` for redelivery. */
export interface ChangeNotification {
  /** The listing's id. */
  id: string;
  /** A client waits until searches include the change. */
  isAwaited: boolean;
  /** Number of deliveries, including this one. */
  deliveries: number;
  ack(): void;
  /** Requests redelivery after a delay in milliseconds. */
  nak(delayMs: number): void;
}

export interface IndexerOptions {
  /** Reads listings from the listings service. */
  documents: (ids: string[]) => Promise<DocumentsPage>;
  store: Pick<IndexStore, "write" | "refresh" | "recordFailure" | "ensure">;
  /** Notifies all instances that searches include these versions from now on. */
  publishRefreshed: (items: IndexedVersion[], waited: boolean) => void;
  /** Reports the versions to the listings service. */
  reportIndexed: (items: IndexedVersion[]) => Promise<void>;
  /** Number of attempts before a failure record is written. */
  attempts: number;
  onFailure: () => void;
  log: Logger;
}

export interface Indexer {
  /** Indexes the listings of some change notifications. Settles them later, when searches include the changes. */
  handle(notifications: readonly ChangeNotification[]): Promise<void>;
  /** Refreshes the index once more for the documents written so far. */
  stop(): Promise<void>;
}

/** Milliseconds between a write and its refresh if no client waits for it. */
const refreshMs = 400;
/** This many written changes are refreshed immediately. */
const refreshCount = 500;

const backoff = (deliveries: number, maxMs: number): number => Math.min(maxMs, 200 * 2 ** Math.min(deliveries, 10));
/** Errors that a retry may resolve: Elasticsearch or a service is unavailable. */
const isTransient = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "unavailable" || error.code === "timeout");

interface WrittenChange extends IndexedVersion {
  notifications: ChangeNotification[];
}

/** Creates the indexer: reads changed listings, writes them to the index, refreshes it and reports the versions. */
export function createIndexer(options: IndexerOptions): Indexer {
  const { documents, store, publishRefreshed, reportIndexed, log } = options;
  let written: WrittenChange[] = [];
  let timer: NodeJS.Timeout | undefined;
  let refreshing: Promise<void> | undefined;
  let refreshRequested = false;

  const handleFailure = async (
    id: string,
    notifications: ChangeNotification[],
    version: number | null,
    reason: string,
  ): Promise<void> => {
    const deliveries = Math.max(...notifications.map((notification) => notification.deliveries));
    if (deliveries < options.attempts) {
      for (const notification of notifications) notification.nak(backoff(deliveries, 30_000));
      return;
    }
    log.error({ propertyId: id, version, reason, deliveries }, "indexing failed permanently; failure recorded");
    await store.recordFailure({ id, version, reason, attempts: deliveries });
    options.onFailure();
    for (const notification of notifications) notification.ack();
  };

  const index = async (byId: Map<string, ChangeNotification[]>): Promise<void> => {
    let left = byId;
    while (left.size > 0) {
      let page: DocumentsPage;
      try {
        page = await documents([...left.keys()]);
      } catch (error) {
        if (isTransient(error)) throw error;
        // One listing that cannot be read must not block the others: read each separately.
        const [only] = left;
        if (left.size > 1) for (const [id, notifications] of left) await index(new Map([[id, notifications]]));
        else if (only !== undefined) await handleFailure(only[0], only[1], null, String(error));
        return;
      }
      // Ids that did not fit into the response are requested next: at most one response is in memory.
      const rest = new Set(page.rest);
      const [current, later] = [new Map<string, ChangeNotification[]>(), new Map<string, ChangeNotification[]>()];
      for (const [id, notifications] of left) (rest.has(id) ? later : current).set(id, notifications);
      await write(current, page.documents);
      left = later;
    }
  };

  const write = async (
    byId: ReadonlyMap<string, ChangeNotification[]>,
    found: readonly IndexDocument[],
  ): Promise<void> => {
    const outcomes = found.length === 0 ? new Map<string, WriteOutcome>() : await store.write(found);
    const versions = new Map(found.map(({ id, version }) => [id, version]));
    for (const [id, notifications] of byId) {
      const version = versions.get(id);
      const outcome = outcomes.get(id);
      if (version === undefined) {
        // The listing was purged or never existed.
        for (const notification of notifications) notification.ack();
      } else if (outcome?.done === true) {
        written.push({ id, version, notifications });
      } else if (outcome?.permanent === true) {
        await handleFailure(id, notifications, version, outcome.reason);
      } else {
        log.warn({ propertyId: id, reason: outcome?.reason }, "index write failed; will retry");
        for (const notification of notifications) notification.nak(backoff(notification.deliveries, 5_000));
        if (outcome?.reason.startsWith("index_not_found") === true) await store.ensure();
      }
    }
  };

  const refreshOnce = async (): Promise<void> => {
    const batch = written;
    written = [];
    refreshRequested = false;
    const notifications = batch.flatMap((item) => item.notifications);
    try {
      await store.refresh();
      const items = batch.map(({ id, version }) => ({ id, version }));
      publishRefreshed(
        items,
        notifications.some((notification) => notification.isAwaited),
      );
      await reportIndexed(items);
      for (const notification of notifications) notification.ack();
    } catch (error) {
      log.warn({ err: error }, "index refresh failed; will retry");
      for (const notification of notifications) notification.nak(backoff(notification.deliveries, 5_000));
    }
  };

  const scheduleRefresh = (immediately: boolean): void => {
    if (written.length === 0) return;
    if (immediately) refreshRequested = true;
    if (refreshing !== undefined) return;
    const run = (): void => {
      clearTimeout(timer);
      timer = undefined;
      refreshing = refreshOnce().finally(() => {
        refreshing = undefined;
        scheduleRefresh(refreshRequested);
      });
    };
    if (immediately) run();
    else timer ??= setTimeout(run, refreshMs);
  };

  return {
    async handle(notifications) {
      const byId = new Map<string, ChangeNotification[]>();
      for (const notification of notifications) {
        const same = byId.get(notification.id);
        if (same === undefined) byId.set(notification.id, [notification]);
        else same.push(notification);
      }
      try {
        await index(byId);
      } catch (error) {
        log.warn({ err: error, changes: notifications.length }, "indexing changes failed; will retry");
        const pending = new Set(written.flatMap((item) => item.notifications));
        for (const notification of notifications)
          if (!pending.has(notification)) notification.nak(backoff(notification.deliveries, 5_000));
      }
      scheduleRefresh(
        written.length >= refreshCount ||
          written.some((item) => item.notifications.some((notification) => notification.isAwaited)),
      );
    },
    async stop() {
      clearTimeout(timer);
      await refreshing;
      if (written.length > 0) await refreshOnce();
    },
  };
}
