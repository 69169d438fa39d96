import { setTimeout } from "node:timers/promises";
import { type Client, isKnown, type Outcome, rowOf, told } from "./client.ts";
import type { State, Tracked } from "./history.ts";
import type { Random } from "./random.ts";

export interface WriterOptions {
  name: string;
  random: Random;
  clients: readonly Client[];
  /** The writer's own key, whose uses it counts. */
  key: string;
  /** A listing that all writers raise by one, each time with If-Match. */
  shared: Shared;
}

export interface Shared {
  id: string;
  acknowledged: number;
  unknown: number;
}

interface Live extends Tracked {
  id: string;
  etag: string;
  value: string;
}

/** Milliseconds between two requests, at most. */
const pauseMs = 200;
/** An unanswered creation can be asked again after the time for which its Idempotency-Key is held. */
const heldMs = 61_000;

/**
 * Writes listings of its own, one request after the other, with values that nobody else writes, and keeps book of what
 * each may be. An answer of 5xx, or none, leaves open whether the write happened.
 */
export class Writer {
  readonly tracked: Tracked[] = [];
  /** Answers that no order of events explains. */
  readonly odd: string[] = [];
  /** Two listings told for one Idempotency-Key. */
  readonly doubled: string[] = [];
  readonly counts = { acknowledged: 0, refused: 0, unknown: 0, creations: 0, updates: 0, deletions: 0, repeats: 0 };
  /** Requests with the writer's key: surely authenticated, and all. */
  readonly uses = { answered: 0, sent: 0 };
  readonly #options: WriterOptions;
  readonly #live: Live[] = [];
  #later: { at: number; tracked: Tracked; value: string }[] = [];
  #made = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  async run(done: () => boolean): Promise<void> {
    const { random } = this.#options;
    while (!done()) {
      await this.#step();
      await setTimeout(random.between(0, pauseMs));
    }
  }

  /** Changes the shared listing without a pause. */
  async raiseOften(times: number): Promise<void> {
    for (let done = 0; done < times; done++) await this.#raise();
  }

  async #step(): Promise<void> {
    const { random } = this.#options;
    const due = this.#later.findIndex(({ at }) => at <= performance.now());
    const [again] = due < 0 ? [] : this.#later.splice(due, 1);
    if (again !== undefined) return this.#finish(again.tracked, again.value);
    const choice = random.next();
    if (choice > 0.95) return this.#raise();
    if (choice < 0.6 || this.#live.length === 0) return this.#create();
    const at = Math.floor(random.next() * this.#live.length);
    const [live] = this.#live.splice(at, 1);
    if (live === undefined) return;
    const next = choice < 0.87 ? await this.#update(live) : await this.#delete(live);
    if (next !== undefined) this.#live.push(next);
  }

  async #send(...args: Parameters<Client["send"]>): Promise<Outcome> {
    const [path, sending] = args;
    const outcome = await this.#sendOnce(path, { credential: this.#options.key, ...sending });
    this.uses.sent++;
    if (isKnown(outcome)) this.uses.answered++;
    if (outcome.status >= 400 && outcome.status < 500 && ![404, 409, 412].includes(outcome.status))
      this.odd.push(`${sending?.method ?? "GET"} ${path}: ${told(outcome)}`);
    if (outcome.status === 500) this.odd.push(`${sending?.method ?? "GET"} ${path}: ${told(outcome)}`);
    return outcome;
  }

  /** To a gateway that takes the connection: where it is refused, nothing was sent. */
  async #sendOnce(...args: Parameters<Client["send"]>): Promise<Outcome> {
    const { clients, random } = this.#options;
    for (;;) {
      for (const client of random.shuffled(clients)) {
        const outcome = await client.send(...args);
        if (outcome.error !== "ECONNREFUSED") return outcome;
      }
      await setTimeout(100);
    }
  }

  #count(outcome: Outcome): void {
    this.counts[
      outcome.status === 0 || outcome.status >= 500 ? "unknown" : outcome.status < 300 ? "acknowledged" : "refused"
    ]++;
  }

  #creation(key: string, value: string): Promise<Outcome> {
    return this.#send("/properties", {
      headers: { "idempotency-key": key },
      body: {
        title: value,
        description: key,
        propertyType: "House",
        propertyCategory: "Residential",
        listingType: "sale",
        status: "active",
        price: 100_000,
        currency: "EUR",
        address: { city: "Valencia", country: "ES" },
      },
    });
  }

  async #create(): Promise<void> {
    const { random, name } = this.#options;
    const key = `${name}-${this.#made++}`;
    const value = `${key}#0`;
    const tracked: Tracked = { key, id: undefined, possible: new Set<State>([null, value]) };
    this.tracked.push(tracked);
    this.counts.creations++;
    // Now and then the same request several times at once, as a client with a nervous retry would.
    const copies = random.next() < 0.06 ? 3 : 1;
    const outcomes = await Promise.all(Array.from({ length: copies }, () => this.#creation(key, value)));
    for (const outcome of outcomes) this.#count(outcome);
    if (this.#settleCreation(tracked, value, outcomes)) {
      if (random.next() < 0.08) await this.#repeat(tracked, value);
    } else if (random.next() < 0.8) this.#later.push({ at: performance.now() + heldMs, tracked, value });
  }

  /** @returns whether the creation was acknowledged */
  #settleCreation(tracked: Tracked, value: string, outcomes: readonly Outcome[]): boolean {
    const made = outcomes.filter(({ status }) => status === 201);
    const ids = new Set(made.map((outcome) => String(rowOf(outcome)["id"])));
    if (tracked.id !== undefined) ids.add(tracked.id);
    if (ids.size > 1) this.doubled.push(`${tracked.key}: ${[...ids].join(" and ")}`);
    const [first] = made;
    if (first === undefined) return false;
    tracked.id = String(rowOf(first)["id"]);
    tracked.possible = new Set([value]);
    const live = { etag: String(first.headers.etag), value };
    this.#live.push(Object.assign(tracked, live) as Live);
    return true;
  }

  /** Asks again for what was acknowledged: the same listing must be told. */
  async #repeat(tracked: Tracked, value: string): Promise<void> {
    this.counts.repeats++;
    const outcome = await this.#creation(tracked.key, value);
    if (outcome.status === 201 && String(rowOf(outcome)["id"]) !== tracked.id)
      this.doubled.push(`${tracked.key}: ${String(rowOf(outcome)["id"])} and ${tracked.id}`);
    else if (isKnown(outcome) && outcome.status !== 201 && outcome.status !== 409)
      this.odd.push(`repeating ${tracked.key}: ${told(outcome)}`);
  }

  /** Asks again for a creation whose outcome is unknown. */
  async #finish(tracked: Tracked, value: string): Promise<void> {
    this.counts.repeats++;
    const outcome = await this.#creation(tracked.key, value);
    if (this.#settleCreation(tracked, value, [outcome])) return;
    this.#later.push({ at: performance.now() + (outcome.status === 409 ? 5_000 : heldMs), tracked, value });
  }

  async #update(live: Live): Promise<Live | undefined> {
    const value = `${live.key}#${this.counts.updates++}`;
    const outcome = await this.#send(`/properties/${live.id}`, {
      method: "PATCH",
      headers: { "if-match": live.etag },
      body: { title: value },
    });
    this.#count(outcome);
    if (outcome.status === 200) {
      live.possible = new Set([value]);
      return Object.assign(live, { etag: String(outcome.headers.etag), value });
    }
    if (isKnown(outcome)) return this.#refused(live, outcome);
    live.possible.add(value);
    return this.#readAgain(live);
  }

  async #delete(live: Live): Promise<Live | undefined> {
    this.counts.deletions++;
    const headers = { "if-match": live.etag };
    const outcome = await this.#send(`/properties/${live.id}`, { method: "DELETE", headers });
    this.#count(outcome);
    if (outcome.status === 204) {
      live.possible = new Set([null]);
      return undefined;
    }
    if (isKnown(outcome)) return this.#refused(live, outcome);
    live.possible.add(null);
    return this.#readAgain(live);
  }

  /** A refusal of a change is right only if an earlier one of unknown outcome has happened. */
  #refused(live: Live, outcome: Outcome): Promise<Live | undefined> {
    if (live.possible.size === 1) this.odd.push(`a change of ${live.key}, which nobody else changes: ${told(outcome)}`);
    return this.#readAgain(live);
  }

  /**
   * Looks at what a listing of unknown state is. What is old there may still change, since the answer that never came
   * may stand for a write that is on its way: only the next change of that version decides.
   */
  async #readAgain(live: Live): Promise<Live | undefined> {
    // Some are left alone for good: their outcomes stay unknown, and are told apart.
    if (this.#options.random.next() < 0.2) return undefined;
    for (let tries = 0; tries < 40; tries++) {
      const outcome = await this.#send(`/properties/${live.id}`);
      if (outcome.status === 200) {
        const value = String(rowOf(outcome)["title"]);
        if (!live.possible.has(value)) {
          this.odd.push(`${live.key} read as ${value}, possible: ${[...live.possible].join(" or ")}`);
          return undefined;
        }
        if ([...live.possible].at(-1) === value) live.possible = new Set([value]);
        return Object.assign(live, { etag: String(outcome.headers.etag), value });
      }
      if (outcome.status === 404) {
        if (!live.possible.has(null))
          this.odd.push(`${live.key} is gone, possible: ${[...live.possible].join(" or ")}`);
        else live.possible = new Set([null]);
        return undefined;
      }
      await setTimeout(500);
    }
    return undefined;
  }

  async #raise(): Promise<void> {
    const { shared } = this.#options;
    const path = `/properties/${shared.id}`;
    const read = await this.#send(path);
    if (read.status !== 200) return;
    const outcome = await this.#send(path, {
      method: "PATCH",
      headers: { "if-match": String(read.headers.etag) },
      body: { price: Number(rowOf(read)["price"]) + 1 },
    });
    if (outcome.status === 200) shared.acknowledged++;
    else if (!isKnown(outcome)) shared.unknown++;
  }
}
