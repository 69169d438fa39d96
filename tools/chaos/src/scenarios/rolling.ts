import { setTimeout } from "node:timers/promises";
import { type Client, clientAt, expectOk, type Outcome, bodyOf, summaryOf, durationOf } from "../client.ts";
import type { Random } from "../random.ts";
import { readStore } from "../read-listings.ts";
import type { ScenarioContext } from "../scenario.ts";
import { type Replica, openAccount, type Cluster } from "../cluster.ts";

const requestsPerSecond = 100;
const exitMs = 10_000;
/** Milliseconds under load before the first restart. */
const baselineMs = 10_000;
/** Milliseconds between two readiness checks of the load balancer. */
const pollIntervalMs = 200;
/** How long a stopping gateway still accepts connections: several readiness checks, in milliseconds. */
const shutdownDelayMs = 1_500;

/**
 * A client-side load balancer: polls `/readyz` of each gateway, sends round robin to those that are ready, and uses
 * another one if a connection is rejected, since nothing was sent then. It never sends a request twice otherwise.
 */
class LoadBalancer {
  retried = 0;
  readonly #targets: { client: Client; replica: Replica; isReady: boolean }[];
  #turn = 0;
  #stopped = false;
  #polling: Promise<void>;

  constructor(replicaList: readonly Replica[]) {
    this.#targets = replicaList.map((replica) => ({ replica, client: clientAt(replica.url), isReady: true }));
    this.#polling = this.#poll();
  }

  async send(...args: Parameters<Client["send"]>): Promise<Outcome> {
    let last: Outcome | undefined;
    const rejecting = new Set<unknown>();
    for (let tries = 0; tries < this.#targets.length; tries++) {
      const untried = this.#targets.filter((each) => !rejecting.has(each));
      const ready = untried.filter(({ isReady }) => isReady);
      const from = ready.length === 0 ? untried : ready;
      const target = from[this.#turn++ % from.length];
      if (target === undefined) break;
      last = await target.client.send(...args);
      if (last.error !== "ECONNREFUSED") return last;
      target.isReady = false;
      rejecting.add(target);
      this.retried++;
    }
    if (last === undefined) throw new Error("the cluster has no gateway");
    return last;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#polling;
    for (const { client } of this.#targets) client.close();
  }

  async #poll(): Promise<void> {
    while (!this.#stopped) {
      await Promise.all(
        this.#targets.map(async (target) => {
          try {
            const { status } = await fetch(`${target.replica.opsUrl}/readyz`, { signal: AbortSignal.timeout(2_000) });
            target.isReady = status === 200;
          } catch {
            target.isReady = false;
          }
        }),
      );
      await setTimeout(pollIntervalMs);
    }
  }
}

