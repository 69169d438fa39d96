import type { Logger } from "@plat/kit";
import { setTimeout } from "node:timers/promises";
import type { FedEvent, PendingEvent } from "../domain/change-events.ts";
import type { PendingSubject, RelayStore } from "../domain/ports.ts";

export interface RelayOptions {
  store: RelayStore;
  /** Called when an organization's feed has grown. */
  appended: (organizationId: string) => void;
  log: Logger;
}

interface Run {
  current: Promise<void>;
  next: Promise<void> | undefined;
}

/** Most subjects of one pass. */
const subjectsMax = 1_000;
/** Milliseconds to wait after another relay was faster, times a random number below one. */
const yieldMs = 40;

/**
 * Gives pending events their places in the organization's feed: the sequence 1, 2, 3 … without a gap.
 *
 * A pass reads the last place, appends after it in order, and only then takes the events out of their subjects. Two
 * unique indexes make it safe against other relays and against its own death at any point: a place is given once, an
 * event is placed once, and what fails is simply done again.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #runs = new Map<string, Run>();
  #stopped = false;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** Sees to an organization's events soon; never throws. What fails is left to the sweeper. */
  wake(organizationId: string): void {
    if (this.#stopped || this.#runs.get(organizationId)?.next !== undefined) return;
    this.run(organizationId).catch((error: unknown) =>
      this.#options.log.warn({ err: error, organizationId }, "events were not relayed, the sweeper tries again"),
    );
  }

  /** Resolves once every event that is pending now has its place. @throws AppError `unavailable` */
  run(organizationId: string): Promise<void> {
    const known = this.#runs.get(organizationId);
    if (known === undefined) return this.#begin(organizationId);
    // What runs may have read before the newest event: one more run begins after it, shared by all who ask meanwhile.
    known.next ??= known.current.catch(() => undefined).then(() => this.#begin(organizationId));
    return known.next;
  }

  /** Begins nothing more and waits for what runs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled([...this.#runs.values()].map(({ current, next }) => next ?? current));
  }

  #begin(organizationId: string): Promise<void> {
    const run: Run = { current: this.#drain(organizationId), next: undefined };
    this.#runs.set(organizationId, run);
    const forget = (): void => {
      if (run.next === undefined) this.#runs.delete(organizationId);
    };
    run.current.then(forget, forget);
    return run.current;
  }

  async #drain(organizationId: string): Promise<void> {
    for (;;) {
      const { subjects, more } = await this.#options.store.pending(organizationId, subjectsMax);
      if (subjects.length === 0) return;
      const finished = await this.#pass(organizationId, subjects);
      if (finished && !more) return;
      if (!finished) await setTimeout(Math.random() * yieldMs);
    }
  }

  /** Whether all events of the subjects have their places now. */
  async #pass(organizationId: string, subjects: readonly PendingSubject[]): Promise<boolean> {
    const { store, appended } = this.#options;
    const pending = inOrder(subjects);
    const [last, placed] = await Promise.all([
      store.lastSequence(organizationId),
      store.placed(pending.map(({ id }) => id)),
    ]);
    const fresh = pending
      .filter(({ id }) => !placed.has(id))
      .map((event, at): FedEvent => ({ ...event, organizationId, sequence: last + 1 + at }));
    if (fresh.length > 0 && !(await store.append(fresh))) return false;
    await store.advance(organizationId, last + fresh.length);
    if (fresh.length > 0) appended(organizationId);
    await store.settle(subjects);
    return true;
  }
}

/** By time; events of one subject in the order in which they happened, whatever the clocks said. */
function inOrder(subjects: readonly PendingSubject[]): PendingEvent[] {
  const all = subjects.flatMap(({ events }) => {
    let latest = "";
    return events.map((event) => {
      latest = event.at > latest ? event.at : latest;
      return { event, at: latest };
    });
  });
  return all.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ event }) => event);
}
