import type { Logger } from "@plat/kit";
import type { VersionOf } from "../domain/ports.ts";

/** Publishes one doorbell and resolves once the bus has stored it. */
export type Publish = (propertyId: string, wait: boolean) => Promise<void>;

export interface DoorbellOptions {
  publish: Publish;
  log: Logger;
  /** Milliseconds since any fixed moment. */
  now: () => number;
}

/** Publications under way at once: enough to keep the bus's disk busy. */
const atOnce = 64;
/** Milliseconds after which a doorbell that was stored, but not answered by the index, may ring again. */
const patienceMs = 30_000;
/** Most listings remembered as rung. */
const rememberedMax = 20_000;

/**
 * Tells the index that listings changed. Best effort: what is not told here, because the bus or this process went
 * away, is found by the sweeper.
 */
export class Doorbell {
  readonly #options: DoorbellOptions;
  readonly #queue = new Map<string, { version: number; wait: boolean }>();
  /** What the bus has stored lately, by id. */
  readonly #rung = new Map<string, { version: number; at: number }>();
  readonly #settling: (() => void)[] = [];
  #running = 0;
  #failing = false;

  constructor(options: DoorbellOptions) {
    this.#options = options;
  }

  /** Rings soon; never throws. Rings for one listing that wait are rung once. */
  ring(items: readonly VersionOf[], wait = false): void {
    for (const { id, version } of items) {
      const queued = this.#queue.get(id);
      this.#queue.set(id, { version, wait: wait || queued?.wait === true });
    }
    while (this.#running < atOnce && this.#queue.size > 0) void this.#work();
  }

  /** Rings for those of the listings whose last ring is not known to have been stored. */
  ringAgain(items: readonly VersionOf[]): number {
    const now = this.#options.now();
    const due = items.filter(({ id, version }) => {
      const last = this.#rung.get(id);
      return last === undefined || last.version < version || now - last.at > patienceMs;
    });
    this.ring(due);
    return due.length;
  }

  /** Resolves when nothing is being told any more. */
  async settled(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#settling.push(resolve));
  }

  async #work(): Promise<void> {
    this.#running++;
    try {
      for (const [id, { version, wait }] of this.#queue) {
        this.#queue.delete(id);
        await this.#options.publish(id, wait);
        this.#failing = false;
        this.#remember(id, version);
      }
    } catch (error) {
      // Once a trouble, not once a listing: while the bus is away every ring fails.
      if (!this.#failing) this.#options.log.warn({ err: error }, "doorbells cannot be rung, the sweeper will");
      this.#failing = true;
      this.#queue.clear();
    } finally {
      this.#running--;
      if (this.#running === 0) for (const resolve of this.#settling.splice(0)) resolve();
    }
  }

  #remember(id: string, version: number): void {
    this.#rung.delete(id);
    this.#rung.set(id, { version, at: this.#options.now() });
    if (this.#rung.size <= rememberedMax) return;
    for (const oldest of this.#rung.keys()) {
      this.#rung.delete(oldest);
      break;
    }
  }
}
