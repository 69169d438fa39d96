import type { ListingVersion } from "../domain/ports.ts";

interface RefreshListener {
  ids: readonly string[];
  /** Versions that the search index does not contain yet, by id. */
  missing: Map<string, number>;
  resolve: (refreshed: boolean) => void;
}

/** Lets writers wait until the search index contains what they wrote, as Elasticsearch's `refresh=wait_for` does. */
export class RefreshListeners {
  readonly #byId = new Map<string, Set<RefreshListener>>();

  /**
   * Waits for the given or later versions to become visible in the search index.
   * @returns false if some are not visible after `timeoutMs`
   */
  waitFor(items: readonly ListingVersion[], timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const listener: RefreshListener = {
        ids: items.map(({ id }) => id),
        missing: new Map(items.map(({ id, version }) => [id, version])),
        resolve: (refreshed) => {
          clearTimeout(timer);
          this.#remove(listener);
          resolve(refreshed);
        },
      };
      const timer = setTimeout(() => listener.resolve(false), timeoutMs);
      for (const id of listener.missing.keys()) {
        const listeners = this.#byId.get(id) ?? new Set();
        this.#byId.set(id, listeners.add(listener));
      }
      if (listener.missing.size === 0) listener.resolve(true);
    });
  }

  /** Reports that searches return these versions from now on. */
  notify(items: readonly ListingVersion[]): void {
    for (const { id, version } of items) {
      for (const listener of this.#byId.get(id) ?? []) {
        if ((listener.missing.get(id) ?? Number.POSITIVE_INFINITY) > version) continue;
        listener.missing.delete(id);
        if (listener.missing.size === 0) listener.resolve(true);
      }
    }
  }

  #remove(listener: RefreshListener): void {
    for (const id of listener.ids) {
      const listeners = this.#byId.get(id);
      if (listeners?.delete(listener) === true && listeners.size === 0) this.#byId.delete(id);
    }
  }
}
