/** Wakes those who wait for something new of an organization. */
export class Signal {
  readonly #waiting = new Map<string, Set<() => void>>();
  #stopped = false;

  wake(key: string): void {
    for (const resolve of this.#waiting.get(key) ?? []) resolve();
  }

  /** Waits from the moment of the call; `over` resolves at the first wake, after `timeoutMs`, or when all stops. */
  listen(key: string, timeoutMs: number): { over: Promise<void>; leave: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting.add(resolve));
    const timer = setTimeout(resolve, this.#stopped ? 0 : timeoutMs);
    return {
      over: promise,
      leave: () => {
        clearTimeout(timer);
        waiting.delete(resolve);
        if (waiting.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key);
      },
    };
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Nobody waits any longer. */
  stop(): void {
    this.#stopped = true;
    for (const key of this.#waiting.keys()) this.wake(key);
  }
}
