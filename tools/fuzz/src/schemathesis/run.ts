import { BackingServiceError, runCommand } from "@plat/backing-services";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Check } from "../check.ts";
import type { Target } from "../target.ts";
import { allPhases, type JsonReport, neverSucceeded, type Outcome, readOutcome } from "./outcome.ts";
import { folder, schemathesisPython } from "./python.ts";

export interface SchemathesisOptions {
  seed: number;
  /** Generated cases an operation and phase; the other phases come on top. */
  examples: number;
  /** Fewer cases in all are red. */
  casesMin: number;
  onProgress: (line: string) => void;
}

interface Run {
  name: string;
  credential: string;
  /** Operations: all but these, or these alone. */
  filter: readonly string[];
  phases: readonly string[];
}

const start = "from schemathesis.cli import schemathesis; schemathesis()";
/** Ends the session that the others are tested with. */
const signOut = "signOut";
/** There is nothing that one operation could be followed by. */
const alone = ["examples", "coverage", "fuzzing"];
/** What no run can do: nobody fuzzes the right password. */
const cannotSucceed = new Set(["POST /auth/password"]);

/** Schemathesis over the OpenAPI document in all phases: with a key, with a session, and for the end of a session. */
export async function runSchemathesis(target: Target, options: SchemathesisOptions): Promise<Check[]> {
  const python = await schemathesisPython(process.env, options.onProgress);
  const [first, second, third] = await Promise.all(["Key", "Session", "Sign-out"].map((name) => target.tenant(name)));
  if (first === undefined || second === undefined || third === undefined) throw new Error("no tenants");
  await target.fill(first, 60);
  await target.fill(second, 60);
  const runs: Run[] = [
    { name: "with a key", credential: first.key, filter: ["--exclude-operation-id", signOut], phases: allPhases },
    {
      name: "with a session",
      credential: second.token,
      filter: ["--exclude-operation-id", signOut],
      phases: allPhases,
    },
    { name: "signing out", credential: third.token, filter: ["--include-operation-id", signOut], phases: alone },
  ];
  const outcomes: Outcome[] = [];
  const checks: Check[] = [];
  for (const [at, run] of runs.entries()) {
    options.onProgress(`Schemathesis ${run.name}`);
    const outcome = await runOnce(python, target, run, { ...options, seed: options.seed + at });
    outcomes.push(outcome);
    checks.push({
      what: `Schemathesis ${run.name}`,
      wanted: "no 5xx, nothing undocumented",
      seen: `${outcome.cases} cases`,
      failures: outcome.failures,
    });
    options.onProgress(`${outcome.cases} cases, ${outcome.failures.length} failures`);
  }
  const cases = outcomes.reduce((sum, outcome) => sum + outcome.cases, 0);
  const operations = await operationsOf(target);
  const never = neverSucceeded(outcomes, operations).filter((name) => !cannotSucceed.has(name));
  return [
    ...checks,
    {
      what: "Schemathesis cases in all",
      wanted: `at least ${options.casesMin}`,
      seen: `${cases} (seed ${options.seed})`,
      failures: cases >= options.casesMin ? [] : [`only ${cases} cases`],
    },
    {
      what: "Schemathesis saw each operation succeed",
      wanted: `${operations.length - cannotSucceed.size} operations`,
      seen: `${operations.length - cannotSucceed.size - never.length}`,
      failures: never,
    },
  ];
}

async function runOnce(python: string, { url }: Target, run: Run, options: SchemathesisOptions): Promise<Outcome> {
  // Whatever it writes goes there.
  const made = await mkdtemp(join(tmpdir(), "plat-fuzz-"));
  try {
    const json = join(made, "report.json");
    const lines = join(made, "report.ndjson");
    const args = [
      [
        "-c",
        start,
        "--config-file",
        join(folder, "schemathesis.toml"),
        "run",
        `${url}/openapi.json`,
        "--header",
        `Authorization: Bearer ${run.credential}`,
        ...run.filter,
      ],
      ["--phases", run.phases.join(","), "--max-examples", String(options.examples)],
      ["--seed", String(options.seed), "--workers", "2", "--continue-on-failure", "--request-timeout", "35"],
      // A schema cannot say what is a currency, a cursor or a real date: what it takes may still be refused.
      ["--checks", "all", "--exclude-checks", "positive_data_acceptance"],
      // One credential a run; how several go together is in the corpus.
      ["--generation-with-security-parameters", "false", "--generation-database", "none", "--no-color"],
      ["--warnings", "off", "--report", "json,ndjson", "--report-json-path", json, "--report-ndjson-path", lines],
    ].flat();
    const env = { ...process.env, SCHEMATHESIS_HOOKS: "hooks", PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" };
    const told: string[] = [];
    const failed = await runCommand(python, args, { env, cwd: made, onLine: (line) => told.push(line) }).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof BackingServiceError)) throw error;
        return true;
      },
    );
    const report = await readFile(json, "utf8").catch(() => {
      throw new Error(`Schemathesis did not run:\n${told.join("\n")}`);
    });
    const outcome = await readOutcome(
      JSON.parse(report) as JsonReport,
      createInterface({ input: createReadStream(lines) }),
      run.phases,
    );
    if (failed) options.onProgress(told.join("\n"));
    return outcome;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** `METHOD /path` of the whole document but for itself. */
async function operationsOf({ url }: Target): Promise<string[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> };
  return Object.entries(document.paths)
    .filter(([path]) => path !== "/openapi.json")
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
}
