import type { Framework, FrameworkName } from "./frameworks/framework.ts";
import type { LoadJob, LoadResult } from "./load/job.ts";
import type { Workload } from "./workloads.ts";
import { comparableResponses, requireEqual } from "./same-response.ts";
import { cpuSeconds, type ProcessRole, residentMiB, waitUntilIdle } from "./processes.ts";
import { median } from "./statistics.ts";
import { warmUp } from "./warm-up.ts";

/** The result of one round of one framework. */
export interface Round {
  /** Responses per second; for batches, listings per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU microseconds per response (or listing): all processes of the framework, its gateways only, the backing services. */
  cpuUs: number;
  gatewayUs: number | undefined;
  backingServicesUs: number;
  residentMiB: number;
  /** Number of responses with an unexpected status, by status. */
  rejected: Readonly<Record<number, number>>;
  /** Share of one core used by the load generator. */
  generatorShare: number;
}

/** The results of one workload, by framework and round. */
export interface Measurement {
  workload: Workload;
  listings: number;
  /** Warm-up turns per framework until the CPU time per response no longer decreased. */
  warmupTurns: Map<FrameworkName, number>;
  rounds: Map<FrameworkName, Round[]>;
  /** p99 in milliseconds at the same load for all. */
  sameLoad: { rate: number; p99: Map<FrameworkName, number[]> } | undefined;
  /** Why a framework was not measured. */
  failures: Map<FrameworkName, string>;
}

export interface MeasureOptions {
  rounds: number;
  seconds: number;
  /** Length of a warm-up turn in seconds, and the maximum number of turns. */
  warmupSeconds: number;
  warmupTurns: number;
  connections: number;
  latencyRounds: number;
  listings: number;
}

/** A framework with its load for one workload. */
interface Participant {
  framework: Framework;
  generateLoad: (seconds: number, rate?: number) => Promise<LoadResult>;
}

export interface LoadGenerators {
  http: (job: LoadJob) => Promise<LoadResult>;
  insert: (job: { rows: number; connections: number; seconds: number }) => Promise<LoadResult>;
}

const sameLoadShare = 0.6;

/** Measures the frameworks in turns, in a different order each round. Each runs alone next to the backing services. */
export async function measure(
  workload: Workload,
  frameworks: readonly Framework[],
  backingServices: readonly ProcessRole[],
  loadGenerators: LoadGenerators,
  options: MeasureOptions,
): Promise<Measurement> {
  const failures = new Map<FrameworkName, string>();
  const rounds = new Map<FrameworkName, Round[]>();
  const backingServicePids = backingServices.map(({ pid }) => pid);
  const allPids = [...backingServicePids, ...frameworks.flatMap(({ processes }) => processes.map(({ pid }) => pid))];
  let participants: Participant[] = [];
  let expected: unknown[] = [];
  const tryOrExclude = async (framework: Framework, run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      failures.set(framework.name, error instanceof Error ? error.message : String(error));
      rounds.delete(framework.name);
      participants = participants.filter((each) => each.framework !== framework);
    }
  };

  for (const framework of frameworks) {
    await tryOrExclude(framework, async () => {
      const generateLoad = await loadFor(workload, framework, loadGenerators, options);
      const responses = await comparableResponses(workload, framework);
      if (expected.length === 0) expected = responses;
      requireEqual(expected, responses);
      participants.push({ framework, generateLoad });
      rounds.set(framework.name, []);
    });
  }
  const warmUpTurns = participants.map(({ framework, generateLoad }) => {
    const turn = async (): Promise<number | undefined> => {
      let cost: number | undefined;
      await tryOrExclude(framework, async () => {
        const round = await measureRound(workload, framework, backingServicePids, allPids, () =>
          generateLoad(options.warmupSeconds),
        );
        cost = round.cpuUs + round.backingServicesUs;
      });
      return cost;
    };
    return [framework.name, turn] as const;
  });
  // Writes grow the data set, so they get the minimum number of warm-up turns.
  const warmupTurns = await warmUp(new Map(warmUpTurns), workload.isWrite === true ? 2 : options.warmupTurns);
  for (let round = 0; round < options.rounds; round++) {
    for (const { framework, generateLoad } of rotated(participants, round)) {
      await tryOrExclude(framework, async () => {
        await waitUntilIdle(allPids);
        rounds
          .get(framework.name)
          ?.push(
            await measureRound(workload, framework, backingServicePids, allPids, () => generateLoad(options.seconds)),
          );
      });
    }
  }
  const sameLoad = await atSameLoad();
  return { workload, listings: options.listings, warmupTurns, rounds, sameLoad, failures };

  async function atSameLoad(): Promise<Measurement["sameLoad"]> {
    // Batches are excluded: their rate is in rows, not requests.
    if (options.latencyRounds === 0 || workload.rows !== undefined || participants.length < 2) return undefined;
    const slowest = Math.min(...[...rounds.values()].map((each) => median(each.map(({ rate }) => rate))));
    const rate = Math.max(1, Math.floor(slowest * sameLoadShare));
    const p99 = new Map<FrameworkName, number[]>(participants.map(({ framework }) => [framework.name, []]));
    for (let round = 0; round < options.latencyRounds; round++) {
      for (const { framework, generateLoad } of rotated(participants, round)) {
        await waitUntilIdle(allPids);
        p99.get(framework.name)?.push((await generateLoad(options.seconds, rate)).p99);
      }
    }
    return { rate, p99 };
  }
}

const rotated = <T>(list: readonly T[], by: number): T[] => {
  const at = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
};

async function loadFor(
  workload: Workload,
  framework: Framework,
  loadGenerators: LoadGenerators,
  options: MeasureOptions,
): Promise<Participant["generateLoad"]> {
  const connections = workload.connections ?? options.connections;
  if (framework.name === "driver")
    return (seconds) => loadGenerators.insert({ rows: workload.rows ?? 1, connections, seconds });
  const requests = await workload.requests(framework, connections);
  const { urls } = framework;
  return (seconds, rate) =>
    loadGenerators.http({
      urls,
      connections,
      seconds,
      requests,
      status: workload.status,
      ...(rate === undefined ? {} : { rate }),
    });
}

async function measureRound(
  workload: Workload,
  { processes }: Framework,
  backingServices: readonly number[],
  allPids: readonly number[],
  generateLoad: () => Promise<LoadResult>,
): Promise<Round> {
  const gateways = processes.filter(({ role }) => role === "gateway").map(({ pid }) => pid);
  const pids = processes.map(({ pid }) => pid);
  const sum = (list: readonly number[]): number => list.reduce((total, pid) => total + cpuSeconds(pid), 0);
  const before = { all: sum(pids), gateways: sum(gateways), backingServices: sum(backingServices) };
  const result = await generateLoad();
  // Background work after a write is part of its cost.
  if (workload.isWrite === true) await waitUntilIdle(allPids);
  if (result.responses === 0)
    throw new Error(`no response had status ${workload.status}: ${JSON.stringify(result.rejected)}`);
  const units = result.responses * (workload.rows ?? 1);
  const us = (seconds: number): number => (seconds * 1e6) / units;
  return {
    rate: units / result.seconds,
    p50: result.p50,
    p99: result.p99,
    cpuUs: us(sum(pids) - before.all),
    gatewayUs: gateways.length === 0 ? undefined : us(sum(gateways) - before.gateways),
    backingServicesUs: us(sum(backingServices) - before.backingServices),
    residentMiB: pids.reduce((total, pid) => total + residentMiB(pid), 0),
    rejected: result.rejected,
    generatorShare: result.cpuSeconds / result.seconds,
  };
}
