import type { Progress } from "./types.ts";

const silenceMs = 20_000;

/**
 * Forwards progress lines and repeats the last one during silence, so that a long build does not look like a hang.
 * @param pauseMs milliseconds of silence before a repetition
 */
export function repeatWhileSilent(progress: Progress, pauseMs = silenceMs): { report: Progress; end: () => void } {
  let last: string | undefined;
  let since = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - since) / 1_000);
    if (last !== undefined) progress(`${last} (still running after ${seconds} s)`);
  }, pauseMs);
  timer.unref();
  return {
    report(line) {
      last = line;
      since = performance.now();
      timer.refresh();
      progress(line);
    },
    end: () => clearInterval(timer),
  };
}
