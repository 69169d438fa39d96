import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import {
  type Client,
  expectOk,
  responseTimeoutMs,
  type Outcome,
  bodyOf,
  type RequestOptions,
  summaryOf,
  durationOf,
} from "../client.ts";
import { faultModes, type Link, type LinkMode } from "../proxy.ts";
import type { ScenarioContext } from "../scenario.ts";
import { type Account, linkNames, type LinkName, openAccount, type Cluster } from "../cluster.ts";

interface Probe {
  name: string;
  path: string;
  options: () => RequestOptions;
}

/** Milliseconds within which every request must get a response. */
const errorDeadlineMs = 2_000;
const recoveryMs = 5_000;
const faultDurationMs = 4_000;
/** Milliseconds between two waves of requests over a disturbed link. */
const waveMs = 400;
/** Maximum growth of a service's memory over the whole scenario, in MiB. */
const memoryGrowthMaxMiB = 64;
/** Milliseconds of regular requests within which unused memory must be released. */
const memoryTimeoutMs = 30_000;

/** Disturbs each link in each mode while requests that need the link are sent. */
export async function links(context: ScenarioContext): Promise<void> {
  const { checks, onProgress } = context;
  const { links: selected } = context.options;
  const names = context.focus.links ?? (selected.length > 0 ? selected : linkNames);
  const cluster = await context.open({
    name: "links",
    replicas: { gateway: 1, listings: 1, search: 1, keys: 1 },
    links: names,
  });
  const { account, clients } = await openAccount(cluster);
  const [client] = clients;
  if (client === undefined) throw new Error("there is no gateway");
  const probes = await createProbes(client, account);
  // Warms up all code paths before the first measurement of memory.
  for (let at = 0; at < 60; at++) for (const list of Object.values(probes)) await sendProbes(client, list);
  const before = memory(cluster);

  const cases: Case[] = [];
  for (const name of names)
    for (const mode of faultModes) {
      const link = cluster.links.get(name);
      if (link === undefined) continue;
      const one = await disturb(client, name, link, mode, probesOf(name, probes));
      cases.push(one);
      onProgress(
        `${name} ${mode}: ${one.outcomes} responses, slowest ${one.slowest.toFixed(0)} ms, recovered after ${one.recoveredMs.toFixed(0)} ms${one.late.length + one.invalid.length === 0 ? "" : `; ${one.late.length} late, ${one.invalid.length} invalid`}`,
      );
    }
  await cluster.untilReady();
  const growth = await waitForMemory(cluster, before, async () => {
    for (const list of Object.values(probes)) await sendProbes(client, list);
  });

  const slowest = cases.toSorted((a, b) => b.slowest - a.slowest);
  checks.recordFact("links", "Cases", `${cases.length}: ${names.join(", ")}; each ${faultModes.join(", ")}`);
  checks.recordFact(
    "links",
    "Requests over disturbed links",
    String(cases.reduce((total, each) => total + each.outcomes, 0)),
  );
  checks.recordNone(
    "links",
    "no-response",
    `Requests without a response in ${responseTimeoutMs / 1000} s, or with a broken connection`,
    cases.flatMap((each) => each.noResponse),
  );
  checks.recordNone(
    "links",
    "invalid",
    "Responses other than a success, or a 503 or 504 problem with Retry-After",
    cases.flatMap((each) => each.invalid),
  );
  checks.record("links", "late", {
    what: `Responses that took longer than ${errorDeadlineMs / 1000} s`,
    expected: "0",
    seen: `${cases.reduce((total, each) => total + each.late.length, 0)}; slowest ${slowest
      .slice(0, 3)
      .map((each) => `${(each.slowest / 1000).toFixed(1)} s (${each.name} ${each.mode})`)
      .join(", ")}`,
    ok: cases.every((each) => each.late.length === 0),
    examples: cases.flatMap((each) => each.late.slice(0, 1)),
  });
  const slowToRecover = cases.filter(({ recoveredMs }) => recoveredMs > recoveryMs);
  checks.record("links", "recovery", {
    what: "All requests succeed after the link is restored",
    expected: `within ${recoveryMs / 1000} s`,
    seen: `slowest ${(Math.max(...cases.map(({ recoveredMs }) => recoveredMs)) / 1000).toFixed(1)} s`,
    ok: slowToRecover.length === 0,
    examples: slowToRecover.map(
      ({ name, mode, recoveredMs }) => `${name} ${mode}: ${(recoveredMs / 1000).toFixed(1)} s`,
    ),
  });
  checks.record("links", "memory", {
    what: "Resident memory of each service after all cases, compared with before",
    expected: `at most ${memoryGrowthMaxMiB} MiB more`,
    seen: growth.map(({ label, mib, grown }) => `${label} ${mib.toFixed(0)} MiB (${signed(grown)})`).join(", "),
    ok: growth.every(({ grown }) => grown <= memoryGrowthMaxMiB),
  });
  checks.recordNone("links", "deaths", "Processes that exited unexpectedly", cluster.unexpectedExits);
  client.close();
  await context.close(cluster);
}

