import { type ContestantName, titles } from "./frameworks/framework.ts";
import type { Measured, Round } from "./measure.ts";
import { median, ratioOf } from "./statistics.ts";

/** What Plat aims at against one contestant on one path, and what it reached. */
export interface Reached {
  title: string;
  against: ContestantName;
  aim: number;
  ratio: number;
  /** CPU microseconds an answer. */
  gatewayUs: number;
  servicesUs: number;
  enginesUs: number;
  /** What an answer may cost in all, CPU microseconds, for the aim to be reached where CPU is what runs out. */
  allowedUs: number;
}

const costOf = (rounds: readonly Round[], read: (round: Round) => number): number => median(rounds.map(read));

/** Every aim whose path was measured with both. */
export function reached(measured: readonly Measured[]): Reached[] {
  return measured.flatMap(({ path, rounds }) =>
    Object.entries(path.aims ?? {}).flatMap(([name, aim]): Reached[] => {
      const against = name as ContestantName;
      const ours = rounds.get("plat");
      const theirs = rounds.get(against);
      if (ours === undefined || theirs === undefined) return [];
      const gatewayUs = costOf(ours, (round) => round.gatewayUs ?? 0);
      return [
        {
          title: path.title,
          against,
          aim,
          ratio: ratioOf(
            ours.map(({ rate }) => rate),
            theirs.map(({ rate }) => rate),
          ).median,
          gatewayUs,
          servicesUs: costOf(ours, ({ cpuUs }) => cpuUs) - gatewayUs,
          enginesUs: costOf(ours, ({ engineUs }) => engineUs),
          allowedUs: costOf(theirs, ({ cpuUs, engineUs }) => cpuUs + engineUs) / aim,
        },
      ];
    }),
  );
}

/** The same as rows of a table. */
export function aimRows(measured: readonly Measured[]): string[][] {
  return reached(measured).map(({ title, against, aim, ratio, gatewayUs, servicesUs, enginesUs, allowedUs }) => [
    title,
    titles[against],
    `${aim}`,
    `${ratio >= aim ? "**" : ""}${ratio.toFixed(2)}${ratio >= aim ? "**" : ""}`,
    ...[gatewayUs, servicesUs, enginesUs, gatewayUs + servicesUs + enginesUs, allowedUs].map((us) => us.toFixed(0)),
  ]);
}

export const aimHead = [
  "path",
  "against",
  "aim",
  "reached",
  "gateway µs",
  "services µs",
  "engines µs",
  "together µs",
  "aim allows µs",
];
