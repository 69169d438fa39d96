import { parseArgs } from "node:util";
import { parseRateLimits } from "@plat/kit";
import { type ContestantName, contestantNames } from "./frameworks/framework.ts";
import { coldPath, paths } from "./workloads.ts";

export interface Options {
  only: readonly string[];
  contestants: readonly ContestantName[];
  rounds: number;
  seconds: number;
  warmupSeconds: number;
  warmupTurns: number;
  connections: number;
  /** Rounds at the same load for all, for the latencies; 0 leaves them out. */
  latencyRounds: number;
  /** One after the other. */
  listings: readonly number[];
  gateways: number;
  keys: number;
  rateLimits: string;
  coldSamples: number;
  /** Folder that CPU profiles of Plat's processes go to; slows them. */
  profile: string | undefined;
  /** File that the report goes to; "-" is standard output alone. */
  out: string;
}

const known = [...paths.map(({ name }) => name), coldPath];

export const committedReport = "docs/reports/benchmarks.md";

export const usage = `npm run bench -- [options]

  --only fixed,get        paths to measure (all): ${known.join(", ")}
  --contestants plat,nest who takes part (all): ${contestantNames.join(", ")}
  --rounds 5              rounds a path; contestants take turns
  --seconds 4             length of a round
  --warmup 5              length of a turn of load before the first round; turns go on until answers grow no cheaper
  --warmup-turns 12       the most of them; 1 for a quick look
  --connections 48        keep-alive connections
  --latency-rounds 3      rounds at the same load for all, for the latencies; 0: none
  --listings 20000        listings in the store; several, comma-separated, run one after the other
  --gateways 1            gateway processes of Plat
  --keys 8                API keys that the load is spread over
  --cold-samples 15       requests of ${coldPath}
  --rate-limits 1000000/1m,5000000/10m,10000000/1h
  --profile folder        CPU profiles of Plat's processes (.cpuprofile); slows them
  --out file              where the report goes; - prints it. Left out: ${committedReport} when all paths and
                          contestants are measured, else it is printed`;

/** @throws Error that names the option when one is not as it must be */
export function readOptions(args: readonly string[]): Options | "help" {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: text(known.join(",")),
      contestants: text(contestantNames.join(",")),
      rounds: text("5"),
      seconds: text("4"),
      warmup: text("5"),
      "warmup-turns": text("12"),
      connections: text("48"),
      "latency-rounds": text("3"),
      listings: text("20000"),
      gateways: text("1"),
      keys: text("8"),
      "cold-samples": text("15"),
      "rate-limits": text("1000000/1m,5000000/10m,10000000/1h"),
      profile: { type: "string" },
      out: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  if (parseRateLimits(values["rate-limits"]).length === 0)
    throw new Error("--rate-limits: the limits must be on, for all contestants pay for them");
  const isWhole = values.only === known.join(",") && values.contestants === contestantNames.join(",");
  return {
    only: namesOf("only", values.only, known),
    contestants: namesOf("contestants", values.contestants, contestantNames),
    rounds: whole("rounds", values.rounds, 1, 100),
    seconds: whole("seconds", values.seconds, 1, 60),
    warmupSeconds: whole("warmup", values.warmup, 1, 60),
    warmupTurns: whole("warmup-turns", values["warmup-turns"], 0, 100),
    connections: whole("connections", values.connections, 1, 1_000),
    latencyRounds: whole("latency-rounds", values["latency-rounds"], 0, 100),
    listings: values.listings.split(",").map((each) => whole("listings", each, 100, 5_000_000)),
    gateways: whole("gateways", values.gateways, 1, 16),
    keys: whole("keys", values.keys, 1, 50),
    coldSamples: whole("cold-samples", values["cold-samples"], 1, 1_000),
    rateLimits: values["rate-limits"],
    profile: values.profile,
    out: values.out ?? (isWhole ? committedReport : "-"),
  };
}

function whole(option: string, raw: string, min: number, max: number): number {
  const value = Number(raw);
  if (!/^\d+$/.test(raw) || value < min || value > max)
    throw new Error(`--${option}: "${raw}" must be a whole number from ${min} to ${max}`);
  return value;
}

function namesOf<T extends string>(option: string, raw: string, choices: readonly T[]): T[] {
  return raw.split(",").map((name) => {
    const found = choices.find((choice) => choice === name);
    if (found === undefined) throw new Error(`--${option}: there is no "${name}"; there are ${choices.join(", ")}`);
    return found;
  });
}
