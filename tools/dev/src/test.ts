import {
  BackingServiceError,
  findChromium,
  provision,
  startBackingServices,
  urlVariables,
} from "@plat/backing-services";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./paths.ts";
import { allSuites, type BackingServiceNeeds, backingServiceNeeds } from "./suites.ts";
import { check, type Counts, suite } from "./test-run.ts";

/**
 * `npm test`: format, lint, boundaries, types, then the tests of every package on real backing services.
 * `--check` runs only the checks, without backing services; folder names (`services/keys`) select suites.
 */
const args = process.argv.slice(2);
const checkOnly = args.includes("--check");
const chosen = args.filter((arg) => !arg.startsWith("--")).map((arg) => arg.replace(/\/+$/, ""));
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const report = (line: string): void => console.log(line);

const results: Counts[] = [];
const stopped = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(name, () => {
    if (!stopped.signal.aborted) console.log("\nStopping …");
    stopped.abort();
  });
const { signal } = stopped;
const temporary = await mkdtemp(join(tmpdir(), "plat-npm-test-"));
try {
  if (chosen.length === 0) await runChecks();
  if (!checkOnly) await runSuites();
} catch (error) {
  if (!signal.aborted) console.error(error instanceof BackingServiceError ? error.message : error);
  results.push({ passed: 0, failed: 1, failures: ["npm test could not run: see above"] });
} finally {
  // A process that was just stopped may still write files.
  await rm(temporary, { recursive: true, force: true, maxRetries: 20 });
}

const passed = results.reduce((sum, counts) => sum + counts.passed, 0);
const failed = results.reduce((sum, counts) => sum + counts.failed, 0);
for (const failure of results.flatMap((counts) => counts.failures)) console.log(`FAILED ${failure}`);
console.log(signal.aborted ? "\nStopped before the end." : `\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 && !signal.aborted ? 0 : 1;

async function runChecks(): Promise<void> {
  const checks: [string, string, string[]][] = [
    ["format", "oxfmt", ["--check", "."]],
    ["lint", "oxlint", []],
    ["boundaries", "turbo", ["boundaries"]],
    ["types", "tsc", ["-p", "."]],
    ["types of the dashboard", "tsc", ["-p", "apps/dashboard"]],
    ["dead code", "knip", ["--no-progress", "--no-config-hints"]],
    ["names and prose", process.execPath, [join(root, "tools/dev/src/checks/main.ts")]],
  ];
  for (const [title, program, options] of checks) {
    signal.throwIfAborted();
    results.push(
      await check(title, program === process.execPath ? program : bin(program), options, { cwd: root, signal }),
    );
  }
}

async function runSuites(): Promise<void> {
  const suites = allSuites(root);
  const unknown = chosen.filter((folder) => !suites.includes(folder));
  if (unknown.length > 0)
    throw new BackingServiceError(`No such suite: ${unknown.join(", ")}. The suites are:\n  ${suites.join("\n  ")}`);
  const folders = suites.filter((folder) => chosen.length === 0 || chosen.includes(folder));
  const needs = backingServiceNeeds(root, folders, process.env);
  await prepare(needs);
  // Without a browser, the suite that needs one fails with instructions.
  if (folders.includes("apps/dashboard"))
    await findChromium(process.env, (line) => report(`Chromium: ${line}`), { signal }).catch(() => undefined);
  const backingServices = await startBackingServices({
    dataDir: join(temporary, "backing-services"),
    services: needs.shared,
    onProgress: report,
    signal,
  });
  try {
    const env = Object.fromEntries(needs.shared.map((name) => [urlVariables[name], backingServices[name].url]));
    for (const folder of folders) {
      signal.throwIfAborted();
      const own = needs.despiteUrl(folder);
      if (own.length > 0) await prepareOwn(folder, own);
      results.push(await suite({ root, folder, env, temporary, signal }));
    }
  } finally {
    await backingServices.stop();
  }
}

/** Installs backing services before the first suite: a build takes longer than a test's timeout. */
async function prepare({ first }: BackingServiceNeeds): Promise<void> {
  try {
    await provision(first, report, process.env, signal);
  } catch (error) {
    const given = (["redis", "nats"] as const).map((name) => urlVariables[name]).filter((name) => process.env[name]);
    if (!(error instanceof BackingServiceError) || given.length === 0) throw error;
    throw new BackingServiceError(
      `${error.message}\n\n(${given.join(" and ")} cannot be used here: tests start, stop and fill their own Redis and NATS.)`,
      { cause: error },
    );
  }
}

/** A failure is reported by the suite's own tests. */
async function prepareOwn(folder: string, names: BackingServiceNeeds["first"]): Promise<void> {
  const variables = names.map((name) => urlVariables[name]).join(" and ");
  report(
    `\n${folder} tests the backing services that it starts itself, so ${variables} cannot be used: installing them`,
  );
  await provision(names, report, process.env, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    report(error instanceof Error ? error.message : String(error));
  });
}
