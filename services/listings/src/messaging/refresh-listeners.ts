import type { VersionOf } from "../domain/ports.ts";

interface Waiter {
  ids: readonly string[];
  /** Versions that are still to be seen, by id. */
  missing: Map<string, number>;
  done: (seen: boolean) => void;
}

/** Writers that wait until the index shows what they wrote. */
export class IndexWaiters {
  readonly #byId = new Map<string, Set<Waiter>>();

  /** Resolves to true once every version, or a later one, was seen; to false after `timeoutMs`. */
  wait(items: readonly VersionOf[], timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        ids: items.map(({ id }) => id),
        missing: new Map(items.map(({ id, version }) => [id, version])),
        done: (seen) => {
          clearTimeout(timer);
          this.#leave(waiter);
          resolve(seen);
        },
      };
      const timer = setTimeout(() => waiter.done(false), timeoutMs);
      for (const id of waiter.missing.keys()) {
        const waiting = this.#byId.get(id) ?? new Set();
        this.#byId.set(id, waiting.add(waiter));
      }
      if (waiter.missing.size === 0) waiter.done(true);
    });
  }

  /** The index shows these versions from now on. */
  seen(items: readonly VersionOf[]): void {
    for (const { id, version } of items) {
      for (const waiter of this.#byId.get(id) ?? []) {
        if ((waiter.missing.get(id) ?? Number.POSITIVE_INFINITY) > version) continue;
        waiter.missing.delete(id);
        if (waiter.missing.size === 0) waiter.done(true);
      }
    }
  }

  #leave(waiter: Waiter): void {
    for (const id of waiter.ids) {
      const waiting = this.#byId.get(id);
      if (waiting?.delete(waiter) === true && waiting.size === 0) this.#byId.delete(id);
    }
  }
}
