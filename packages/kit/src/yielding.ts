import { setImmediate } from "node:timers/promises";

/** Milliseconds that long work keeps everything else waiting at a time. */
const sliceMs = 10;

/** Does work that yields after each small step, and lets everything else go on in between. */
export async function runYielding<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await setImmediate();
  }
}
