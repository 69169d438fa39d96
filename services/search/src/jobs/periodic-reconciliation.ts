import { createCounter, createObservableGauge, type Logger, type Metrics } from "@plat/kit";
import { setTimeout as wait } from "node:timers/promises";
import type { Lease } from "../indexing/lease.ts";
import { reconcile, type ReconcileOptions } from "../indexing/reconcile.ts";

/** Milliseconds between pages, so that searches take precedence. */
const pauseMs = 20;

export interface PeriodicReconciliationOptions extends Omit<ReconcileOptions, "beforePage"> {
  lease: Lease;
  /** Period of the lease in milliseconds; 0 disables the reconciliation. */
  intervalMs: number;
  metrics: Metrics;
  log: Logger;
}

/** How often per interval an instance checks whether a reconciliation is due. */
const checksPerInterval = 10;

/**
 * Reconciles the index periodically, for changes whose notification was lost. One instance runs it for all of them; the
 * first run is shortly after the first instance has started.
 */
export function startPeriodicReconciliation(options: PeriodicReconciliationOptions): { stop(): Promise<void> } {
  const { lease, intervalMs, metrics, log } = options;
  const repaired = createCounter(metrics, {
    name: "plat_index_repairs_total",
    help: "Documents repaired by the reconciliation",
  });
  createObservableGauge(
    metrics,
    {
      name: "plat_index_ahead",
      help: "Documents with a later version than in MongoDB; above 0, the index must be rebuilt",
    },
    () => lease.lastFound() ?? 0,
  );
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const beforePage = async (): Promise<void> => {
    await wait(pauseMs, undefined, { signal: stopping.signal });
    await lease.renew();
  };
  const runIfDue = async (): Promise<void> => {
    try {
      if (!(await lease.acquire())) return;
      const result = await reconcile({ ...options, beforePage });
      repaired.inc(result.repaired + result.purged);
      if (result.ahead > 0) log.error(result, "index is ahead of a restored store; run reindex");
      else if (result.rejected > 0) log.error(result, "index rejected repair writes");
      else if (result.repaired + result.purged > 0) log.warn(result, "index differences repaired");
      else log.debug(result, "index reconciled without differences");
      await lease.complete(result.ahead);
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, "index reconciliation failed");
    }
  };
  const schedule = (delayMs: number): void => {
    if (stopping.signal.aborted || intervalMs === 0) return;
    timer = setTimeout(() => {
      running = runIfDue().finally(() => {
        running = undefined;
        schedule(intervalMs / checksPerInterval);
      });
    }, delayMs);
    timer.unref();
  };
  // A random delay keeps instances that start together from checking at the same time.
  schedule(Math.min(intervalMs, 5_000) + Math.random() * Math.min(intervalMs, 10_000));
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
