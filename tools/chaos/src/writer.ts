import { setTimeout } from "node:timers/promises";
import { type Client, isKnown, type Outcome, bodyOf, summaryOf } from "./client.ts";
import type { State, Tracked } from "./history.ts";
import type { Random } from "./random.ts";

export interface WriterOptions {
  name: string;
  random: Random;
  clients: readonly Client[];
  /** The writer's API key, whose uses it counts. */
  key: string;
  /** A listing whose price all writers increment, each time with If-Match. */
  shared: SharedListing;
}

export interface SharedListing {
  id: string;
  acknowledged: number;
  unknown: number;
}

interface Live extends Tracked {
  id: string;
  etag: string;
  value: string;
}

/** Maximum milliseconds between two requests. */
const pauseMs = 200;
/** A creation without a response can be repeated once the lock on its Idempotency-Key has expired. */
const idempotencyLockMs = 61_000;

/**
 * Writes its own listings, one request after another, with unique values, and records the states that each may be in.
 * After a 5xx response, or none, it is unknown whether the write took effect.
 */
export class Writer {
  readonly tracked: Tracked[] = [];
  /** Responses that no order of events explains. */
  readonly unexplained: string[] = [];
  /** Idempotency-Keys for which two listings were returned. */
  readonly duplicated: string[] = [];
  readonly counts = { acknowledged: 0, rejected: 0, unknown: 0, creations: 0, updates: 0, deletions: 0, repeats: 0 };
  /** Requests with the writer's key: those certainly authenticated, and all. */
  readonly uses = { responses: 0, sent: 0 };
  readonly #options: WriterOptions;
  readonly #live: Live[] = [];
  #later: { at: number; tracked: Tracked; value: string }[] = [];
  #created = 0;

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

  /** Increments the shared listing without pauses. */
  async incrementSharedOften(times: number): Promise<void> {
    for (let done = 0; done < times; done++) await this.#incrementShared();
  }

  async #step(): Promise<void> {
    const { random } = this.#options;
    const dueAt = this.#later.findIndex(({ at }) => at <= performance.now());
    const [due] = dueAt < 0 ? [] : this.#later.splice(dueAt, 1);
    if (due !== undefined) return this.#finish(due.tracked, due.value);
    const choice = random.next();
    if (choice > 0.95) return this.#incrementShared();
    if (choice < 0.6 || this.#live.length === 0) return this.#create();
    const at = Math.floor(random.next() * this.#live.length);
    const [live] = this.#live.splice(at, 1);
    if (live === undefined) return;
    const next = choice < 0.87 ? await this.#update(live) : await this.#delete(live);
    if (next !== undefined) this.#live.push(next);
  }

  async #send(...args: Parameters<Client["send"]>): Promise<Outcome> {
    const [path, options] = args;
    const outcome = await this.#sendOnce(path, { credential: this.#options.key, ...options });
    this.uses.sent++;
    if (isKnown(outcome)) this.uses.responses++;
    if (outcome.status >= 400 && outcome.status < 500 && ![404, 409, 412].includes(outcome.status))
      this.unexplained.push(`${options?.method ?? "GET"} ${path}: ${summaryOf(outcome)}`);
    if (outcome.status === 500) this.unexplained.push(`${options?.method ?? "GET"} ${path}: ${summaryOf(outcome)}`);
    return outcome;
  }

  /** Sends to a gateway that accepts the connection. If the connection is rejected, nothing was sent. */
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
      outcome.status === 0 || outcome.status >= 500 ? "unknown" : outcome.status < 300 ? "acknowledged" : "rejected"
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
    const key = `${name}-${this.#created++}`;
    const value = `${key}#0`;
    const tracked: Tracked = { key, id: undefined, possible: new Set<State>([null, value]) };
    this.tracked.push(tracked);
    this.counts.creations++;
    // Sometimes the same request is sent several times concurrently, as a client with an aggressive retry policy does.
    const copies = random.next() < 0.06 ? 3 : 1;
    const outcomes = await Promise.all(Array.from({ length: copies }, () => this.#creation(key, value)));
    for (const outcome of outcomes) this.#count(outcome);
    if (this.#applyCreation(tracked, value, outcomes)) {
      if (random.next() < 0.08) await this.#repeat(tracked, value);
    } else if (random.next() < 0.8) this.#later.push({ at: performance.now() + idempotencyLockMs, tracked, value });
  }

  /** @returns whether the creation was acknowledged */
  #applyCreation(tracked: Tracked, value: string, outcomes: readonly Outcome[]): boolean {
    const created = outcomes.filter(({ status }) => status === 201);
    const ids = new Set(created.map((outcome) => String(bodyOf(outcome)["id"])));
    if (tracked.id !== undefined) ids.add(tracked.id);
    if (ids.size > 1) this.duplicated.push(`${tracked.key}: ${[...ids].join(" and ")}`);
    const [first] = created;
    if (first === undefined) return false;
    tracked.id = String(bodyOf(first)["id"]);
    tracked.possible = new Set([value]);
    const live = { etag: String(first.headers.etag), value };
    this.#live.push(Object.assign(tracked, live) as Live);
    return true;
  }

