import { createObservableGauge } from "@plat/kit";
import type { MaintenanceStore } from "../domain/ports.ts";

/** Registers gauges for the age of the oldest event that is not relayed and of the oldest change that is not indexed. */
export function registerBacklogMetrics(
  metrics: Parameters<typeof createObservableGauge>[0],
  store: Pick<MaintenanceStore, "oldestPending" | "oldestUnindexed">,
): void {
  createObservableGauge(
    metrics,
    { name: "plat_outbox_oldest_seconds", help: "Age of the oldest event that is not in the change feed yet" },
    () => ageOf(store.oldestPending()),
  );
  createObservableGauge(
    metrics,
    { name: "plat_unindexed_oldest_seconds", help: "Age of the oldest change that is not in the search index yet" },
    () => ageOf(store.oldestUnindexed()),
  );
}

/** Returns an age in seconds; 0 without a time. */
async function ageOf(time: Promise<Date | undefined>): Promise<number> {
  const since = await time;
  return since === undefined ? 0 : Math.max(0, (Date.now() - since.getTime()) / 1_000);
}
