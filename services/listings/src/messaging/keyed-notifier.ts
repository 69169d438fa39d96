/** Lets callers wait for notifications of a key, for example an organization's id. */
export class KeyedNotifier {
  readonly #listeners = new Map<string, Set<() => void>>();
  #stopped = false;

  /** Wakes all listeners of a key. */
  notify(key: string): void {
    for (const resolve of this.#listeners.get(key) ?? []) resolve();
  }

  /**
   * Starts to listen for notifications of a key. The caller must call `cancel` when it is done.
   * @returns `promise`: resolves at the first notification after this call, after `timeoutMs`, or when `stop` is called
   */
  listen(key: string, timeoutMs: number): { promise: Promise<void>; cancel: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(resolve));
    const timer = setTimeout(resolve, this.#stopped ? 0 : timeoutMs);
    return {
      promise,
      cancel: () => {
        clearTimeout(timer);
        listeners.delete(resolve);
        if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
      },
    };
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Wakes all listeners. Later calls of `listen` resolve immediately. */
  stop(): void {
    this.#stopped = true;
    for (const key of this.#listeners.keys()) this.notify(key);
  }
}
