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
  /** Generated cases per operation and phase, in addition to those of the other phases. */
  examples: number;
  /** Minimum total number of cases. */
  casesMin: number;
  onProgress: (line: string) => void;
}

interface Run {
  name: string;
  credential: string;
  /** Arguments that include or exclude operations. */
  filter: readonly string[];
  phases: readonly string[];
}

const start = "from schemathesis.cli import schemathesis; schemathesis()";
/** Runs separately, because it ends the session that the other operations are tested with. */
const signOut = "signOut";
/** A single operation has no stateful phase. */
const baseline = ["examples", "coverage", "fuzzing"];
/** Operations that cannot succeed, because a fuzzer does not find the password. */
const cannotSucceed = new Set(["POST /auth/password"]);

/** Runs Schemathesis over the OpenAPI document in all phases: with a key, with a session, and for signing out. */
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
    { name: "signing out", credential: third.token, filter: ["--include-operation-id", signOut], phases: baseline },
  ];
  const outcomes: Outcome[] = [];
  const checks: Check[] = [];
  for (const [at, run] of runs.entries()) {
    options.onProgress(`Schemathesis ${run.name}`);
    const outcome = await runOnce(python, target, run, { ...options, seed: options.seed + at });
    outcomes.push(outcome);
    checks.push({
      what: `Schemathesis ${run.name}`,
      expected: "no 5xx, nothing undocumented",
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
      what: "total Schemathesis cases",
      expected: `at least ${options.casesMin}`,
      seen: `${cases} (seed ${options.seed})`,
      failures: cases >= options.casesMin ? [] : [`only ${cases} cases`],
    },
    {
      what: "Schemathesis saw each operation succeed",
      expected: `${operations.length - cannotSucceed.size} operations`,
      seen: `${operations.length - cannotSucceed.size - never.length}`,
      failures: never,
    },
  ];
}

async function runOnce(python: string, { url }: Target, run: Run, options: SchemathesisOptions): Promise<Outcome> {
  // Schemathesis writes all its files into this folder.
  const created = await mkdtemp(join(tmpdir(), "plat-fuzz-"));
  try {
    const json = join(created, "report.json");
    const lines = join(created, "report.ndjson");
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
      // A schema cannot fully describe currencies, cursors or dates: valid data by the schema may still be rejected.
      ["--checks", "all", "--exclude-checks", "positive_data_acceptance"],
      // One credential per run; the corpus tests combinations.
      ["--generation-with-security-parameters", "false", "--generation-database", "none", "--no-color"],
      ["--warnings", "off", "--report", "json,ndjson", "--report-json-path", json, "--report-ndjson-path", lines],
    ].flat();
    const env = { ...process.env, SCHEMATHESIS_HOOKS: "hooks", PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" };
    const output: string[] = [];
    const failed = await runCommand(python, args, { env, cwd: created, onLine: (line) => output.push(line) }).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof BackingServiceError)) throw error;
        return true;
      },
    );
    const report = await readFile(json, "utf8").catch(() => {
      throw new Error(`Schemathesis did not run:\n${output.join("\n")}`);
    });
    const outcome = await readOutcome(
      JSON.parse(report) as JsonReport,
      createInterface({ input: createReadStream(lines) }),
      run.phases,
    );
    if (failed) options.onProgress(output.join("\n"));
    return outcome;
  } finally {
    await rm(created, { recursive: true, force: true });
  }
}

/** `METHOD /path` of all operations except the OpenAPI document itself. */
async function operationsOf({ url }: Target): Promise<string[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> };
  return Object.entries(document.paths)
    .filter(([path]) => path !== "/openapi.json")
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
}
