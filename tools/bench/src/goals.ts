import { type FrameworkName, titles } from "./frameworks/framework.ts";
import type { Measurement, Round } from "./measure.ts";
import { median, ratioOf } from "./statistics.ts";

/** Plat's goal compared with one framework in one workload, and the measured result. */
export interface GoalResult {
  title: string;
  against: FrameworkName;
  goal: number;
  ratio: number;
  /** CPU microseconds per response. */
  gatewayUs: number;
  servicesUs: number;
  backingServicesUs: number;
  /** Total CPU microseconds per response at which Plat reaches the goal if CPU is the bottleneck. */
  allowedUs: number;
}

const costOf = (rounds: readonly Round[], read: (round: Round) => number): number => median(rounds.map(read));

/** The result of each goal whose workload was measured with Plat and the other framework. */
export function evaluateGoals(measurements: readonly Measurement[]): GoalResult[] {
  return measurements.flatMap(({ workload, rounds }) =>
    Object.entries(workload.goals ?? {}).flatMap(([name, goal]): GoalResult[] => {
      const against = name as FrameworkName;
      const ours = rounds.get("plat");
      const theirs = rounds.get(against);
      if (ours === undefined || theirs === undefined) return [];
      const gatewayUs = costOf(ours, (round) => round.gatewayUs ?? 0);
      return [
        {
          title: workload.title,
          against,
          goal,
          ratio: ratioOf(
            ours.map(({ rate }) => rate),
            theirs.map(({ rate }) => rate),
          ).median,
          gatewayUs,
          servicesUs: costOf(ours, ({ cpuUs }) => cpuUs) - gatewayUs,
          backingServicesUs: costOf(ours, ({ backingServicesUs }) => backingServicesUs),
          allowedUs: costOf(theirs, ({ cpuUs, backingServicesUs }) => cpuUs + backingServicesUs) / goal,
        },
      ];
    }),
  );
}

/** The results of all goals as rows of a table. */
export function goalRows(measurements: readonly Measurement[]): string[][] {
  return evaluateGoals(measurements).map(
    ({ title, against, goal, ratio, gatewayUs, servicesUs, backingServicesUs, allowedUs }) => [
      title,
      titles[against],
      `${goal}`,
      `${ratio >= goal ? "**" : ""}${ratio.toFixed(2)}${ratio >= goal ? "**" : ""}`,
      ...[gatewayUs, servicesUs, backingServicesUs, gatewayUs + servicesUs + backingServicesUs, allowedUs].map((us) =>
        us.toFixed(0),
      ),
    ],
  );
}

export const goalHead = [
  "workload",
  "compared with",
  "goal",
  "result",
  "gateway µs",
  "services µs",
  "backing services µs",
  "total µs",
  "goal allows µs",
];
