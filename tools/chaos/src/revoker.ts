import { setTimeout } from "node:timers/promises";
import { type Client, isKnown, type Outcome, summaryOf } from "./client.ts";
import type { Random } from "./random.ts";
import type { Account } from "./cluster.ts";

interface Revoked {
  key: string;
  /** When the revocation was acknowledged. */
  at: number;
}

/** Milliseconds before an unacknowledged revocation is retried. */
const retryDelayMs = 300;

/**
 * Creates keys, uses them at every gateway, revokes them, and immediately uses them again. Concurrently tries keys that
 * were revoked earlier. A request that began after its key's revocation was acknowledged must never be accepted.
 */
export class Revoker {
  readonly revoked: Revoked[] = [];
  /** Requests accepted with a revoked key: immediately after the revocation, and later. */
  readonly acceptedImmediately: string[] = [];
  readonly acceptedLater: string[] = [];
  probes = 0;
  readonly #account: Account;
  readonly #clients: readonly Client[];
  readonly #random: Random;

  constructor(account: Account, clients: readonly Client[], random: Random) {
    this.#account = account;
    this.#clients = clients;
    this.#random = random;
  }

  async run(done: () => boolean): Promise<void> {
    await Promise.all([this.#revokeUntil(done), this.#probeUntil(done)]);
  }

  /** Tries up to `count` revoked keys at every gateway. @returns the responses other than 401 */
  async sweep(count = this.revoked.length): Promise<string[]> {
    const wrong: string[] = [];
    for (const { key } of this.#random.shuffled(this.revoked).slice(0, count))
      for (const outcome of await this.#sendToAll(key))
        if (outcome.status !== 401) wrong.push(`${key.slice(0, 14)}…: ${summaryOf(outcome)}`);
    return wrong;
  }

  async #revokeUntil(done: () => boolean): Promise<void> {
    while (!done()) {
      await setTimeout(this.#random.between(200, 900));
      let created: { id: string; key: string };
      try {
        created = await this.#account.createKey("to be revoked");
      } catch {
        continue;
      }
      await this.#sendToAll(created.key);
      if (!(await this.#revoke(created.id, done))) continue;
      this.revoked.push({ key: created.key, at: performance.now() });
      for (const outcome of await this.#sendToAll(created.key))
        this.#check(outcome, this.acceptedImmediately, "immediately");
    }
  }

  async #revoke(id: string, done: () => boolean): Promise<boolean> {
    while (!done()) {
      const client = this.#random.pick(this.#clients);
      const { status } = await client.send(`/api-keys/${id}`, { method: "DELETE", credential: this.#account.token });
      if (status === 200) return true;
      await setTimeout(retryDelayMs);
    }
    return false;
  }

  async #probeUntil(done: () => boolean): Promise<void> {
    while (!done()) {
      await setTimeout(this.#random.between(20, 120));
      if (this.revoked.length === 0) continue;
      const { key, at } = this.#random.pick(this.revoked);
      const outcome = await this.#random.pick(this.#clients).send("/properties?limit=1", { credential: key });
      const age = `${Math.round(outcome.start - at)} ms after its revocation`;
      this.#check(outcome, this.acceptedLater, age);
    }
  }

  #sendToAll(key: string): Promise<Outcome[]> {
    return Promise.all(this.#clients.map((client) => client.send("/properties?limit=1", { credential: key })));
  }

  #check(outcome: Outcome, into: string[], when: string): void {
    this.probes++;
    if (isKnown(outcome) && outcome.status !== 401) into.push(`${when}: ${summaryOf(outcome)}`);
  }
}
