import { setImmediate } from "node:timers/promises";

/** Maximum milliseconds for which the work blocks the event loop without a yield. */
const sliceMs = 10;

/**
 * Runs long CPU-bound work cooperatively: other work of the event loop runs between its steps.
 * @param steps yields after each small step and returns the result
 */
export async function runYielding<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const sliceEnd = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < sliceEnd);
    await setImmediate();
  }
}
