import { setTimeout } from "node:timers/promises";
import { type Client, clientAt, expectOk, type Outcome, rowOf, told, took } from "../client.ts";
import type { Random } from "../random.ts";
import { readStore } from "../read-listings.ts";
import type { Ground } from "../scenario.ts";
import { type Member, openAccount, type World } from "../cluster.ts";

const perSecond = 100;
const exitMs = 10_000;
/** Milliseconds under load before the first restart. */
const settledMs = 10_000;
/** Milliseconds between two looks of the balancer at `/readyz` of each gateway. */
const lookMs = 200;
/** For how long a gateway that stops still takes connections: some looks of the balancer. */
const shutdownDelayMs = 1_500;

/**
 * What stands before several gateways: asks `/readyz` of each, sends in turn to those that are ready, and takes another
 * when a connection is refused, for then nothing was sent. It never sends a request twice otherwise.
 */
class Balancer {
  moved = 0;
  readonly #targets: { client: Client; member: Member; isReady: boolean }[];
  #turn = 0;
  #stopped = false;
  #looking: Promise<void>;

  constructor(members: readonly Member[]) {
    this.#targets = members.map((member) => ({ member, client: clientAt(member.url), isReady: true }));
    this.#looking = this.#look();
  }

  async send(...args: Parameters<Client["send"]>): Promise<Outcome> {
    let last: Outcome | undefined;
    const refusing = new Set<unknown>();
    for (let tries = 0; tries < this.#targets.length; tries++) {
      const untried = this.#targets.filter((each) => !refusing.has(each));
      const ready = untried.filter(({ isReady }) => isReady);
      const from = ready.length === 0 ? untried : ready;
      const target = from[this.#turn++ % from.length];
      if (target === undefined) break;
      last = await target.client.send(...args);
      if (last.error !== "ECONNREFUSED") return last;
      target.isReady = false;
      refusing.add(target);
      this.moved++;
    }
    if (last === undefined) throw new Error("there is no gateway");
    return last;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#looking;
    for (const { client } of this.#targets) client.close();
  }

  async #look(): Promise<void> {
    while (!this.#stopped) {
      await Promise.all(
        this.#targets.map(async (target) => {
          try {
            const { status } = await fetch(`${target.member.opsUrl}/readyz`, { signal: AbortSignal.timeout(2_000) });
            target.isReady = status === 200;
          } catch {
            target.isReady = false;
          }
        }),
      );
      await setTimeout(lookMs);
    }
  }
}

/** Two replicas of everything, each told to stop and replaced in turn, under a steady load. */
export async function rolling(ground: Ground): Promise<void> {
  const { checks, options, onProgress } = ground;
  const world = await ground.open({
    name: "rolling",
    replicas: { gateway: 2, listings: 2, search: 2, keys: 2 },
    env: { SHUTDOWN_DELAY_MS: String(shutdownDelayMs) },
  });
  const { account, clients } = await openAccount(world);
  const [client] = clients;
  if (client === undefined) throw new Error("there is no gateway");
  const load = new Load(world, account, await seed(client, account.key), ground.random.part("rolling"));
  const exits: { label: string; ms: number; code: number | null }[] = [];
  // What is bad before anything is restarted comes from a machine that cannot answer so many.
  await setTimeout(settledMs);
  checks.fact("rolling", `In the ${settledMs / 1000} s before the first restart`, load.told());
  for (let cycle = 0; cycle < options.restarts; cycle++)
    for (const member of world.members) {
      member.isDown = true;
      const began = performance.now();
      member.process.stop().catch(() => undefined);
      const { code } = await member.process.exited;
      const ms = performance.now() - began;
      exits.push({ label: member.label, ms, code });
      await member.start();
      await world.healthy();
      onProgress(`${member.label} ended after ${(ms / 1000).toFixed(1)} s and is back; ${load.told()}`);
      await setTimeout(500);
    }
  await setTimeout(1_000);
  await load.stop();

  const { outcomes, created } = load;
  const there = new Set((await readStore(client, account.token)).map(({ id }) => id));
  const broken = outcomes.filter(({ outcome }) => outcome.status === 0);
  const refused = outcomes.filter(({ outcome }) => outcome.status >= 500);
  const odd = outcomes.filter(({ outcome: { status } }) => status >= 300 && status < 500);
  const line = ({ name, outcome }: Shot): string => `${name}: ${told(outcome)}`;
  const times = outcomes.map(({ outcome }) => took(outcome)).toSorted((a, b) => a - b);
  const at = (share: number): string => `${(times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0)} ms`;
  checks.fact("rolling", "Restarts", `${exits.length}, each replica of each service ${options.restarts} times`);
  checks.fact("rolling", "Requests", `${outcomes.length} at ${load.rate().toFixed(0)} a second`);
  checks.fact("rolling", "Times", `median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`);
  checks.fact("rolling", "Moved to the other gateway after a refused connection", String(load.moved));
  checks.none("rolling", "reset", "Requests without an answer", broken.map(line));
  checks.none("rolling", "5xx", "Answers of 5xx", refused.map(line));
  checks.none("rolling", "4xx", "Other answers that were not due", odd.map(line));
  checks.judge("rolling", "exit", {
    what: "From SIGTERM to the end of a process",
    must: `under ${exitMs / 1000} s, exit code 0`,
    seen: `longest ${(Math.max(...exits.map(({ ms }) => ms)) / 1000).toFixed(1)} s`,
    ok: exits.every(({ ms, code }) => ms < exitMs && code === 0),
    examples: exits.filter(({ ms, code }) => ms >= exitMs || code !== 0).map((each) => JSON.stringify(each)),
  });
  checks.none(
    "rolling",
    "lost",
    "Acknowledged and not in the store",
    created.filter((id) => !there.has(id)),
  );
  checks.none("rolling", "deaths", "Processes that ended by themselves", world.deaths);
  for (const each of clients) each.close();
  await ground.close(world);
}

