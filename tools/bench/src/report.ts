import { aimHead, aimRows } from "./goals.ts";
import type { Cold } from "./cold-aggregations.ts";
import { type ContestantName, titles } from "./frameworks/framework.ts";
import type { Machine } from "./machine.ts";
import type { Measured, Round } from "./measure.ts";
import type { Options } from "./options.ts";
import { median, ratioOf, type Spread, spreadOf } from "./statistics.ts";

export interface Run {
  date: Date;
  machine: Machine;
  options: Options;
  /** Names and versions of the peers' packages. */
  peers: readonly string[];
  /** How the command was given. */
  command: string;
  measured: readonly Measured[];
  cold: readonly Cold[];
}

/** The report as Markdown: who did how much of what Plat did in the same rounds. */
export function report({ date, machine, options, peers, command, measured, cold }: Run): string {
  const lines = [
    `# Benchmarks with ${options.listings.join(", ").replace(/, (?=[0-9]+$)/, " and ")} listings`,
    "",
    `Written by \`${command}\` on ${date.toISOString().slice(0, 10)}. Plat and its peers ran side by side on the same engines, each as its own`,
    "processes; they took turns round by round, in another order each round, with nobody else at work. What counts are the ratios:",
    "absolute numbers are those of this machine on this day, with the load generator and all engines on it, and no promise.",
    "",
    `Machine: ${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}.`,
    `${options.rounds} rounds of ${options.seconds} s, after turns of ${options.warmupSeconds} s until answers grew no cheaper (at most ${options.warmupTurns} turns), ${options.connections} connections, one request at a time on each, ${options.keys} API keys,`,
    `limits \`${options.rateLimits}\` for all, ${options.gateways === 1 ? "one gateway" : `${options.gateways} gateways`}.`,
    `Peers: ${peers.join(", ")}.`,
    "",
    "How to repeat: `npm run bench` (`npm run bench -- --help` lists the options).",
    "",
    "How to read: *Plat is* how many times a contestant's throughput Plat has: the median of the rounds' quotients, with the smallest and the",
    "largest. CPU is user and system time of all processes of a contestant per answer; the engines' is MongoDB, Elasticsearch, Redis and NATS",
    "together. p99 *same load* is at 60 % of what the slowest of the table can do, sent to all at the same rate. Where Plat is slower than",
    "a peer, [performance.md](performance.md) says what the profiles show.",
    "",
  ];
  lines.push(...aimSection(measured));
  for (const each of measured) lines.push(...section(each));
  for (const each of cold) lines.push(...coldSection(each));
  return `${lines.join("\n").trimEnd()}\n`;
}

function section({ path, listings, warmupTurns, rounds, sameLoad, failures }: Measured): string[] {
  const unit = path.rows === undefined ? "answers" : "listings";
  const ours = rounds.get("plat")?.map(({ rate }) => rate);
  const head = [
    "contestant",
    "Plat is",
    `${unit}/s`,
    "p50 ms",
    "p99 ms",
    sameLoad === undefined ? "p99 ms same load" : `p99 ms at ${sameLoad.rate}/s`,
    "CPU µs",
    "of it gateway",
    "engines' CPU µs",
    "memory MiB",
  ];
  const rows = [...rounds].map(([name, each]) => [
    titles[name],
    name === "plat" || ours === undefined
      ? ""
      : ratio(
          ratioOf(
            ours,
            each.map(({ rate }) => rate),
          ),
        ),
    spread(spreadOf(each.map(({ rate }) => rate))),
    middle(each, ({ p50 }) => p50, 1),
    middle(each, ({ p99 }) => p99, 1),
    sameLoad === undefined ? "" : number(median(sameLoad.p99.get(name) ?? []), 1),
    each.some(({ cpuUs }) => cpuUs > 0) ? middle(each, ({ cpuUs }) => cpuUs, 0) : "",
    each.every(({ gatewayUs }) => gatewayUs === undefined) ? "" : middle(each, ({ gatewayUs }) => gatewayUs ?? 0, 0),
    middle(each, ({ engineUs }) => engineUs, 0),
    each.some(({ residentMiB }) => residentMiB > 0) ? middle(each, ({ residentMiB }) => residentMiB, 0) : "",
  ]);
  const share = median([...rounds.values()].flat().map(({ generatorShare }) => generatorShare));
  const size = path.ground === "data" ? `, ${listings} listings` : "";
  return [
    `## ${path.title}${size}`,
    "",
    path.note,
    "",
    ...table(head, rows),
    "",
    ...failed(failures),
    ...[...rounds].flatMap(([name, each]) => refusals(name, each)),
    `Turns of warm-up: ${[...warmupTurns].map(([name, had]) => `${titles[name]} ${had}`).join(", ")}.`,
    "",
    ...(Number.isNaN(share) ? [] : [`The load generator used ${number(share * 100, 0)} % of a core.`, ""]),
  ];
}

function aimSection(measured: readonly Measured[]): string[] {
  const rows = aimRows(measured);
  if (rows.length === 0) return [];
  return [
    "## What Plat aims at",
    "",
    "How many times a contestant's throughput, and what an answer of Plat costs of CPU where. CPU is what runs out, so an answer may cost",
    "in all what the contestant's does with its engines, divided by the aim. [performance.md](performance.md) says what the profiles of the parts show.",
    "",
    ...table(aimHead, rows),
    "",
  ];
}

function coldSection({ listings, milliseconds, failures }: Cold): string[] {
  const engine = milliseconds.get("engine");
  const rows = [...milliseconds].map(([name, each]) => [
    titles[name],
    `${number(median(each), 1)} (${number(Math.min(...each), 1)}–${number(Math.max(...each), 1)})`,
    name === "engine" || engine === undefined ? "" : ratio(ratioOf(each, engine)),
  ]);
  return [
    `## GET /properties/aggregations that nobody has ready, ${listings} listings`,
    "",
    "One request at a time; before each, Elasticsearch's request cache was emptied and Plat's answer had become too old.",
    "",
    ...table(["contestant", "ms", "times Elasticsearch alone"], rows),
    "",
    ...failed(failures),
  ];
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(" | ")} |`,
  `| --- |${" ---: |".repeat(head.length - 1)}`,
  ...rows.map((row) => `| ${row.join(" | ")} |`),
];

const failed = (failures: ReadonlyMap<ContestantName, string>): string[] =>
  [...failures].flatMap(([name, why]) => [`${titles[name]} was not measured: ${why.split("\n")[0] ?? ""}`, ""]);

/** What a contestant answered with another status than it should, over all rounds. */
function refusals(name: ContestantName, rounds: readonly Round[]): string[] {
  const total = new Map<string, number>();
  for (const { refused } of rounds)
    for (const [status, count] of Object.entries(refused)) total.set(status, (total.get(status) ?? 0) + count);
  if (total.size === 0) return [];
  const list = [...total].map(([status, count]) => `${count} with ${status}`).join(", ");
  return [`${titles[name]} refused requests, which count for nothing above: ${list}.`, ""];
}

const middle = (rounds: readonly Round[], read: (round: Round) => number, digits: number): string =>
  number(median(rounds.map(read)), digits);

const number = (value: number, digits: number): string => (Number.isNaN(value) ? "" : value.toFixed(digits));

const ratio = ({ median: value, min, max }: Spread): string =>
  `**${number(value, 2)}** (${number(min, 2)}–${number(max, 2)})`;

const spread = ({ median: value, min, max }: Spread): string => {
  const digits = value < 100 ? 1 : 0;
  return `${number(value, digits)} (${number(min, digits)}–${number(max, digits)})`;
};
