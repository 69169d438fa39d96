import type { Contestant, ContestantName } from "./frameworks/framework.ts";
import type { LoadJob, LoadResult } from "./load/job.ts";
import type { Path } from "./workloads.ts";
import { essences, requireSame } from "./same-response.ts";
import { cpuSeconds, type ProcessRole, residentMiB, settle } from "./processes.ts";
import { median } from "./statistics.ts";
import { warmUp } from "./warm-up.ts";

/** What one round of one contestant showed. */
export interface Round {
  /** Answers a second (writes of many: listings a second). */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU microseconds an answer (or listing): all processes of the contestant, its gateways alone, the engines. */
  cpuUs: number;
  gatewayUs: number | undefined;
  engineUs: number;
  residentMiB: number;
  /** Answers with another status than they should have, by status. */
  refused: Readonly<Record<number, number>>;
  /** Share of one core that the load generator used. */
  generatorShare: number;
}

/** What a path showed, by contestant, round by round. */
export interface Measured {
  path: Path;
  listings: number;
  /** How many turns each needed until its answers grew no cheaper. */
  warmupTurns: Map<ContestantName, number>;
  rounds: Map<ContestantName, Round[]>;
  /** p99 in milliseconds when all had the same load. */
  sameLoad: { rate: number; p99: Map<ContestantName, number[]> } | undefined;
  /** Why a contestant has no rounds. */
  failures: Map<ContestantName, string>;
}

export interface MeasureOptions {
  rounds: number;
  seconds: number;
  /** Length of a turn of warm-up, and the most of them. */
  warmupSeconds: number;
  warmupTurns: number;
  connections: number;
  latencyRounds: number;
  listings: number;
}

/** A contestant with what it is asked on one path. */
interface Entrant {
  contestant: Contestant;
  fire: (seconds: number, rate?: number) => Promise<LoadResult>;
}

export interface Drivers {
  http: (job: LoadJob) => Promise<LoadResult>;
  insert: (job: { rows: number; connections: number; seconds: number }) => Promise<LoadResult>;
}

const sameLoadShare = 0.6;

/** Contestants take turns, in another order each round, each alone on the machine but for the engines. */
export async function measure(
  path: Path,
  contestants: readonly Contestant[],
  backingServices: readonly ProcessRole[],
  drivers: Drivers,
  options: MeasureOptions,
): Promise<Measured> {
  const failures = new Map<ContestantName, string>();
  const rounds = new Map<ContestantName, Round[]>();
  const enginePids = backingServices.map(({ pid }) => pid);
  const everyPid = [...enginePids, ...contestants.flatMap(({ processes }) => processes.map(({ pid }) => pid))];
  let entrants: Entrant[] = [];
  let expected: unknown[] = [];
  const attempt = async (contestant: Contestant, run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      failures.set(contestant.name, error instanceof Error ? error.message : String(error));
      rounds.delete(contestant.name);
      entrants = entrants.filter((each) => each.contestant !== contestant);
    }
  };

  for (const contestant of contestants) {
    await attempt(contestant, async () => {
      const fire = await firing(path, contestant, drivers, options);
      const answers = await essences(path, contestant);
      if (expected.length === 0) expected = answers;
      requireSame(expected, answers);
      entrants.push({ contestant, fire });
      rounds.set(contestant.name, []);
    });
  }
  const turns = entrants.map(({ contestant, fire }) => {
    const turn = async (): Promise<number | undefined> => {
      let cost: number | undefined;
      await attempt(contestant, async () => {
        const round = await oneRound(path, contestant, enginePids, everyPid, () => fire(options.warmupSeconds));
        cost = round.cpuUs + round.engineUs;
      });
      return cost;
    };
    return [contestant.name, turn] as const;
  });
  // Writes make the data grow: they get the least that says something.
  const warmupTurns = await warmUp(new Map(turns), path.isWrite === true ? 2 : options.warmupTurns);
  for (let round = 0; round < options.rounds; round++) {
    for (const { contestant, fire } of rotated(entrants, round)) {
      await attempt(contestant, async () => {
        await settle(everyPid);
        rounds
          .get(contestant.name)
          ?.push(await oneRound(path, contestant, enginePids, everyPid, () => fire(options.seconds)));
      });
    }
  }
  const sameLoad = await atSameLoad();
  return { path, listings: options.listings, warmupTurns, rounds, sameLoad, failures };

  async function atSameLoad(): Promise<Measured["sameLoad"]> {
    // A row of a batch is no request: latencies of batches at the same load say nothing.
    if (options.latencyRounds === 0 || path.rows !== undefined || entrants.length < 2) return undefined;
    const slowest = Math.min(...[...rounds.values()].map((each) => median(each.map(({ rate }) => rate))));
    const rate = Math.max(1, Math.floor(slowest * sameLoadShare));
    const p99 = new Map<ContestantName, number[]>(entrants.map(({ contestant }) => [contestant.name, []]));
    for (let round = 0; round < options.latencyRounds; round++) {
      for (const { contestant, fire } of rotated(entrants, round)) {
        await settle(everyPid);
        p99.get(contestant.name)?.push((await fire(options.seconds, rate)).p99);
      }
    }
    return { rate, p99 };
  }
}

const rotated = <T>(list: readonly T[], by: number): T[] => {
  const at = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
};

async function firing(
  path: Path,
  contestant: Contestant,
  drivers: Drivers,
  options: MeasureOptions,
): Promise<Entrant["fire"]> {
  const connections = path.connections ?? options.connections;
  if (contestant.name === "driver") return (seconds) => drivers.insert({ rows: path.rows ?? 1, connections, seconds });
  const requests = await path.requests(contestant, connections);
  const { urls } = contestant;
  return (seconds, rate) =>
    drivers.http({
      urls,
      connections,
      seconds,
      requests,
      status: path.status,
      ...(rate === undefined ? {} : { rate }),
    });
}

async function oneRound(
  path: Path,
  { processes }: Contestant,
  backingServices: readonly number[],
  everyPid: readonly number[],
  fire: () => Promise<LoadResult>,
): Promise<Round> {
  const gateways = processes.filter(({ role }) => role === "gateway").map(({ pid }) => pid);
  const pids = processes.map(({ pid }) => pid);
  const sum = (list: readonly number[]): number => list.reduce((total, pid) => total + cpuSeconds(pid), 0);
  const before = { all: sum(pids), gateways: sum(gateways), backingServices: sum(backingServices) };
  const result = await fire();
  // What a write leaves to be done is part of it.
  if (path.isWrite === true) await settle(everyPid);
  if (result.answers === 0) throw new Error(`no answer was a ${path.status}: ${JSON.stringify(result.refused)}`);
  const units = result.answers * (path.rows ?? 1);
  const us = (seconds: number): number => (seconds * 1e6) / units;
  return {
    rate: units / result.seconds,
    p50: result.p50,
    p99: result.p99,
    cpuUs: us(sum(pids) - before.all),
    gatewayUs: gateways.length === 0 ? undefined : us(sum(gateways) - before.gateways),
    engineUs: us(sum(backingServices) - before.backingServices),
    residentMiB: pids.reduce((total, pid) => total + residentMiB(pid), 0),
    refused: result.refused,
    generatorShare: result.cpuSeconds / result.seconds,
  };
}
