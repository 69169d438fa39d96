/** Waits. @throws the signal's reason when it ends the wait */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** What a timer can count; more would fire at once. */
const timerMsMax = 2 ** 31 - 1;

/** Does it after some time, however long. @returns what calls it off */
export function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, Math.min(ms, timerMsMax));
  return () => clearTimeout(timer);
}

const firstPauseMs = 200;
const longestPauseMs = 5_000;
/** Milliseconds before the next attempt: twice as long each time, and never the same for two clients. */
export const backoffMs = (attempt: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.5 + Math.random() / 2);

/**
 * 128 random bits in hex. They must be unique, not secret. Not by `randomUUID`, which browsers have on secure origins alone;
 * Node 18 has no `crypto` of the web at all.
 */
export function randomId(): string {
  const bytes = new Uint8Array(16);
  const { crypto } = globalThis as { crypto?: typeof globalThis.crypto };
  if (crypto === undefined) for (const index of bytes.keys()) bytes[index] = Math.floor(Math.random() * 256);
  else crypto.getRandomValues(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
