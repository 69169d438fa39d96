import { setTimeout } from "node:timers/promises";
import type { Check } from "./check.ts";
import { dearSearches } from "./expensive-queries.ts";
import { type Ask, broken, Client, closely, percentile, steadily, type Taken } from "./load.ts";
import type { Target } from "./target.ts";

const listings = 20_000;
const attackers = 40;
const atOnce = 50;
const attackMs = 20_000;
const p99Max = 500;
const perSecond = 20;
/** Each search is tried so often, to find the dearest. */
const tries = 5;

/** The dearest searches that one tenant may send, with many keys at once, beside another tenant's work. */
export async function runCost(target: Target, onProgress: (line: string) => void): Promise<Check[]> {
  const attacker = await target.tenant("Attacker");
  const victim = await target.tenant("Victim");
  onProgress(`storing ${listings} listings`);
  await target.fill(attacker, listings);
  const ids = await target.fill(victim, 200);
  const keys = await target.keys(attacker, attackers);
  const { bodies: dear, check } = await dearest(target, attacker.key, onProgress);
  const work = usualWork(victim.key, ids);
  onProgress("the other tenant alone");
  const alone = await beside(target, work, (signal) => setTimeout(8_000, undefined, { signal }));
  onProgress(`the other tenant beside ${atOnce} of the dearest searches at once`);
  const hostile = new Client(target.url, atOnce);
  let turn = 0;
  const next = (): Ask => {
    turn++;
    return {
      path: "/properties/search",
      key: keys[turn % keys.length] ?? attacker.key,
      body: dear[turn % dear.length],
    };
  };
  const pressed = await beside(target, work, async (signal) => {
    // Not AbortSignal.timeout: one that nobody else holds may be collected before it fires.
    const over = new AbortController();
    const end = (): void => over.abort();
    signal.addEventListener("abort", end, { once: true });
    const attacking = closely(hostile, next, atOnce, over.signal);
    await Promise.race([attacking, setTimeout(attackMs)]);
    end();
    await attacking;
  });
  const attack = hostile.taken();
  hostile.close();
  const answered = attack.statuses.get(200) ?? 0;
  return [
    check,
    { what: "another tenant's p99 alone", wanted: "for comparison", seen: shown(alone), failures: broken(alone) },
    {
      what: `another tenant's p99 beside ${atOnce} dear searches at once`,
      wanted: `below ${p99Max} ms, no 5xx`,
      seen: shown(pressed),
      failures: [
        ...(percentile(pressed.ms, 0.99) < p99Max ? [] : [`p99 ${percentile(pressed.ms, 0.99).toFixed(0)} ms`]),
        ...broken(pressed),
      ],
    },
    {
      what: "the dear searches themselves",
      wanted: "answered, no 5xx",
      seen: `${shown(attack)}, ${[...attack.statuses].map(([status, count]) => `${status} ×${count}`).join(", ")}`,
      failures: [...broken(attack), ...(answered > 0 ? [] : ["none was answered: nothing was measured"])],
    },
  ];
}

const shown = ({ ms }: Taken): string =>
  `p50 ${percentile(ms, 0.5).toFixed(0)} ms, p99 ${percentile(ms, 0.99).toFixed(0)} ms of ${ms.length}`;

/** What people do all day: look at a listing, at similar ones, search a little, count. */
const usualWork = (key: string, ids: readonly string[]): Ask[] =>
  ids.slice(0, 100).flatMap((id): Ask[] => [
    { path: `/properties/${id}`, key },
    { path: `/properties/${id}/similar`, key },
    { path: "/properties/search", key, body: { filters: { cities: ["Sacramento"], bedrooms: { min: 2 } } } },
    { path: "/properties/aggregations", key },
  ]);

async function beside(
  target: Target,
  asks: readonly Ask[],
  meanwhile: (signal: AbortSignal) => Promise<unknown>,
): Promise<Taken> {
  const client = new Client(target.url, 32);
  const ended = new AbortController();
  try {
    await Promise.all([
      meanwhile(ended.signal)
        .catch(() => undefined)
        .finally(() => ended.abort()),
      steadily(client, asks, perSecond, ended.signal),
    ]);
    return client.taken();
  } finally {
    client.close();
  }
}

interface Dear {
  /** The three that take longest, each by itself. */
  bodies: object[];
  check: Check;
}

async function dearest(target: Target, key: string, onProgress: (line: string) => void): Promise<Dear> {
  const found: { name: string; body: object; ms: number }[] = [];
  const failures: string[] = [];
  for (const [name, body] of Object.entries(dearSearches)) {
    const ask = { path: "/properties/search", key, body };
    const client = new Client(target.url, 1);
    // The first of its kind finds cold caches.
    await client.send(ask);
    const measured = new Client(target.url, 1);
    for (let tried = 0; tried < tries; tried++) await measured.send(ask);
    const taken = measured.taken();
    client.close();
    measured.close();
    const ms = percentile(taken.ms, 0.5);
    onProgress(`${name}: ${ms.toFixed(0)} ms`);
    failures.push(
      ...[...taken.statuses.keys()].filter((status) => status !== 200).map((status) => `${name}: ${status}`),
    );
    found.push({ name, body, ms });
  }
  const dear = found.toSorted((one, other) => other.ms - one.ms).slice(0, 3);
  const seen = dear.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(", ");
  return {
    bodies: dear.map(({ body }) => body),
    check: { what: "each dear search by itself", wanted: "answered", seen, failures },
  };
}