const listing = {
  title: "rolling",
  propertyType: "House",
  propertyCategory: "Residential",
  price: 1,
  currency: "EUR",
  address: { city: "Valencia", country: "ES" },
};

async function seed(client: Client, credential: string): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < 20; made++) {
    const answer = await expectOk(
      client.send("/properties?waitForIndex=true", { credential, body: listing }),
      "creating a listing",
    );
    ids.push(String(rowOf(answer)["id"]));
  }
  return ids;
}

interface Shot {
  name: string;
  outcome: Outcome;
}

/** Requests at a fixed rate, whether or not the ones before were answered. */
class Load {
  readonly outcomes: Shot[] = [];
  /** Ids of listings whose creation was acknowledged. */
  readonly created: string[] = [];
  readonly #balancer: Balancer;
  readonly #timer: NodeJS.Timeout;
  readonly #under = new Set<Promise<void>>();
  readonly #began = performance.now();
  #ended = 0;
  #sent = 0;

  constructor(world: World, account: { key: string; token: string }, ids: readonly string[], random: Random) {
    this.#balancer = new Balancer(world.gateways);
    const shoot = async (): Promise<void> => {
      const [name, path, sending] = choose(random, ids, account);
      const outcome = await this.#balancer.send(path, sending);
      this.outcomes.push({ name, outcome });
      if (name === "create" && outcome.status === 201) this.created.push(String(rowOf(outcome)["id"]));
    };
    this.#timer = setInterval(() => {
      // A timer that comes late must not lower the rate.
      const due = ((performance.now() - this.#began) / 1000) * perSecond;
      while (this.#sent < due) {
        this.#sent++;
        const one = shoot();
        this.#under.add(one);
        void one.finally(() => this.#under.delete(one));
      }
    }, 1000 / perSecond);
  }

  get moved(): number {
    return this.#balancer.moved;
  }

  told(): string {
    const bad = this.outcomes.filter(({ outcome }) => outcome.status === 0 || outcome.status >= 500).length;
    return `${this.outcomes.length} answers, ${bad} bad`;
  }

  rate(): number {
    return (this.outcomes.length * 1000) / (this.#ended - this.#began);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ended = performance.now();
    await Promise.all(this.#under);
    await this.#balancer.stop();
  }
}

function choose(
  random: Random,
  ids: readonly string[],
  { key, token }: { key: string; token: string },
): [string, ...Parameters<Client["send"]>] {
  const choice = random.next();
  const id = random.pick(ids);
  if (choice < 0.5) return ["get", `/properties/${id}`, { credential: key }];
  if (choice < 0.65) return ["search", "/properties/search", { credential: key, body: { text: "rolling", limit: 5 } }];
  if (choice < 0.75) return ["similar", `/properties/${id}/similar`, { credential: key }];
  if (choice < 0.85) {
    const price = Math.floor(random.next() * 1_000_000);
    return ["update", `/properties/${id}`, { method: "PATCH", credential: key, body: { price } }];
  }
  if (choice < 0.92) return ["create", "/properties", { credential: key, body: listing }];
  return ["list keys", "/api-keys", { credential: token }];
}