const signed = (value: number): string => `${value < 0 ? "" : "+"}${value.toFixed(0)}`;

type Kind = "store" | "search" | "keys" | "session";

async function createProbes(client: Client, { token, key, createKey }: Account): Promise<Record<Kind, Probe[]>> {
  // Each repeated revocation writes to MongoDB and Redis, as the first one does.
  const { id: revoked } = await createKey("revoked repeatedly");
  const listing = {
    title: "probe",
    propertyType: "House",
    propertyCategory: "Residential",
    price: 1,
    currency: "EUR",
    address: { city: "Valencia", country: "ES" },
  };
  const created = await expectOk(
    client.send("/properties?waitForIndex=true", { credential: key, body: listing }),
    "creating a listing",
  );
  const id = String(bodyOf(created)["id"]);
  let price = 1;
  const probe = (name: string, path: string, options: () => RequestOptions): Probe => ({ name, path, options });
  return {
    store: [
      probe("get", `/properties/${id}`, () => ({ credential: key })),
      probe("list", "/properties?limit=1", () => ({ credential: key })),
      probe("update", `/properties/${id}`, () => ({ method: "PATCH", credential: key, body: { price: price++ } })),
      probe("create", "/properties", () => ({ credential: key, body: listing })),
    ],
    search: [
      probe("search", "/properties/search", () => ({
        credential: key,
        body: { query: "house in Valencia", limit: 1 },
      })),
      probe("similar", `/properties/${id}/similar`, () => ({ credential: key })),
      probe("filters", "/properties/search", () => ({
        credential: key,
        // A different filter each time, so that no cache can serve the response.
        body: { filters: { price: { min: price++ / 1_000 } }, limit: 1 },
      })),
    ],
    keys: [
      probe("list keys", "/api-keys", () => ({ credential: token })),
      probe("revoke key", `/api-keys/${revoked}`, () => ({ method: "DELETE", credential: token })),
    ],
    session: [probe("whoami", "/auth/whoami", () => ({ credential: token }))],
  };
}

function probesOf(name: LinkName, probes: Record<Kind, Probe[]>): Probe[] {
  if (name.startsWith("gateway-")) return [...probes.store, ...probes.search, ...probes.keys];
  if (name.startsWith("keys-")) return [...probes.keys, ...probes.session];
  return name.startsWith("listings-") ? probes.store : probes.search;
}

interface ProbeResult {
  name: string;
  outcome: Outcome;
}

const sendProbes = (client: Client, probes: readonly Probe[]): Promise<ProbeResult[]> =>
  Promise.all(probes.map(async ({ name, path, options }) => ({ name, outcome: await client.send(path, options()) })));

