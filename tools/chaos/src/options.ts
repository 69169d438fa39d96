import { parseArgs } from "node:util";
import type { Scenario } from "./checks.ts";
import { mutations } from "./mutations.ts";
import { linkNames, type LinkName } from "./cluster.ts";

const scenarios: readonly Scenario[] = ["kills", "links", "rolling", "fsync"];
export const reportFile = "docs/reports/chaos.md";

export interface Options {
  only: readonly Scenario[];
  /** Total number of writes in the scenario `kills`. */
  writes: number;
  /** Kills per kind of process. */
  kills: number;
  /** Links to disturb; all if empty. */
  links: readonly LinkName[];
  /** Restarts per replica in the scenario `rolling`. */
  restarts: number;
  seed: number;
  /** Mutations to test; if empty, the current code is tested. */
  mutations: readonly string[];
  /** Whether to retain data and logs. */
  keep: boolean;
  /** File for the report; `-` for standard output. */
  out: string;
}

export const usage = `npm run chaos [-- OPTIONS]

Inject faults into Plat under load: kill, disconnect and restart its services and backing services. Check that no
acknowledged write is lost, duplicated or undone, and that errors are reported in time. Takes up to 20 minutes.
Starts its own services and backing services.

  --only SCENARIOS   scenarios to run: some of ${scenarios.join(",")}
  --writes N         writes in the scenario kills (8000)
  --kills N          kills per kind of process (3)
  --restarts N       restarts per replica in the scenario rolling (2)
  --links NAMES      links to disturb in the scenario links, such as gateway-redis,keys-mongo
  --seed N           seed of the random choices, to repeat an earlier run
  --mutate NAMES     mutation tests: apply each mutation to a copy of the code, and expect a check to fail.
                     'all', or some of
${wrapped(Object.keys(mutations))}
  --keep             retain the folder with data and logs
  --out FILE         file for the report; '-' prints it. A complete run writes ${reportFile}

Exit codes: 0 all checks passed (or every mutation was detected), 1 otherwise.
`;

function wrapped(names: readonly string[]): string {
  const lines: string[] = [""];
  for (const name of names) {
    const last = lines.at(-1) ?? "";
    if (last.length + name.length > 90) lines.push(name);
    else lines[lines.length - 1] = last === "" ? name : `${last} ${name}`;
  }
  return lines.map((line) => `                     ${line}`).join("\n");
}

/** @throws Error that names the invalid option */
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
      mutate: { type: "string" },
      keep: { type: "boolean", default: false },
      out: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const selected = values.mutate === "all" ? Object.keys(mutations) : (values.mutate?.split(",") ?? []);
  for (const name of selected)
    if (!Object.hasOwn(mutations, name))
      throw new Error(`--mutate: unknown mutation "${name}"; known: ${Object.keys(mutations).join(", ")}`);
  if (selected.length > 0 && values.only !== undefined)
    throw new Error("--only cannot be combined with --mutate: each mutation names its scenario");
  const only = (values.only?.split(",") ?? scenarios).map((name) => {
    const found = scenarios.find((scenario) => scenario === name);
    if (found === undefined) throw new Error(`--only: unknown scenario "${name}"; known: ${scenarios.join(", ")}`);
    return found;
  });
  const links = (values.links?.split(",") ?? []).map((name) => {
    const found = linkNames.find((link) => link === name);
    if (found === undefined) throw new Error(`--links: unknown link "${name}"; known: ${linkNames.join(", ")}`);
    return found;
  });
  const isComplete = values.only === undefined && links.length === 0 && selected.length === 0;
  // A short run is enough to detect a mutation.
  const usual = selected.length > 0 ? { writes: "700", kills: "1" } : { writes: "8000", kills: "3" };
  return {
    only,
    writes: integer("writes", values.writes ?? usual.writes, 1, 10_000_000),
    kills: integer("kills", values.kills ?? usual.kills, 0, 1_000),
    links,
    restarts: integer("restarts", selected.length > 0 ? "1" : values.restarts, 1, 100),
    seed: integer("seed", values.seed ?? String(Math.floor(Math.random() * 1_000_000)), 0, 2 ** 32 - 1),
    mutations: selected,
    keep: values.keep,
    out: values.out ?? (isComplete ? reportFile : "-"),
  };
}

function integer(option: string, raw: string, min: number, max: number): number {
  const value = Number(raw);
  if (!/^\d+$/.test(raw) || value < min || value > max)
    throw new Error(`--${option}: "${raw}" must be an integer from ${min} to ${max}`);
  return value;
}
