import type { Progress } from "./types.ts";

const silentMs = 20_000;

/**
 * Tells lines on, and after a while without a new one the last again, so that nobody takes a long build for a hang.
 * @param pauseMs milliseconds of silence
 */
export function keepTelling(progress: Progress, pauseMs = silentMs): { tell: Progress; end: () => void } {
  let last: string | undefined;
  let since = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - since) / 1_000);
    if (last !== undefined) progress(`${last} (still at it, ${seconds} s since)`);
  }, pauseMs);
  timer.unref();
  return {
    tell(line) {
      last = line;
      since = performance.now();
      timer.refresh();
      progress(line);
    },
    end: () => clearInterval(timer),
  };
}
