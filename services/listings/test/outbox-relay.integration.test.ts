import { expect } from "chai";
import { setImmediate } from "node:timers/promises";
import type { FeedEvent, PendingEvent } from "../src/domain/change-events.ts";
import type { PendingSubject, OutboxStore } from "../src/domain/ports.ts";
import { OutboxRelay } from "../src/jobs/outbox-relay.ts";
import { log } from "./support.ts";

const event = (subject: string, version: number, at: string): PendingEvent => ({
  id: `${subject}:${version}:property.updated`,
  type: "property.updated",
  at,
  version,
  subject: { kind: "property", id: subject },
  changes: [],
});

/** An in-memory store with the unique indexes of the real one. Each step of a method fails if `failing` returns true. */
class InMemoryOutboxStore implements OutboxStore {
  subjects = new Map<string, PendingSubject>();
  feed: FeedEvent[] = [];
  head = 0;
  failing = (): boolean => false;

  add(id: string, ...events: PendingEvent[]): void {
    const version = events.at(-1)?.version ?? 0;
    const existing = this.subjects.get(id)?.events ?? [];
    this.subjects.set(id, { kind: "property", id, version, events: [...existing, ...events] });
  }
  async #step(): Promise<void> {
    await setImmediate();
    if (this.failing()) throw new Error("killed");
  }
  async pending(_organizationId: string, limit: number) {
    await this.#step();
    const subjects = [...this.subjects.values()].slice(0, limit);
    return { subjects, more: subjects.length < this.subjects.size };
  }
  async lastSequence() {
    await this.#step();
    return Math.max(this.head, ...this.feed.map(({ sequence }) => sequence));
  }
  async sequenced(ids: string[]) {
    await this.#step();
    return new Set(ids.filter((id) => this.feed.some((stored) => stored.id === id)));
  }
  async append(events: readonly FeedEvent[]) {
    for (const appended of events) {
      await this.#step();
      if (this.feed.some(({ id, sequence }) => id === appended.id || sequence === appended.sequence)) return false;
      this.feed.push(appended);
    }
    return true;
  }
  async clearPending(subjects: readonly PendingSubject[]) {
    await this.#step();
    for (const { id, version } of subjects) if (this.subjects.get(id)?.version === version) this.subjects.delete(id);
  }
  async advanceHead(_organizationId: string, sequence: number) {
    await this.#step();
    this.head = Math.max(this.head, sequence);
  }
}

const sequences = (store: InMemoryOutboxStore): number[] => store.feed.map(({ sequence }) => sequence);
const oneTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

describe("OutboxRelay", () => {
  it("appends events by time, and those of one subject in their order even if its clocks disagree", async () => {
    const store = new InMemoryOutboxStore();
    store.add("a", event("a", 1, "2026-01-02"), event("a", 2, "2026-01-01"));
    store.add("b", event("b", 1, "2026-01-01"), event("b", 2, "2026-01-03"));
    await new OutboxRelay({ store, log, onAppended: () => undefined }).run("organization");
    expect(store.feed.map(({ id }) => id.slice(0, 3))).to.deep.equal(["b:1", "a:1", "a:2", "b:2"]);
    expect(sequences(store)).to.deep.equal([1, 2, 3, 4]);
  });

  it("assigns sequences without gaps or duplicates if concurrent relays fail at any step", async () => {
    const store = new InMemoryOutboxStore();
    const subjects = 12;
    for (let at = 0; at < subjects; at++) store.add(`s${at}`, event(`s${at}`, 1, `2026-01-${at + 10}`));
    let steps = 0;
    // Every seventh step fails, in whichever of the four relays executes it.
    store.failing = () => ++steps % 7 === 0;
    const relays = Array.from({ length: 4 }, () => new OutboxRelay({ store, log, onAppended: () => undefined }));
    for (let round = 0; round < 200 && store.subjects.size > 0; round++)
      await Promise.allSettled(relays.map((relay) => relay.run("organization")));
    expect(store.subjects.size).to.equal(0);
    expect(sequences(store)).to.deep.equal(oneTo(subjects));
    expect(new Set(store.feed.map(({ id }) => id)).size).to.equal(subjects);
  });

  it("relays events that were added during a run", async () => {
    const store = new InMemoryOutboxStore();
    store.add("a", event("a", 1, "2026-01-01"));
    const relay = new OutboxRelay({ store, log, onAppended: () => undefined });
    const first = relay.run("organization");
    store.add("b", event("b", 1, "2026-01-02"));
    await Promise.all([first, relay.run("organization")]);
    expect(store.feed.map(({ id }) => id.slice(0, 3))).to.deep.equal(["a:1", "b:1"]);
    expect(store.subjects.size).to.equal(0);
  });
});
