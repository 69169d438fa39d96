import type { Logger } from "@plat/kit";
import type { ListingVersion } from "../domain/ports.ts";

/** Publishes one change notification. Resolves when JetStream has stored it. */
type Publish = (propertyId: string, wait: boolean) => Promise<void>;

export interface ChangeNotifierOptions {
  publish: Publish;
  log: Logger;
  /** Monotonic clock in milliseconds. */
  now: () => number;
}

/** Number of concurrent publications: enough to keep JetStream's disk busy. */
const maxConcurrency = 64;
/** How long `renotify` waits for the search service to index a published notification, in milliseconds. */
const renotifyAfterMs = 30_000;
/** Number of listings whose last publication is remembered. */
const maxRemembered = 20_000;

/**
 * Notifies the search service of changed listings. Best effort: if NATS is unavailable or this process dies, the sweeper
 * repeats the notifications.
 */
export class ChangeNotifier {
  readonly #options: ChangeNotifierOptions;
  readonly #queue = new Map<string, { version: number; wait: boolean }>();
  /** The last notification of each listing that JetStream has stored, oldest first. */
  readonly #published = new Map<string, { version: number; at: number }>();
  readonly #drainListeners: (() => void)[] = [];
  #workers = 0;
  #failing = false;

  constructor(options: ChangeNotifierOptions) {
    this.#options = options;
  }

  /**
   * Queues notifications; never throws. Queued notifications of the same listing are merged.
   * @param wait whether a client waits for the search index
   */
  notify(items: readonly ListingVersion[], wait = false): void {
    for (const { id, version } of items) {
      const queued = this.#queue.get(id);
      this.#queue.set(id, { version, wait: wait || queued?.wait === true });
    }
    while (this.#workers < maxConcurrency && this.#queue.size > 0) void this.#work();
  }

  /**
   * Queues notifications of those listings for which this process has not published one of this version in the last 30 s.
   * @returns the number of queued notifications
   */
  renotify(items: readonly ListingVersion[]): number {
    const now = this.#options.now();
    const due = items.filter(({ id, version }) => {
      const last = this.#published.get(id);
      return last === undefined || last.version < version || now - last.at > renotifyAfterMs;
    });
    this.notify(due);
    return due.length;
  }

  /** Resolves when no publication is in flight. */
  async drained(): Promise<void> {
    if (this.#workers > 0) await new Promise<void>((resolve) => this.#drainListeners.push(resolve));
  }

  async #work(): Promise<void> {
    this.#workers++;
    try {
      for (const [id, { version, wait }] of this.#queue) {
        this.#queue.delete(id);
        await this.#options.publish(id, wait);
        this.#failing = false;
        this.#remember(id, version);
      }
    } catch (error) {
      // Logged once per outage: while NATS is unavailable every notification fails.
      if (!this.#failing) this.#options.log.warn({ err: error }, "change notification failed; sweeper will retry");
      this.#failing = true;
      this.#queue.clear();
    } finally {
      this.#workers--;
      if (this.#workers === 0) for (const resolve of this.#drainListeners.splice(0)) resolve();
    }
  }

  #remember(id: string, version: number): void {
    this.#published.delete(id);
    this.#published.set(id, { version, at: this.#options.now() });
    if (this.#published.size <= maxRemembered) return;
    for (const oldest of this.#published.keys()) {
      this.#published.delete(oldest);
      break;
    }
  }
}
