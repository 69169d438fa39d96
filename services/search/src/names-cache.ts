import type { Logger } from "@plat/kit";
import type { Names } from "./vocabulary.ts";

/** Names kept ready and made anew in the background when the index changes, at most once in `pauseMs`. */
export interface NamesCache {
  /** What is known at the moment; waits only for the first time. */
  current(): Promise<Names>;
  changed(): void;
  stop(): void;
}

/** Time without reading for each time of reading. */
const pauseShare = 10;

export function cacheNames(load: () => Promise<Names>, options: { pauseMs: number; log: Logger }): NamesCache {
  let names: Promise<Names> | undefined;
  let loading = false;
  let dirty = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const reload = async (): Promise<void> => {
    dirty = false;
    loading = true;
    const begun = performance.now();
    try {
      const next = await load();
      names = Promise.resolve(next);
    } catch (error) {
      dirty = true;
      options.log.warn({ err: error }, "names of places, types and features were not read, trying again");
    }
    loading = false;
    if (stopped) return;
    // A large index takes longer to read and is read less often, so that this stays a small share of the work.
    const pauseMs = Math.max(options.pauseMs, pauseShare * (performance.now() - begun));
    timer = setTimeout(() => {
      timer = undefined;
      if (dirty) void reload();
    }, pauseMs);
    timer.unref();
  };

  return {
    current() {
      if (names === undefined) {
        const first = load();
        names = first;
        // Failed: the next request tries again.
        first.catch(() => {
          if (names === first) names = undefined;
        });
      }
      return names;
    },
    changed() {
      dirty = true;
      if (!loading && timer === undefined && !stopped) void reload();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