/** Stops and replaces each replica in turn under a constant load, with two replicas per service. */
export async function rolling(context: ScenarioContext): Promise<void> {
  const { checks, options, onProgress } = context;
  const cluster = await context.open({
    name: "rolling",
    replicas: { gateway: 2, listings: 2, search: 2, keys: 2 },
    env: { SHUTDOWN_DELAY_MS: String(shutdownDelayMs) },
  });
  const { account, clients } = await openAccount(cluster);
  const [client] = clients;
  if (client === undefined) throw new Error("the cluster has no gateway");
  const load = new Load(cluster, account, await seed(client, account.key), context.random.derive("rolling"));
  const exits: { label: string; ms: number; code: number | null }[] = [];
  // Failures before the first restart mean that the machine is too slow for this rate.
  await setTimeout(baselineMs);
  checks.recordFact("rolling", `In the ${baselineMs / 1000} s before the first restart`, load.summary());
  for (let cycle = 0; cycle < options.restarts; cycle++)
    for (const replica of cluster.replicaList) {
      replica.isDown = true;
      const began = performance.now();
      replica.process.stop().catch(() => undefined);
      const { code } = await replica.process.exited;
      const ms = performance.now() - began;
      exits.push({ label: replica.label, ms, code });
      await replica.start();
      await cluster.untilReady();
      onProgress(`${replica.label} ended after ${(ms / 1000).toFixed(1)} s and was replaced; ${load.summary()}`);
      await setTimeout(500);
    }
  await setTimeout(1_000);
  await load.stop();

  const { outcomes, created } = load;
  const there = new Set((await readStore(client, account.token)).map(({ id }) => id));
  const broken = outcomes.filter(({ outcome }) => outcome.status === 0);
  const rejected = outcomes.filter(({ outcome }) => outcome.status >= 500);
  const unexplained = outcomes.filter(({ outcome: { status } }) => status >= 300 && status < 500);
  const line = ({ name, outcome }: ProbeResult): string => `${name}: ${summaryOf(outcome)}`;
  const times = outcomes.map(({ outcome }) => durationOf(outcome)).toSorted((a, b) => a - b);
  const at = (share: number): string => `${(times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0)} ms`;
  checks.recordFact("rolling", "Restarts", `${exits.length}, each replica of each service ${options.restarts} times`);
  checks.recordFact("rolling", "Requests", `${outcomes.length} at ${load.rate().toFixed(0)} per second`);
  checks.recordFact("rolling", "Response times", `median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`);
  checks.recordFact("rolling", "Sent to the other gateway after a rejected connection", String(load.retried));
  checks.recordNone("rolling", "reset", "Requests without a response", broken.map(line));
  checks.recordNone("rolling", "5xx", "5xx responses", rejected.map(line));
  checks.recordNone("rolling", "4xx", "Other unexpected responses", unexplained.map(line));
  checks.record("rolling", "exit", {
    what: "Time from SIGTERM to the exit of a process",
    expected: `under ${exitMs / 1000} s, exit code 0`,
    seen: `longest ${(Math.max(...exits.map(({ ms }) => ms)) / 1000).toFixed(1)} s`,
    ok: exits.every(({ ms, code }) => ms < exitMs && code === 0),
    examples: exits.filter(({ ms, code }) => ms >= exitMs || code !== 0).map((each) => JSON.stringify(each)),
  });
  checks.recordNone(
    "rolling",
    "lost",
    "Acknowledged but missing in the store",
    created.filter((id) => !there.has(id)),
  );
  checks.recordNone("rolling", "deaths", "Processes that exited unexpectedly", cluster.unexpectedExits);
  for (const each of clients) each.close();
  await context.close(cluster);
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
  for (let created = 0; created < 20; created++) {
    const response = await expectOk(
      client.send("/properties?waitForIndex=true", { credential, body: listing }),
      "creating a listing",
    );
    ids.push(String(bodyOf(response)["id"]));
  }
  return ids;
}

interface ProbeResult {
  name: string;
  outcome: Outcome;
}

/** Open-loop load: sends requests at a fixed rate, independent of responses. */
class Load {
  readonly outcomes: ProbeResult[] = [];
  /** Ids of listings whose creation was acknowledged. */
  readonly created: string[] = [];
  readonly #balancer: LoadBalancer;
  readonly #timer: NodeJS.Timeout;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #began = performance.now();
  #ended = 0;
  #sent = 0;

  constructor(cluster: Cluster, account: { key: string; token: string }, ids: readonly string[], random: Random) {
    this.#balancer = new LoadBalancer(cluster.gateways);
    const shoot = async (): Promise<void> => {
      const [name, path, options] = choose(random, ids, account);
      const outcome = await this.#balancer.send(path, options);
      this.outcomes.push({ name, outcome });
      if (name === "create" && outcome.status === 201) this.created.push(String(bodyOf(outcome)["id"]));
    };
    this.#timer = setInterval(() => {
      // A late timer must not lower the rate.
      const due = ((performance.now() - this.#began) / 1000) * requestsPerSecond;
      while (this.#sent < due) {
        this.#sent++;
        const one = shoot();
        this.#inFlight.add(one);
        void one.finally(() => this.#inFlight.delete(one));
      }
    }, 1000 / requestsPerSecond);
  }

  get retried(): number {
    return this.#balancer.retried;
  }

  summary(): string {
    const bad = this.outcomes.filter(({ outcome }) => outcome.status === 0 || outcome.status >= 500).length;
    return `${this.outcomes.length} responses, ${bad} failed`;
  }

  rate(): number {
    return (this.outcomes.length * 1000) / (this.#ended - this.#began);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ended = performance.now();
    await Promise.all(this.#inFlight);
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
