import type { Logger } from "@plat/kit";
import type { IndexProgress } from "../listings/listings-client.ts";

/** Tracks the point in time up to which searches include every change, by polling in the background. */
export interface IndexProgressTracker {
  /** Milliseconds since 1970; 0 before the first successful read. */
  indexedThrough(): number;
  stop(): Promise<void>;
}

/**
 * Starts polling.
 * @param read reads the progress from the listings service, which marks a change as pending in the same write and
 *   clears the mark once searches include it: neither a lost message nor a crashed process can hide a change
 * @param options `intervalMs`: milliseconds between the end of a read and the next one
 */
export function trackIndexProgress(
  read: () => Promise<IndexProgress>,
  { intervalMs, log }: { intervalMs: number; log: Logger },
): IndexProgressTracker {
  let through = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const poll = async (): Promise<void> => {
    try {
      const { readAt, pendingSince } = await read();
      // A mark later than the read comes from another clock and is ignored. The progress never decreases.
      if (pendingSince === undefined || pendingSince <= readAt)
        through = Math.max(through, pendingSince === undefined ? readAt : pendingSince - 1);
    } catch (error) {
      log.debug({ err: error }, "reading the index progress failed");
    }
    if (stopped) return;
    timer = setTimeout(() => {
      polling = poll();
    }, intervalMs);
    timer.unref();
  };
  let polling = poll();

  return {
    indexedThrough: () => through,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await polling;
    },
  };
}
