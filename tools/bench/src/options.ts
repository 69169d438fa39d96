import { parseArgs } from "node:util";
import { parseRateLimits } from "@plat/kit";
import { type FrameworkName, frameworkNames } from "./frameworks/framework.ts";
import { coldWorkload, workloads } from "./workloads.ts";

export interface Options {
  only: readonly string[];
  frameworks: readonly FrameworkName[];
  rounds: number;
  seconds: number;
  warmupSeconds: number;
  warmupTurns: number;
  connections: number;
  /** Rounds at the same load for all, to measure latencies; 0 skips them. */
  latencyRounds: number;
  /** Numbers of listings, measured one after another. */
  listings: readonly number[];
  gateways: number;
  keys: number;
  rateLimits: string;
  coldSamples: number;
  /** Folder for CPU profiles of Plat's processes. Profiling slows them down. */
  profile: string | undefined;
  /** File for the report; "-" for standard output. */
  out: string;
}

const workloadNames = [...workloads.map(({ name }) => name), coldWorkload];

export const reportFile = "docs/reports/benchmarks.md";

export const usage = `npm run bench -- [options]

  --only fixed,get        workloads to measure (all): ${workloadNames.join(", ")}
  --frameworks plat,nest  frameworks to compare (all): ${frameworkNames.join(", ")}
  --rounds 5              rounds per workload; the frameworks take turns
  --seconds 4             length of a round
  --warmup 5              length of a warm-up turn; turns repeat until the CPU time per response no longer decreases
  --warmup-turns 12       maximum number of warm-up turns; 1 for a quick run
  --connections 48        keep-alive connections
  --latency-rounds 3      rounds at the same load for all, to measure latencies; 0: none
  --listings 20000        listings in the store; several numbers, comma-separated, run one after another
  --gateways 1            gateway processes of Plat
  --keys 8                API keys to distribute the load over
  --cold-samples 15       requests of ${coldWorkload}
  --rate-limits 1000000/1m,5000000/10m,10000000/1h
                          rate limits of all frameworks
  --profile folder        write CPU profiles of Plat's processes (.cpuprofile), which slows them down
  --out file              file for the report; - prints it. Default: ${reportFile} if all workloads and
                          frameworks are measured, otherwise -`;

/** @throws Error that names the invalid option */
export function readOptions(args: readonly string[]): Options | "help" {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: text(workloadNames.join(",")),
      frameworks: text(frameworkNames.join(",")),
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
    throw new Error("--rate-limits: the limits must be enabled, because all frameworks enforce them");
  const isComplete = values.only === workloadNames.join(",") && values.frameworks === frameworkNames.join(",");
  return {
    only: namesOf("only", values.only, workloadNames),
    frameworks: namesOf("frameworks", values.frameworks, frameworkNames),
    rounds: integer("rounds", values.rounds, 1, 100),
    seconds: integer("seconds", values.seconds, 1, 60),
    warmupSeconds: integer("warmup", values.warmup, 1, 60),
    warmupTurns: integer("warmup-turns", values["warmup-turns"], 0, 100),
    connections: integer("connections", values.connections, 1, 1_000),
    latencyRounds: integer("latency-rounds", values["latency-rounds"], 0, 100),
    listings: values.listings.split(",").map((each) => integer("listings", each, 100, 5_000_000)),
    gateways: integer("gateways", values.gateways, 1, 16),
    keys: integer("keys", values.keys, 1, 50),
    coldSamples: integer("cold-samples", values["cold-samples"], 1, 1_000),
    rateLimits: values["rate-limits"],
    profile: values.profile,
    out: values.out ?? (isComplete ? reportFile : "-"),
  };
}

function integer(option: string, raw: string, min: number, max: number): number {
  const value = Number(raw);
  if (!/^\d+$/.test(raw) || value < min || value > max)
    throw new Error(`--${option}: "${raw}" must be an integer from ${min} to ${max}`);
  return value;
}

function namesOf<T extends string>(option: string, raw: string, choices: readonly T[]): T[] {
  return raw.split(",").map((name) => {
    const found = choices.find((choice) => choice === name);
    if (found === undefined) throw new Error(`--${option}: unknown name "${name}"; known: ${choices.join(", ")}`);
    return found;
  });
}
