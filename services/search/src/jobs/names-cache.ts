import type { Logger } from "@plat/kit";
import { setTimeout as wait } from "node:timers/promises";
import type { ListingNames } from "../elasticsearch/listing-names.ts";

/** Keeps the names in memory and reloads them in the background after the index has changed. */
export interface NamesCache {
  /** The current names. Waits only for the first load, and for up to `maxWaitMs` after `invalidate`. */
  current(): Promise<ListingNames>;
  /** Marks the names as stale: they are returned until the next load ends. */
  revalidate(): void;
  /** Invalidates the names: `current` returns older ones only if loading takes longer than `maxWaitMs`. */
  invalidate(): void;
  stop(): void;
}

export interface NamesCacheOptions {
  /** Minimum time in milliseconds between the end of a load and the next one in the background. */
  pauseMs: number;
  /** Milliseconds that `current` waits for invalidated names. */
  maxWaitMs: number;
  log: Logger;
}

/** Minimum pause after a load as a multiple of its duration: in the background, and if a caller waits. */
const pauseFactor = 10;
const awaitedPauseFactor = 1;

/** Creates the cache; the first `revalidate` or `current` starts the first load. */
export function createNamesCache(load: () => Promise<ListingNames>, options: NamesCacheOptions): NamesCache {
  let names: ListingNames | undefined;
  /** Start of the load that returned `names`; milliseconds of `performance.now()`, like all times here. */
  let asOf = -Infinity;
  let invalidatedAt = -Infinity;
  let reading: Promise<ListingNames> | undefined;
  let earliestReadAt = -Infinity;
  let isStale = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const read = async (): Promise<ListingNames> => {
    clearTimeout(timer);
    timer = undefined;
    isStale = false;
    const startedAt = performance.now();
    try {
      const next = await load();
      names = next;
      asOf = startedAt;
      return next;
    } catch (error) {
      isStale = true;
      options.log.warn({ err: error }, "reading names from the index failed; will retry");
      throw error;
    } finally {
      // The pause grows with the duration of the load, so that it uses a bounded share of the capacity.
      const tookMs = performance.now() - startedAt;
      earliestReadAt = performance.now() + awaitedPauseFactor * tookMs;
      if (!stopped) plan(Math.max(options.pauseMs, pauseFactor * tookMs));
    }
  };
  const start = (): Promise<ListingNames> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const startInBackground = (): void => void start().catch(() => undefined);
  const plan = (pauseMs: number): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (isStale) startInBackground();
    }, pauseMs);
    timer.unref();
  };

  /** Resolves when names were loaded by a read that started at `moment` or later; a read in flight may be older. */
  const catchUp = async (moment: number): Promise<void> => {
    if (asOf >= moment) return;
    const pauseMs = earliestReadAt - performance.now();
    if (reading === undefined && pauseMs > 0) await wait(pauseMs);
    else await start();
    await catchUp(moment);
  };

  const revalidate = (): void => {
    isStale = true;
    if (reading === undefined && timer === undefined && !stopped) startInBackground();
  };

  return {
    async current() {
      if (names === undefined) return start();
      if (asOf >= invalidatedAt || stopped) return names;
      const previous = names;
      const timeout = new AbortController();
      try {
        const timedOut = wait(options.maxWaitMs, undefined, { signal: timeout.signal });
        await Promise.race([catchUp(invalidatedAt), timedOut]);
      } catch {
        return previous;
      } finally {
        timeout.abort();
      }
      return names;
    },
    revalidate,
    invalidate() {
      invalidatedAt = performance.now();
      revalidate();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
