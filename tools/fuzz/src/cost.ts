import { setTimeout } from "node:timers/promises";
import type { Check } from "./check.ts";
import { expensiveQueries } from "./expensive-queries.ts";
import {
  type LoadRequest,
  failedResponses,
  Client,
  sendConcurrently,
  percentile,
  sendAtRate,
  type LoadResult,
} from "./load.ts";
import type { Target } from "./target.ts";

const listings = 20_000;
const attackers = 40;
const concurrency = 50;
const attackMs = 20_000;
const p99Max = 500;
const requestsPerSecond = 20;
/** Repetitions per search when looking for the most expensive ones. */
const tries = 5;

/** Checks that one tenant's most expensive searches, sent concurrently with many keys, do not slow down another tenant. */
export async function runCost(target: Target, onProgress: (line: string) => void): Promise<Check[]> {
  const attacker = await target.tenant("Attacker");
  const victim = await target.tenant("Victim");
  onProgress(`storing ${listings} listings`);
  await target.fill(attacker, listings);
  const ids = await target.fill(victim, 200);
  const keys = await target.keys(attacker, attackers);
  const { bodies: expensive, check } = await findMostExpensive(target, attacker.key, onProgress);
  const work = usualWork(victim.key, ids);
  onProgress("the other tenant alone");
  const baseline = await measureDuring(target, work, (signal) => setTimeout(8_000, undefined, { signal }));
  onProgress(`the other tenant during ${concurrency} concurrent expensive searches`);
  const hostile = new Client(target.url, concurrency);
  let turn = 0;
  const next = (): LoadRequest => {
    turn++;
    return {
      path: "/properties/search",
      key: keys[turn % keys.length] ?? attacker.key,
      body: expensive[turn % expensive.length],
    };
  };
  const pressed = await measureDuring(target, work, async (signal) => {
    // Not AbortSignal.timeout: an unreferenced signal may be garbage-collected before it fires.
    const over = new AbortController();
    const end = (): void => over.abort();
    signal.addEventListener("abort", end, { once: true });
    const attacking = sendConcurrently(hostile, next, concurrency, over.signal);
    await Promise.race([attacking, setTimeout(attackMs)]);
    end();
    await attacking;
  });
  const attack = hostile.result();
  hostile.close();
  const successes = attack.statuses.get(200) ?? 0;
  return [
    check,
    {
      what: "another tenant's p99 alone",
      expected: "for comparison",
      seen: shown(baseline),
      failures: failedResponses(baseline),
    },
    {
      what: `another tenant's p99 during ${concurrency} concurrent expensive searches`,
      expected: `below ${p99Max} ms, no 5xx`,
      seen: shown(pressed),
      failures: [
        ...(percentile(pressed.ms, 0.99) < p99Max ? [] : [`p99 ${percentile(pressed.ms, 0.99).toFixed(0)} ms`]),
        ...failedResponses(pressed),
      ],
    },
    {
      what: "the expensive searches themselves",
      expected: "responses, no 5xx",
      seen: `${shown(attack)}, ${[...attack.statuses].map(([status, count]) => `${status} ×${count}`).join(", ")}`,
      failures: [
        ...failedResponses(attack),
        ...(successes > 0 ? [] : ["no search succeeded, so nothing was measured"]),
      ],
    },
  ];
}

const shown = ({ ms }: LoadResult): string =>
  `p50 ${percentile(ms, 0.5).toFixed(0)} ms, p99 ${percentile(ms, 0.99).toFixed(0)} ms of ${ms.length}`;

/** A typical mix of requests: a listing, similar listings, a search, aggregations. */
const usualWork = (key: string, ids: readonly string[]): LoadRequest[] =>
  ids.slice(0, 100).flatMap((id): LoadRequest[] => [
    { path: `/properties/${id}`, key },
    { path: `/properties/${id}/similar`, key },
    { path: "/properties/search", key, body: { filters: { cities: ["Sacramento"], bedrooms: { min: 2 } } } },
    { path: "/properties/aggregations", key },
  ]);

async function measureDuring(
  target: Target,
  loadRequests: readonly LoadRequest[],
  meanwhile: (signal: AbortSignal) => Promise<unknown>,
): Promise<LoadResult> {
  const client = new Client(target.url, 32);
  const ended = new AbortController();
  try {
    await Promise.all([
      meanwhile(ended.signal)
        .catch(() => undefined)
        .finally(() => ended.abort()),
      sendAtRate(client, loadRequests, requestsPerSecond, ended.signal),
    ]);
    return client.result();
  } finally {
    client.close();
  }
}

interface ExpensiveQueries {
  /** The three slowest searches when sent alone. */
  bodies: object[];
  check: Check;
}

async function findMostExpensive(
  target: Target,
  key: string,
  onProgress: (line: string) => void,
): Promise<ExpensiveQueries> {
  const found: { name: string; body: object; ms: number }[] = [];
  const failures: string[] = [];
  for (const [name, body] of Object.entries(expensiveQueries)) {
    const loadRequest = { path: "/properties/search", key, body };
    const client = new Client(target.url, 1);
    // The first request of a kind warms up the caches.
    await client.send(loadRequest);
    const measured = new Client(target.url, 1);
    for (let tried = 0; tried < tries; tried++) await measured.send(loadRequest);
    const result = measured.result();
    client.close();
    measured.close();
    const ms = percentile(result.ms, 0.5);
    onProgress(`${name}: ${ms.toFixed(0)} ms`);
    failures.push(
      ...[...result.statuses.keys()].filter((status) => status !== 200).map((status) => `${name}: ${status}`),
    );
    found.push({ name, body, ms });
  }
  const expensive = found.toSorted((one, other) => other.ms - one.ms).slice(0, 3);
  const seen = expensive.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(", ");
  return {
    bodies: expensive.map(({ body }) => body),
    check: { what: "each expensive search alone", expected: "200", seen, failures },
  };
}
