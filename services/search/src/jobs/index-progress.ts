import type { Logger } from "@plat/kit";

/** What the store of record knows of the index. */
export interface Progress {
  /** When it was looked at; milliseconds since 1970. */
  at: number;
  /** Since when the index lacks a change; undefined when it lacks none. */
  since: number | undefined;
}

/** Knows up to which moment searches see every change. Asking it costs nothing: it looks in the background. */
export interface ProgressClock {
  /** Milliseconds since 1970; 0 before the first look. */
  through(): number;
  stop(): Promise<void>;
}

/**
 * @param read looks at the store of record, which marks a change in the same write and clears the mark when searches
 *   show it: neither a lost message nor a process that died hides one
 * @param everyMs milliseconds between two looks
 */
export function progressClock(
  read: () => Promise<Progress>,
  { everyMs, log }: { everyMs: number; log: Logger },
): ProgressClock {
  let through = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    try {
      const { at, since } = await read();
      // A mark from the future was set by another clock, and says nothing of now. What was true of a moment stays true.
      if (since === undefined || since <= at) through = Math.max(through, since === undefined ? at : since - 1);
    } catch (error) {
      log.debug({ err: error }, "how far the index is cannot be asked");
    }
    if (stopped) return;
    timer = setTimeout(() => {
      looking = look();
    }, everyMs);
    timer.unref();
  };
  let looking = look();

  return {
    through: () => through,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
