import { AppError } from "@plat/contracts";
import type { Logger } from "@plat/kit";
import type { Doorbell } from "./change-notifier.ts";
import type { UpkeepStore } from "../domain/ports.ts";
import type { Relay } from "./outbox-relay.ts";

export interface SweeperOptions {
  store: UpkeepStore;
  doorbell: Doorbell;
  relay: Relay;
  /** Takes deleted agents off their listings. */
  releaseAgents: () => Promise<void>;
  /** Tells names of organizations to whom they were not told. */
  tellNames: () => Promise<void>;
  intervalMs: number;
  purgeAfterMs: number;
  log: Logger;
}

/** Milliseconds that a write may take to ring and relay by itself. */
const graceMs = 1_000;
const pageMax = 500;

/** Finds what a process that died, or an engine that was away, left undone. Any number of sweepers may run. */
export class Sweeper {
  readonly #options: SweeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;
  /** How far the walk through listings that the index lacks has come. */
  #place: { since: Date; id: string } | undefined;

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#plan();
  }

  /** Waits for the step under way; what a sweep has not come to, the next process finds. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #plan(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#sweep().finally(() => this.#plan());
    }, this.#options.intervalMs);
    this.#timer.unref();
  }

  async #sweep(): Promise<void> {
    const { releaseAgents, tellNames, store, purgeAfterMs, log } = this.#options;
    const tasks: [string, () => Promise<unknown>][] = [
      ["ring", () => this.#ring()],
      ["relay", () => this.#relay()],
      ["release agents", releaseAgents],
      ["tell names", tellNames],
      ["purge", () => store.purgeDeleted(new Date(Date.now() - purgeAfterMs))],
    ];
    for (const [task, run] of tasks) {
      if (this.#stopped) return;
      try {
        await run();
      } catch (error) {
        log.warn({ err: error, task }, "a sweep failed, the next one tries again");
      }
    }
  }

  /** One page a sweep, so that a long outage of the index costs no more than a short one. */
  async #ring(): Promise<void> {
    const { store, doorbell, log } = this.#options;
    const before = new Date(Date.now() - graceMs);
    const behind = await store.unindexed({ before, after: this.#place, limit: pageMax });
    const last = behind.at(-1);
    this.#place = last === undefined || behind.length < pageMax ? undefined : { since: last.since, id: last.id };
    const rung = doorbell.ringAgain(behind);
    if (rung > 0) log.info({ listings: rung }, "rang again for listings that the index has not reported");
  }

  async #relay(): Promise<void> {
    const { store, relay, log } = this.#options;
    const organizations = await store.organizationsWithPending(new Date(Date.now() - graceMs));
    for (const organizationId of organizations) {
      if (this.#stopped) return;
      try {
        await relay.run(organizationId);
      } catch (error) {
        // A store that is away is so for all of them.
        if (error instanceof AppError && error.code === "unavailable") throw error;
        log.error({ err: error, organizationId }, "events of one organization cannot be relayed, the others are");
      }
    }
  }
}
