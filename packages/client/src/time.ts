/**
 * Waits for a duration in milliseconds.
 * @throws the reason of the signal if it is aborted
 */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
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

/** Maximum delay of a timer in milliseconds. A timer with a longer delay would fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Calls a function after a delay in milliseconds; the delay may be infinite.
 * @returns a function that cancels the call
 */
export function schedule(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, Math.min(ms, maxTimerMs));
  return () => clearTimeout(timer);
}

const initialBackoffMs = 200;
const maxBackoffMs = 5_000;
/** Milliseconds before the next attempt: exponential backoff with jitter. @param attempt number of the failed attempt, from 0 */
export const backoffMs = (attempt: number): number =>
  Math.min(maxBackoffMs, initialBackoffMs * 2 ** attempt) * (0.5 + Math.random() / 2);

/**
 * 128 random bits in hexadecimal. They must be unique, but not secret. `crypto.randomUUID` is not an alternative: browsers
 * provide it only on secure origins, and Node 18 has no global `crypto`.
 */
export function randomId(): string {
  const bytes = new Uint8Array(16);
  const { crypto } = globalThis as { crypto?: typeof globalThis.crypto };
  if (crypto === undefined) for (const index of bytes.keys()) bytes[index] = Math.floor(Math.random() * 256);
  else crypto.getRandomValues(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
