import { execFileSync } from "node:child_process";
import { cpus, loadavg, platform, release, totalmem } from "node:os";
import type { Check, Checks, Round } from "./checks.ts";
import { linksNote } from "./scenario-notes.ts";
import type { Options } from "./options.ts";

export interface Run {
  date: Date;
  command: string;
  options: Options;
  checks: Pick<Checks, "all" | "facts">;
  seconds: number;
  /** BackingServices by what they say of themselves. */
  backingServices: readonly string[];
}

const titles: Record<Round, string> = {
  kills: "Kills",
  links: "Disturbed links",
  rolling: "Rolling restart",
  fsync: "Synced before acknowledged",
};

const notes: Record<Round, string> = {
  kills:
    "Two gateways, two listings services, one search and one keys service on real engines. Eight writers create, change " +
    "(If-Match) and delete listings with values that nobody else writes, three requests at once for some " +
    "Idempotency-Keys, and ask again for creations that were never answered. Meanwhile keys are made, revoked and tried. " +
    "Each process in turn gets SIGKILL at a random instant and starts again with the same data and port. The comparison " +
    "by which the search service repairs its index is switched off. An answer of 5xx, or none, leaves open whether a " +
    "write happened: such a listing may be in either state.",
  links: linksNote,
  rolling:
    "Two replicas of every service; each gets SIGTERM in turn and is replaced, under 100 requests a second. The client " +
    "does what a load balancer does: it asks `/readyz` of both gateways five times a second, sends to those that are " +
    "ready, and takes the other one when a connection is refused (nothing was sent then). It sends nothing twice. The " +
    "gateways run with `SHUTDOWN_DELAY_MS=1500`. Where other work takes the machine, the rate is more than it can answer, " +
    "and requests reach their deadlines for that reason alone: the times below tell.",
  fsync:
    "strace watches each engine while one write goes through Plat: between the arrival of the request that holds it and " +
    "the answer on the same connection there must be a finished fsync or fdatasync.",
};

/** The page that a whole run writes. */
export function report({ date, command, options, checks, seconds, backingServices }: Run): string {
  const red = checks.all.filter(({ ok }) => !ok);
  const lines = [
    "# Faults",
    "",
    "What the parts of Plat keep when they are killed, cut off and restarted. Written by a run of `npm run chaos`",
    "([how to work on it](../CONTRIBUTING.md)); what is promised is in [security.md](security.md).",
    "",
    `${date.toISOString().slice(0, 16).replace("T", " ")} UTC, \`${command}\`, seed ${options.seed}, ${(seconds / 60).toFixed(0)} minutes, on ${machine()}.`,
    ...(backingServices.length === 0 ? [] : ["", `BackingServices: ${backingServices.join(", ")}.`]),
    "",
    red.length === 0
      ? `All ${checks.all.length} checks held.`
      : `**${red.length} of ${checks.all.length} checks did not hold.**`,
  ];
  for (const round of options.only) {
    const own = checks.all.filter((check) => check.round === round);
    lines.push("", `## ${titles[round]}`, "", ...wrap(notes[round]));
    const facts = checks.facts.filter((fact) => fact.round === round);
    if (facts.length > 0) lines.push("", ...facts.flatMap(({ what, seen }) => wrap(`- ${what}: ${seen}`, "  ")));
    if (own.length > 0)
      lines.push("", "| check | must be | seen | |", "| --- | --- | --- | --- |", ...own.map((check) => row(check)));
    const bad = own.filter(({ ok, examples }) => !ok && examples.length > 0);
    if (bad.length > 0) lines.push("", "What was wrong, the first of each:");
    for (const { what, examples } of bad) {
      lines.push("", `${what}:`, "", "```", ...examples.map((example) => example.slice(0, 300)), "```");
    }
  }
  lines.push("", "## Not tested", "", ...untested.flatMap((each) => wrap(`- ${each}`, "  ")), "");
  return lines.join("\n");
}

const untested = [
  "Power loss. That syncs come before acknowledgements is shown by system calls, not by cutting power; Redis syncs each " +
    "second, so that the last second of usage counts and of quota history could be gone (revocations are in MongoDB first).",
  "Partitions between replicas of an engine: each engine here is a single server. MongoDB itself, where another server " +
    "of its protocol stands in, and clusters of Elasticsearch. (Of three NATS servers, and of a Redis Cluster, `npm test` " +
    "kills one.)",
  "A black hole in which no connection can be opened at all: the proxy takes connections and then lets nothing through.",
  "Disks that fill up or fail, clocks that jump, and machines that stop for seconds.",
];

const row = ({ what, must, seen, ok }: Check): string =>
  `| ${cell(what)} | ${cell(must)} | ${cell(seen)} | ${ok ? "ok" : "**red**"} |`;
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const width = 120;
function wrap(text: string, indent = ""): string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last.trim() !== "" && last.length + word.length + 1 > width) lines.push(indent + word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}

function machine(): string {
  const cores = execFileSync("nproc", { encoding: "utf8" }).trim();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const load = loadavg()[2]?.toFixed(0) ?? "unknown";
  return `${cores} cores (${model}; load average of the last quarter of an hour ${load}), ${memory} GiB, ${platform()} ${kernel(release())}, Node ${process.version}`;
}

/** A kernel's version without what its builder has added: that tells of the host, and of nothing that counts here. */
export const kernel = (version: string): string => /^\d+(?:\.\d+){0,2}/.exec(version)?.[0] ?? "";

/** The checks as a table for the terminal. */
export function table(all: readonly Check[]): string {
  const rows = all.map(({ round, what, seen, ok }) => [ok ? "ok" : "RED", round, what.slice(0, 70), seen.slice(0, 90)]);
  const widths = [0, 1, 2].map((at) => Math.max(0, ...rows.map((each) => each[at]?.length ?? 0)));
  return rows
    .map((each) =>
      each
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
