import { type Logger, untilAvailable } from "@plat/kit";
import type { IndexStore } from "./index-store.ts";

/** Creates the index if it does not exist. Waits up to 30 s for Elasticsearch. */
export async function ensureIndex(store: Pick<IndexStore, "ensure">, log: Logger): Promise<void> {
  const isFinal = (error: unknown): boolean =>
    !(error instanceof Error && "code" in error && error.code === "unavailable");
  const { outdated } = await untilAvailable(() => store.ensure(), { what: "Elasticsearch", log, isFinal });
  if (outdated !== undefined)
    log.warn({ index: outdated }, "index was created by another release; run: npm run reindex");
}

/** Returns a function that logs once per index that it belongs to another release. */
export function warnOncePerIndex(log: Logger): (index: string) => void {
  const logged = new Set<string>();
  return (index) => {
    if (logged.has(index)) return;
    logged.add(index);
    log.warn({ index }, "index is being built by another release; not written to");
  };
}
