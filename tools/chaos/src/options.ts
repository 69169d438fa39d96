import { parseArgs } from "node:util";
import type { Round } from "./checks.ts";
import { plants } from "./mutations.ts";
import { linkNames, type LinkName } from "./cluster.ts";

export const rounds: readonly Round[] = ["kills", "links", "rolling", "fsync"];
export const committedReport = "docs/reports/faults.md";

export interface Options {
  only: readonly Round[];
  /** Writes of the kill round, all writers together. */
  writes: number;
  /** Kills of each kind of process. */
  kills: number;
  /** Links that are disturbed; empty: all. */
  links: readonly LinkName[];
  /** How often each replica is restarted in the rolling round. */
  restarts: number;
  seed: number;
  /** Planted faults to be shown; empty: a run on what is there. */
  plants: readonly string[];
  /** Keeps data and logs. */
  keep: boolean;
  /** File of the report; `-`: standard output. */
  out: string;
}

export const usage = `npm run chaos [-- OPTIONS]

Kills, cuts and restarts the parts of Plat under load, on engines and services of its own, and looks for what was
lost, doubled, brought back, or refused in a way that it must not. Takes up to 20 minutes.

  --only ROUNDS     some of ${rounds.join(",")}
  --writes N        writes of the kill round (8000)
  --kills N         kills of each kind of process (3)
  --restarts N      restarts of each replica in the rolling round (2)
  --links NAMES     some of the links of the link round, such as gateway-redis,keys-mongo
  --seed N          repeats the random choices of an earlier run
  --plant NAMES     plants faults in a copy of the code, each of which must be found; 'all' for every one of
${wrapped(Object.keys(plants))}
  --keep            keeps the folder with data and logs
  --out FILE        the report; '-' prints it. A whole run writes ${committedReport}

Exit code: 0 all promises were kept (or every planted fault was found), 1 not.
`;

function wrapped(names: readonly string[]): string {
  const lines: string[] = [""];
  for (const name of names) {
    const last = lines.at(-1) ?? "";
    if (last.length + name.length > 90) lines.push(name);
    else lines[lines.length - 1] = last === "" ? name : `${last} ${name}`;
  }
  return lines.map((line) => `                    ${line}`).join("\n");
}

/** @throws Error that names the bad option */
export function readOptions(args: readonly string[]): Options | "help" {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      writes: { type: "string" },
      kills: { type: "string" },
      links: { type: "string" },
      restarts: { type: "string", default: "2" },
      seed: { type: "string" },
      plant: { type: "string" },
      keep: { type: "boolean", default: false },
      out: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const planted = values.plant === "all" ? Object.keys(plants) : (values.plant?.split(",") ?? []);
  for (const name of planted)
    if (!Object.hasOwn(plants, name))
      throw new Error(`--plant: there is no "${name}"; there are ${Object.keys(plants).join(", ")}`);
  if (planted.length > 0 && values.only !== undefined)
    throw new Error("--only: a planted fault decides by itself which round shows it");
  const only = (values.only?.split(",") ?? rounds).map((name) => {
    const found = rounds.find((round) => round === name);
    if (found === undefined) throw new Error(`--only: there is no "${name}"; there are ${rounds.join(", ")}`);
    return found;
  });
  const links = (values.links?.split(",") ?? []).map((name) => {
    const found = linkNames.find((link) => link === name);
    if (found === undefined) throw new Error(`--links: there is no "${name}"; there are ${linkNames.join(", ")}`);
    return found;
  });
  const isWhole = values.only === undefined && links.length === 0 && planted.length === 0;
  // A planted fault needs no long run to show itself.
  const usual = planted.length > 0 ? { writes: "700", kills: "1" } : { writes: "8000", kills: "3" };
  return {
    only,
    writes: whole("writes", values.writes ?? usual.writes, 1, 10_000_000),
    kills: whole("kills", values.kills ?? usual.kills, 0, 1_000),
    links,
    restarts: whole("restarts", planted.length > 0 ? "1" : values.restarts, 1, 100),
    seed: whole("seed", values.seed ?? String(Math.floor(Math.random() * 1_000_000)), 0, 2 ** 32 - 1),
    plants: planted,
    keep: values.keep,
    out: values.out ?? (isWhole ? committedReport : "-"),
  };
}

function whole(option: string, raw: string, min: number, max: number): number {
  const value = Number(raw);
  if (!/^\d+$/.test(raw) || value < min || value > max)
    throw new Error(`--${option}: "${raw}" must be a whole number from ${min} to ${max}`);
  return value;
}
