import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { type Client, expectOk, hangMs, type Outcome, rowOf, type Sending, told, took } from "../client.ts";
import { faultModes, type Link, type LinkMode } from "../proxy.ts";
import type { Ground } from "../scenario.ts";
import { type Account, linkNames, type LinkName, openAccount, type World } from "../cluster.ts";

interface Probe {
  name: string;
  path: string;
  sending: () => Sending;
}

/** A refusal that tells what to do must come within this. */
const refusalMs = 2_000;
const healMs = 5_000;
const faultMs = 4_000;
/** Milliseconds between two waves of requests over a disturbed link. */
const waveMs = 400;
/** Memory that a service may hold more after all faults than before them; MiB. */
const growthMiB = 64;
/** Milliseconds of usual requests within which what is not needed any more must have been given back. */
const flatMs = 30_000;

/** Every link of every service, each disturbed in each way while requests that need it come. */
export async function links(ground: Ground): Promise<void> {
  const { checks, onProgress } = ground;
  const { links: wanted } = ground.options;
  const names = ground.focus.links ?? (wanted.length > 0 ? wanted : linkNames);
  const world = await ground.open({
    name: "links",
    replicas: { gateway: 1, listings: 1, search: 1, keys: 1 },
    links: names,
  });
  const { account, clients } = await openAccount(world);
  const [client] = clients;
  if (client === undefined) throw new Error("there is no gateway");
  const probes = await makeProbes(client, account);
  // Everything is used before memory is looked at for the first time.
  for (let at = 0; at < 60; at++) for (const list of Object.values(probes)) await fire(client, list);
  const before = memory(world);

  const cases: Case[] = [];
  for (const name of names)
    for (const mode of faultModes) {
      const link = world.links.get(name);
      if (link === undefined) continue;
      const one = await disturb(client, name, link, mode, probesOf(name, probes));
      cases.push(one);
      onProgress(
        `${name} ${mode}: ${one.outcomes} answers, slowest ${one.slowest.toFixed(0)} ms, healed after ${one.healed.toFixed(0)} ms${one.late.length + one.unclean.length === 0 ? "" : `; ${one.late.length} late, ${one.unclean.length} not clean`}`,
      );
    }
  await world.healthy();
  const growth = await untilFlat(world, before, async () => {
    for (const list of Object.values(probes)) await fire(client, list);
  });

  const slowest = cases.toSorted((a, b) => b.slowest - a.slowest);
  checks.fact("links", "Cases", `${cases.length}: ${names.join(", ")}; each ${faultModes.join(", ")}`);
  checks.fact(
    "links",
    "Requests over disturbed links",
    String(cases.reduce((total, each) => total + each.outcomes, 0)),
  );
  checks.none(
    "links",
    "hang",
    `Requests without any answer in ${hangMs / 1000} s, or whose connection broke`,
    cases.flatMap((each) => each.unanswered),
  );
  checks.none(
    "links",
    "unclean",
    "Answers that are neither a success nor a 503 or 504 problem with Retry-After",
    cases.flatMap((each) => each.unclean),
  );
  checks.judge("links", "late", {
    what: `Answers that took longer than ${refusalMs / 1000} s`,
    must: "0",
    seen: `${cases.reduce((total, each) => total + each.late.length, 0)}; slowest ${slowest
      .slice(0, 3)
      .map((each) => `${(each.slowest / 1000).toFixed(1)} s (${each.name} ${each.mode})`)
      .join(", ")}`,
    ok: cases.every((each) => each.late.length === 0),
    examples: cases.flatMap((each) => each.late.slice(0, 1)),
  });
  const slowToHeal = cases.filter(({ healed }) => healed > healMs);
  checks.judge("links", "heal", {
    what: "All requests succeed again after the link is open",
    must: `within ${healMs / 1000} s`,
    seen: `slowest ${(Math.max(...cases.map(({ healed }) => healed)) / 1000).toFixed(1)} s`,
    ok: slowToHeal.length === 0,
    examples: slowToHeal.map(({ name, mode, healed }) => `${name} ${mode}: ${(healed / 1000).toFixed(1)} s`),
  });
  checks.judge("links", "memory", {
    what: "Resident memory of each service after all cases, against before",
    must: `at most ${growthMiB} MiB more`,
    seen: growth.map(({ label, mib, grown }) => `${label} ${mib.toFixed(0)} MiB (${signed(grown)})`).join(", "),
    ok: growth.every(({ grown }) => grown <= growthMiB),
  });
  checks.none("links", "deaths", "Processes that ended by themselves", world.deaths);
  client.close();
  await ground.close(world);
}

const signed = (value: number): string => `${value < 0 ? "" : "+"}${value.toFixed(0)}`;

