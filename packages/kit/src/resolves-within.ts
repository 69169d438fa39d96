import { setImmediate, setTimeout } from "node:timers/promises";

/**
 * Whether a promise resolves before the timeout. Input that arrived while the event loop was blocked is processed
 * before the promise counts as late.
 * @throws the rejection of the promise
 */
export async function resolvesWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = (async () => {
    await setTimeout(timeoutMs, undefined, { signal: timer.signal, ref: false });
    await setImmediate();
    await setImmediate();
    return false;
  })();
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    timeout.catch(() => undefined);
    timer.abort();
  }
}
