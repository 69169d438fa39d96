/** A map of bounded size with first-in, first-out eviction: beyond `max` entries, each new key evicts the oldest one. */
export class FifoCache<V> {
  readonly #entries = new Map<string, V>();
  readonly #max: number;

  /** @param max number of entries */
  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: V): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#max) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