interface Case {
  name: LinkName;
  mode: LinkMode;
  outcomes: number;
  slowest: number;
  /** Milliseconds from restoring the link until all requests succeeded. */
  recoveredMs: number;
  noResponse: string[];
  invalid: string[];
  late: string[];
}

async function disturb(
  client: Client,
  name: LinkName,
  link: Link,
  mode: LinkMode,
  probes: readonly Probe[],
): Promise<Case> {
  const waves: Promise<ProbeResult[]>[] = [];
  await link.set(mode);
  const until = performance.now() + faultDurationMs;
  while (performance.now() < until) {
    waves.push(sendProbes(client, probes));
    await setTimeout(waveMs);
  }
  // The requests of the last wave get their full time before the link is restored.
  const outcomesOfWaves = Promise.all(waves);
  await Promise.race([outcomesOfWaves, setTimeout(errorDeadlineMs)]);
  await link.set("open");
  const recoveredMs = await waitForRecovery(client, probes);
  const shots = (await outcomesOfWaves).flat();
  const lineOf = ({ name: probe, outcome }: ProbeResult): string => `${name} ${mode}, ${probe}: ${summaryOf(outcome)}`;
  const result: Case = {
    name,
    mode,
    outcomes: shots.length,
    slowest: Math.max(...shots.map(({ outcome }) => durationOf(outcome))),
    recoveredMs,
    noResponse: [],
    invalid: [],
    late: [],
  };
  for (const shot of shots) {
    if (shot.outcome.status === 0) result.noResponse.push(lineOf(shot));
    else if (!isAcceptable(shot.outcome)) result.invalid.push(lineOf(shot));
    if (durationOf(shot.outcome) > errorDeadlineMs) result.late.push(lineOf(shot));
  }
  return result;
}

/** Whether a response is a success, or a 503 or 504 problem document with `Retry-After`. */
export function isAcceptable({ status, headers, body }: Outcome): boolean {
  if (status >= 200 && status < 300) return true;
  if (status !== 503 && status !== 504) return false;
  const isProblem = headers["content-type"]?.startsWith("application/problem+json") === true;
  return isProblem && typeof body === "object" && /^\d+$/.test(headers["retry-after"] ?? "");
}

/** @returns milliseconds until all probes succeed together */
async function waitForRecovery(client: Client, probes: readonly Probe[]): Promise<number> {
  const began = performance.now();
  for (;;) {
    const shots = await sendProbes(client, probes);
    if (shots.every(({ outcome }) => outcome.status >= 200 && outcome.status < 300)) return performance.now() - began;
    if (performance.now() - began > 60_000) {
      const bad = shots.filter(({ outcome }) => outcome.status >= 300 || outcome.status === 0);
      throw new Error(
        `not recovered after a minute: ${bad.map((each) => `${each.name} ${summaryOf(each.outcome)}`).join(", ")}`,
      );
    }
    await setTimeout(100);
  }
}

interface Growth {
  label: string;
  mib: number;
  /** Growth in MiB since the first measurement. */
  grown: number;
}

/** Sends requests until memory is released: a leak remains, uncollected garbage does not. */
async function waitForMemory(
  cluster: Cluster,
  before: ReadonlyMap<string, number>,
  work: () => Promise<void>,
): Promise<Growth[]> {
  const deadline = performance.now() + memoryTimeoutMs;
  for (;;) {
    const growth = [...memory(cluster)].map(([label, mib]) => ({ label, mib, grown: mib - (before.get(label) ?? 0) }));
    if (growth.every(({ grown }) => grown <= memoryGrowthMaxMiB) || performance.now() > deadline) return growth;
    await work();
  }
}

/** Resident memory of each member in MiB. Source: proc_pid_status(5). */
function memory(cluster: Cluster): Map<string, number> {
  return new Map(
    cluster.replicaList.map(({ label, process: { pid } }) => {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return [label, Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024];
    }),
  );
}
