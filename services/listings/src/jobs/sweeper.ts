import { AppError } from "@plat/contracts";
import type { Logger } from "@plat/kit";
import type { MaintenanceStore } from "../domain/ports.ts";
import type { ChangeNotifier } from "./change-notifier.ts";
import type { OutboxRelay } from "./outbox-relay.ts";

export interface SweeperOptions {
  store: MaintenanceStore;
  notifier: ChangeNotifier;
  relay: OutboxRelay;
  /** Removes deleted agents from their listings. */
  unassignAgents: () => Promise<void>;
  /** Sends changed names of organizations to the keys service. */
  syncNames: () => Promise<void>;
  /** Milliseconds between two sweeps. */
  intervalMs: number;
  /** Milliseconds for which a deleted listing is retained. */
  purgeAfterMs: number;
  log: Logger;
}

/** Age below which changes are left to the process that wrote them, in milliseconds. */
const gracePeriodMs = 1_000;
/** Number of listings renotified per sweep. */
const pageSize = 500;

/**
 * Periodically repeats the work that a crashed process or an unavailable backing service left undone. Any number of
 * sweepers may run concurrently.
 */
export class Sweeper {
  readonly #options: SweeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;
  /** Position in the list of listings that are not indexed; undefined at its start. */
  #position: { since: Date; id: string } | undefined;

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#schedule();
  }

  /** Waits for the step in progress and skips the rest of the sweep. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#sweep().finally(() => this.#schedule());
    }, this.#options.intervalMs);
    this.#timer.unref();
  }

  async #sweep(): Promise<void> {
    const { unassignAgents, syncNames, store, purgeAfterMs, log } = this.#options;
    const tasks: [string, () => Promise<unknown>][] = [
      ["renotify", () => this.#renotify()],
      ["relay", () => this.#relay()],
      ["unassign agents", unassignAgents],
      ["sync names", syncNames],
      ["purge", () => store.purgeDeleted(new Date(Date.now() - purgeAfterMs))],
    ];
    for (const [task, run] of tasks) {
      if (this.#stopped) return;
      try {
        await run();
      } catch (error) {
        log.warn({ err: error, task }, "sweeper task failed; next sweep will retry");
      }
    }
  }

  /** Processes one page per sweep, so that the cost of a sweep does not grow with the length of an outage. */
  async #renotify(): Promise<void> {
    const { store, notifier, log } = this.#options;
    const before = new Date(Date.now() - gracePeriodMs);
    const unindexed = await store.listUnindexed({ before, after: this.#position, limit: pageSize });
    const last = unindexed.at(-1);
    this.#position = last === undefined || unindexed.length < pageSize ? undefined : { since: last.since, id: last.id };
    const notified = notifier.renotify(unindexed);
    if (notified > 0) log.info({ listings: notified }, "change notifications repeated for listings not indexed yet");
  }

  async #relay(): Promise<void> {
    const { store, relay, log } = this.#options;
    const organizations = await store.organizationsWithPending(new Date(Date.now() - gracePeriodMs));
    for (const organizationId of organizations) {
      if (this.#stopped) return;
      try {
        await relay.run(organizationId);
      } catch (error) {
        // An unavailable store fails for every organization.
        if (error instanceof AppError && error.code === "unavailable") throw error;
        log.error({ err: error, organizationId }, "outbox relay failed for one organization");
      }
    }
  }
}
