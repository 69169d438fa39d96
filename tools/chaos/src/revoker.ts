import { setTimeout } from "node:timers/promises";
import { type Client, isKnown, type Outcome, told } from "./client.ts";
import type { Random } from "./random.ts";
import type { Account } from "./cluster.ts";

interface Revoked {
  key: string;
  /** When the revocation was answered. */
  at: number;
}

/** Milliseconds between two tries of a revocation that was not acknowledged. */
const againMs = 300;

/**
 * Makes keys, uses them at every gateway, revokes them, and uses them again at once; meanwhile keeps on trying keys
 * that were revoked earlier. A request that began after the revocation was answered must never be accepted.
 */
export class Revoker {
  readonly revoked: Revoked[] = [];
  /** Accepted although revoked: right after the revocation, and later. */
  readonly acceptedAtOnce: string[] = [];
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
    await Promise.all([this.#revokeOn(done), this.#probeOn(done)]);
  }

  /** Every key revoked so far at every gateway. @returns those that did not answer with 401 */
  async sweep(count = this.revoked.length): Promise<string[]> {
    const wrong: string[] = [];
    for (const { key } of this.#random.shuffled(this.revoked).slice(0, count))
      for (const outcome of await this.#everywhere(key))
        if (outcome.status !== 401) wrong.push(`${key.slice(0, 14)}…: ${told(outcome)}`);
    return wrong;
  }

  async #revokeOn(done: () => boolean): Promise<void> {
    while (!done()) {
      await setTimeout(this.#random.between(200, 900));
      let made: { id: string; key: string };
      try {
        made = await this.#account.createKey("to be revoked");
      } catch {
        continue;
      }
      await this.#everywhere(made.key);
      if (!(await this.#revoke(made.id, done))) continue;
      this.revoked.push({ key: made.key, at: performance.now() });
      for (const outcome of await this.#everywhere(made.key)) this.#judge(outcome, this.acceptedAtOnce, "at once");
    }
  }

  async #revoke(id: string, done: () => boolean): Promise<boolean> {
    while (!done()) {
      const client = this.#random.pick(this.#clients);
      const { status } = await client.send(`/api-keys/${id}`, { method: "DELETE", credential: this.#account.token });
      if (status === 200) return true;
      await setTimeout(againMs);
    }
    return false;
  }

  async #probeOn(done: () => boolean): Promise<void> {
    while (!done()) {
      await setTimeout(this.#random.between(20, 120));
      if (this.revoked.length === 0) continue;
      const { key, at } = this.#random.pick(this.revoked);
      const outcome = await this.#random.pick(this.#clients).send("/properties?limit=1", { credential: key });
      const age = `${Math.round(outcome.start - at)} ms after its revocation`;
      this.#judge(outcome, this.acceptedLater, age);
    }
  }

  #everywhere(key: string): Promise<Outcome[]> {
    return Promise.all(this.#clients.map((client) => client.send("/properties?limit=1", { credential: key })));
  }

  #judge(outcome: Outcome, into: string[], when: string): void {
    this.probes++;
    if (isKnown(outcome) && outcome.status !== 401) into.push(`${when}: ${told(outcome)}`);
  }
}
