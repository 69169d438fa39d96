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
 * `npm test`: format, lint, boundaries, types, then the tests of every package on real engines of their own.
 * `--check` stops before the engines; names of folders (`services/keys`) choose suites.
 */
const args = process.argv.slice(2);
const checkOnly = args.includes("--check");
const chosen = args.filter((arg) => !arg.startsWith("--")).map((arg) => arg.replace(/\/+$/, ""));
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const tell = (line: string): void => console.log(line);

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
  results.push({ passed: 0, failed: 1, failures: ["npm test itself: see above"] });
} finally {
  // What was just stopped may be about to write its last.
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
  ];
  for (const [title, program, options] of checks) {
    signal.throwIfAborted();
    results.push(await check(title, bin(program), options, { cwd: root, signal }));
  }
}

async function runSuites(): Promise<void> {
  const suites = allSuites(root);
  const unknown = chosen.filter((folder) => !suites.includes(folder));
  if (unknown.length > 0)
    throw new BackingServiceError(`There is no suite ${unknown.join(", ")}; there are:\n  ${suites.join("\n  ")}`);
  const folders = suites.filter((folder) => chosen.length === 0 || chosen.includes(folder));
  const needs = backingServiceNeeds(root, folders, process.env);
  await prepare(needs);
  // The suite that needs it says so itself when there is none.
  if (folders.includes("apps/dashboard"))
    await findChromium(process.env, (line) => tell(`Chromium: ${line}`), { signal }).catch(() => undefined);
  const backingServices = await startBackingServices({
    dataDir: join(temporary, "engines"),
    services: needs.shared,
    onProgress: tell,
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

/** Here, where it may take minutes: a suite that waits for it would run out of time. */
async function prepare({ first }: BackingServiceNeeds): Promise<void> {
  try {
    await provision(first, tell, process.env, signal);
  } catch (error) {
    const given = (["redis", "nats"] as const).map((name) => urlVariables[name]).filter((name) => process.env[name]);
    if (!(error instanceof BackingServiceError) || given.length === 0) throw error;
    throw new BackingServiceError(
      `${error.message}\n\n(${given.join(" and ")} can't stand for it here: tests start Redis and NATS of their own, which they stop and fill.)`,
      { cause: error },
    );
  }
}

/** A failure is the suite's own to tell, by its tests. */
async function prepareOwn(folder: string, names: BackingServiceNeeds["first"]): Promise<void> {
  const variables = names.map((name) => urlVariables[name]).join(" and ");
  tell(
    `\n${folder} tests engines that it starts itself, where ${variables} can't stand for them: putting them in place`,
  );
  await provision(names, tell, process.env, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    tell(error instanceof Error ? error.message : String(error));
  });
}