type Kind = "store" | "search" | "keys" | "session";

async function makeProbes(client: Client, { token, key, createKey }: Account): Promise<Record<Kind, Probe[]>> {
  // Revoking it again goes to MongoDB and Redis like the first time.
  const { id: revoked } = await createKey("revoked again and again");
  const listing = {
    title: "probe",
    propertyType: "House",
    propertyCategory: "Residential",
    price: 1,
    currency: "EUR",
    address: { city: "Valencia", country: "ES" },
  };
  const made = await expectOk(
    client.send("/properties?waitForIndex=true", { credential: key, body: listing }),
    "creating a listing",
  );
  const id = String(rowOf(made)["id"]);
  let price = 1;
  const probe = (name: string, path: string, sending: () => Sending): Probe => ({ name, path, sending });
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
        // Another one each time: nothing that was kept answers it.
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

interface Shot {
  name: string;
  outcome: Outcome;
}

const fire = (client: Client, probes: readonly Probe[]): Promise<Shot[]> =>
  Promise.all(probes.map(async ({ name, path, sending }) => ({ name, outcome: await client.send(path, sending()) })));

interface Case {
  name: LinkName;
  mode: LinkMode;
  outcomes: number;
  slowest: number;
  /** Milliseconds after the link was opened. */
  healed: number;
  unanswered: string[];
  unclean: string[];
  late: string[];
}

async function disturb(
  client: Client,
  name: LinkName,
  link: Link,
  mode: LinkMode,
  probes: readonly Probe[],
): Promise<Case> {
  const waves: Promise<Shot[]>[] = [];
  await link.set(mode);
  const until = performance.now() + faultMs;
  while (performance.now() < until) {
    waves.push(fire(client, probes));
    await setTimeout(waveMs);
  }
  // Those of the last wave have their time before the link heals.
  const answered = Promise.all(waves);
  await Promise.race([answered, setTimeout(refusalMs)]);
  await link.set("open");
  const healed = await untilHealed(client, probes);
  const shots = (await answered).flat();
  const lineOf = ({ name: probe, outcome }: Shot): string => `${name} ${mode}, ${probe}: ${told(outcome)}`;
  const result: Case = {
    name,
    mode,
    outcomes: shots.length,
    slowest: Math.max(...shots.map(({ outcome }) => took(outcome))),
    healed,
    unanswered: [],
    unclean: [],
    late: [],
  };
  for (const shot of shots) {
    if (shot.outcome.status === 0) result.unanswered.push(lineOf(shot));
    else if (!isClean(shot.outcome)) result.unclean.push(lineOf(shot));
    if (took(shot.outcome) > refusalMs) result.late.push(lineOf(shot));
  }
  return result;
}

/** A success, or a problem document that says when to come again. */
export function isClean({ status, headers, body }: Outcome): boolean {
  if (status >= 200 && status < 300) return true;
  if (status !== 503 && status !== 504) return false;
  const isProblem = headers["content-type"]?.startsWith("application/problem+json") === true;
  return isProblem && typeof body === "object" && /^\d+$/.test(headers["retry-after"] ?? "");
}

/** @returns milliseconds until all probes succeed together */
async function untilHealed(client: Client, probes: readonly Probe[]): Promise<number> {
  const began = performance.now();
  for (;;) {
    const shots = await fire(client, probes);
    if (shots.every(({ outcome }) => outcome.status >= 200 && outcome.status < 300)) return performance.now() - began;
    if (performance.now() - began > 60_000) {
      const bad = shots.filter(({ outcome }) => outcome.status >= 300 || outcome.status === 0);
      throw new Error(
        `not healed after a minute: ${bad.map((each) => `${each.name} ${told(each.outcome)}`).join(", ")}`,
      );
    }
    await setTimeout(100);
  }
}

interface Growth {
  label: string;
  mib: number;
  /** MiB more than before. */
  grown: number;
}

/** What is held for good stays; what only waits to be collected goes while usual requests are answered. */
async function untilFlat(
  world: World,
  before: ReadonlyMap<string, number>,
  work: () => Promise<void>,
): Promise<Growth[]> {
  const deadline = performance.now() + flatMs;
  for (;;) {
    const growth = [...memory(world)].map(([label, mib]) => ({ label, mib, grown: mib - (before.get(label) ?? 0) }));
    if (growth.every(({ grown }) => grown <= growthMiB) || performance.now() > deadline) return growth;
    await work();
  }
}

/** Resident memory of each member in MiB. Source: proc_pid_status(5). */
function memory(world: World): Map<string, number> {
  return new Map(
    world.members.map(({ label, process: { pid } }) => {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return [label, Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024];
    }),
  );
}