  /** Repeats an acknowledged creation: the response must contain the same listing. */
  async #repeat(tracked: Tracked, value: string): Promise<void> {
    this.counts.repeats++;
    const outcome = await this.#creation(tracked.key, value);
    if (outcome.status === 201 && String(bodyOf(outcome)["id"]) !== tracked.id)
      this.duplicated.push(`${tracked.key}: ${String(bodyOf(outcome)["id"])} and ${tracked.id}`);
    else if (isKnown(outcome) && outcome.status !== 201 && outcome.status !== 409)
      this.unexplained.push(`repeating ${tracked.key}: ${summaryOf(outcome)}`);
  }

  /** Repeats a creation whose outcome is unknown. */
  async #finish(tracked: Tracked, value: string): Promise<void> {
    this.counts.repeats++;
    const outcome = await this.#creation(tracked.key, value);
    if (this.#applyCreation(tracked, value, [outcome])) return;
    this.#later.push({ at: performance.now() + (outcome.status === 409 ? 5_000 : idempotencyLockMs), tracked, value });
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
    if (isKnown(outcome)) return this.#rejected(live, outcome);
    live.possible.add(value);
    return this.#reread(live);
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
    if (isKnown(outcome)) return this.#rejected(live, outcome);
    live.possible.add(null);
    return this.#reread(live);
  }

  /** A change may be rejected only if an earlier change of unknown outcome took effect. */
  #rejected(live: Live, outcome: Outcome): Promise<Live | undefined> {
    if (live.possible.size === 1)
      this.unexplained.push(`a change of ${live.key}, which has no other writer: ${summaryOf(outcome)}`);
    return this.#reread(live);
  }

  /**
   * Reads the state of a listing after a write of unknown outcome. An old value may still change, because that write may
   * be in flight; only the next change of the version settles it.
   */
  async #reread(live: Live): Promise<Live | undefined> {
    // Some listings are not read again, so that their outcomes remain unknown and are counted separately.
    if (this.#options.random.next() < 0.2) return undefined;
    for (let tries = 0; tries < 40; tries++) {
      const outcome = await this.#send(`/properties/${live.id}`);
      if (outcome.status === 200) {
        const value = String(bodyOf(outcome)["title"]);
        if (!live.possible.has(value)) {
          this.unexplained.push(`${live.key} read as ${value}, possible: ${[...live.possible].join(" or ")}`);
          return undefined;
        }
        if ([...live.possible].at(-1) === value) live.possible = new Set([value]);
        return Object.assign(live, { etag: String(outcome.headers.etag), value });
      }
      if (outcome.status === 404) {
        if (!live.possible.has(null))
          this.unexplained.push(`${live.key} does not exist, possible: ${[...live.possible].join(" or ")}`);
        else live.possible = new Set([null]);
        return undefined;
      }
      await setTimeout(500);
    }
    return undefined;
  }

  async #incrementShared(): Promise<void> {
    const { shared } = this.#options;
    const path = `/properties/${shared.id}`;
    const read = await this.#send(path);
    if (read.status !== 200) return;
    const outcome = await this.#send(path, {
      method: "PATCH",
      headers: { "if-match": String(read.headers.etag) },
      body: { price: Number(bodyOf(read)["price"]) + 1 },
    });
    if (outcome.status === 200) shared.acknowledged++;
    else if (!isKnown(outcome)) shared.unknown++;
  }
}
