import { setImmediate, setTimeout } from "node:timers/promises";

/** Whether a promise resolves in time. What arrived while this process was busy counts as in time. */
export async function resolvesWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const late = (async () => {
    await setTimeout(timeoutMs, undefined, { signal: timer.signal, ref: false });
    await setImmediate();
    await setImmediate();
    return false;
  })();
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    late.catch(() => undefined);
    timer.abort();
  }
}
