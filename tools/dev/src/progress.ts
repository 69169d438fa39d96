import type { Progress, StatusListener } from "@plat/backing-services";

/** Reports of a start. */
export interface StartProgress {
  /** A line for the log. */
  onProgress: Progress;
  /** The current state of a step, for a display that updates in place. */
  onStatus: StatusListener;
}

/**
 * Reports to the process that shows the display (tools/dev/bootstrap), if there is one; otherwise prints lines with the
 * elapsed time.
 * @param began milliseconds since the epoch
 */
export function startProgress(began: number): StartProgress {
  if (process.send !== undefined) {
    return {
      onProgress: () => undefined,
      // The callback takes the error of a parent that was killed.
      onStatus: (title, text, state) =>
        void process.send?.({ title, text, state }, undefined, undefined, () => undefined),
    };
  }
  return {
    onProgress: (line) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`),
    onStatus: () => undefined,
  };
}
