import type { Logger } from "@plat/kit";
import { setTimeout } from "node:timers/promises";
import type { FeedEvent, PendingEvent } from "../domain/change-events.ts";
import type { OutboxStore, PendingSubject } from "../domain/ports.ts";

export interface OutboxRelayOptions {
  store: OutboxStore;
  /** Called after events were appended to an organization's feed. */
  onAppended: (organizationId: string) => void;
  log: Logger;
}

/** Runs of one organization: one in progress, and at most one queued. */
interface Runs {
  current: Promise<void>;
  next: Promise<void> | undefined;
}

/** Number of subjects relayed in one batch. */
const maxSubjects = 1_000;
/** Upper bound of the random delay after another relay was faster, in milliseconds. */
const maxBackoffMs = 40;

/**
 * Moves events from the outboxes of listings and agents to their organization's change feed and assigns the sequences
 * 1, 2, 3 … without gaps.
 *
 * Each batch reads the last sequence, appends its events in order, advances the feed's head, and only then clears the
 * outboxes. Two unique indexes (organization and sequence, event id) make it safe with concurrent relays and crashes at
 * any point: a sequence is assigned once, an event is appended once, and a failed batch is repeated.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #runs = new Map<string, Runs>();
  #stopped = false;

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
  }

  /** Starts a run in the background; never throws. The sweeper repeats failed runs. */
  wake(organizationId: string): void {
    if (this.#stopped || this.#runs.get(organizationId)?.next !== undefined) return;
    this.run(organizationId).catch((error: unknown) =>
      this.#options.log.warn({ err: error, organizationId }, "outbox relay failed; sweeper will retry"),
    );
  }

  /** Relays all events of an organization that are pending at the time of the call. @throws AppError `unavailable` */
  run(organizationId: string): Promise<void> {
    const runs = this.#runs.get(organizationId);
    if (runs === undefined) return this.#start(organizationId);
    // The current run may have read before the newest event: one more run follows, shared by all callers until it starts.
    runs.next ??= runs.current.catch(() => undefined).then(() => this.#start(organizationId));
    return runs.next;
  }

  /** Waits for the runs in progress. `wake` starts no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled([...this.#runs.values()].map(({ current, next }) => next ?? current));
  }

  #start(organizationId: string): Promise<void> {
    const runs: Runs = { current: this.#drain(organizationId), next: undefined };
    this.#runs.set(organizationId, runs);
    const forget = (): void => {
      if (runs.next === undefined) this.#runs.delete(organizationId);
    };
    runs.current.then(forget, forget);
    return runs.current;
  }

  async #drain(organizationId: string): Promise<void> {
    for (;;) {
      const { subjects, more } = await this.#options.store.pending(organizationId, maxSubjects);
      if (subjects.length === 0) return;
      const isRelayed = await this.#relayBatch(organizationId, subjects);
      if (isRelayed && !more) return;
      if (!isRelayed) await setTimeout(Math.random() * maxBackoffMs);
    }
  }

  /** Returns false if another relay appended events in the meantime. */
  async #relayBatch(organizationId: string, subjects: readonly PendingSubject[]): Promise<boolean> {
    const { store, onAppended } = this.#options;
    const pending = inFeedOrder(subjects);
    const [last, sequenced] = await Promise.all([
      store.lastSequence(organizationId),
      store.sequenced(pending.map(({ id }) => id)),
    ]);
    const events = pending
      .filter(({ id }) => !sequenced.has(id))
      .map((event, index): FeedEvent => ({ ...event, organizationId, sequence: last + 1 + index }));
    if (events.length > 0 && !(await store.append(events))) return false;
    await store.advanceHead(organizationId, last + events.length);
    if (events.length > 0) onAppended(organizationId);
    await store.clearPending(subjects);
    return true;
  }
}

/** Sorts events by time. Events of one subject keep their order, even if the clocks of its writers differ. */
function inFeedOrder(subjects: readonly PendingSubject[]): PendingEvent[] {
  const all = subjects.flatMap(({ events }) => {
    let latest = "";
    return events.map((event) => {
      latest = event.at > latest ? event.at : latest;
      return { event, at: latest };
    });
  });
  return all.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ event }) => event);
}
