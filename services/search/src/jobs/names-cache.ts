import type { Logger } from "@plat/kit";
import { setTimeout as wait } from "node:timers/promises";
import type { Names } from "../elasticsearch/listing-names.ts";

/** Names kept ready and made anew in the background when the index changes, at most once in `pauseMs`. */
export interface NamesCache {
  /** What is known at the moment; waits only for the first time, and once after `expire`. */
  current(): Promise<Names>;
  changed(): void;
  /** Something changed that somebody waited for: names from before are given only when reading them takes too long. */
  expire(): void;
  stop(): void;
}

export interface NamesCacheOptions {
  pauseMs: number;
  /** Milliseconds that `current` waits for names that have expired. */
  patienceMs: number;
  log: Logger;
}

/** Time without reading for each time of reading: in the background, and when somebody waits for it. */
const pauseShare = 10;
const hurriedShare = 1;

export function cacheNames(load: () => Promise<Names>, options: NamesCacheOptions): NamesCache {
  let names: Names | undefined;
  /** When the reading of them began. */
  let asOf = -Infinity;
  let expiredAt = -Infinity;
  let reading: Promise<Names> | undefined;
  /** No sooner is read again. */
  let restedAt = -Infinity;
  let dirty = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const read = async (): Promise<Names> => {
    clearTimeout(timer);
    timer = undefined;
    dirty = false;
    const begun = performance.now();
    try {
      const next = await load();
      names = next;
      asOf = begun;
      return next;
    } catch (error) {
      dirty = true;
      options.log.warn({ err: error }, "names of places, types and features were not read, trying again");
      throw error;
    } finally {
      // A large index takes longer to read and is read less often, so that this stays a small share of the work.
      const took = performance.now() - begun;
      restedAt = performance.now() + hurriedShare * took;
      if (!stopped) plan(Math.max(options.pauseMs, pauseShare * took));
    }
  };
  const start = (): Promise<Names> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const startUnheard = (): void => void start().catch(() => undefined);
  const plan = (pauseMs: number): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (dirty) startUnheard();
    }, pauseMs);
    timer.unref();
  };

  /** Resolves when the names are as of this moment or later; a reading that is under way may have begun before. */
  const catchUp = async (moment: number): Promise<void> => {
    if (asOf >= moment) return;
    const restMs = restedAt - performance.now();
    if (reading === undefined && restMs > 0) await wait(restMs);
    else await start();
    await catchUp(moment);
  };

  const changed = (): void => {
    dirty = true;
    if (reading === undefined && timer === undefined && !stopped) startUnheard();
  };

  return {
    async current() {
      if (names === undefined) return start();
      if (asOf >= expiredAt || stopped) return names;
      const before = names;
      const patience = new AbortController();
      try {
        const tooLong = wait(options.patienceMs, undefined, { signal: patience.signal });
        await Promise.race([catchUp(expiredAt), tooLong]);
      } catch {
        return before;
      } finally {
        patience.abort();
      }
      return names;
    },
    changed,
    expire() {
      expiredAt = performance.now();
      changed();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
