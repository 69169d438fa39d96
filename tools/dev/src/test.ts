import {
  BackingServiceError,
  type BackingServices,
  findChromium,
  provision,
  startBackingServices,
  urlVariables,
} from "@plat/backing-services";
import { once } from "node:events";
import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./paths.ts";
import { publishSharedUrls, sharedUrlsVariable } from "./shared-backing-services.ts";
import { type BackingServiceNeeds, backingServiceNeeds } from "./suites.ts";
import { type FinishedTask, resultsFile, summarize, type Summary } from "./test-results.ts";
import { planTasks, runTasks } from "./turbo.ts";

const usage = `npm test [-- options] [folders]

Runs the checks (format, lint, boundaries, types, dead code, names and prose), then the tests of every package on real
backing services. Turbo runs the suites concurrently and repeats only those whose inputs changed. Folders, for example
services/keys, select suites.

  --unit             only unit tests, which start nothing (npm run test:unit)
  --check            only the checks (npm run check)
  --affected         only suites that the changes since the branch left main can affect
  --force            also repeat suites whose inputs did not change
  --concurrency N    suites at a time (default: twice the number of cores)
`;
const checks = ["format", "lint", "boundaries", "types", "dead-code", "terms"].map((name) => `check:${name}`);
const slowestCount = 20;
/** Elasticsearch runs for minutes here: its optimizing compiler would use more CPU time than it saves. */
const javaOptions = { ES_JAVA_OPTS: "-XX:TieredStopAtLevel=1" };
const report = (line: string): void => console.log(line);

const stopped = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(name, () => {
    if (!stopped.signal.aborted) console.log("\nStopping …");
    stopped.abort();
  });
const { signal } = stopped;
const temporary = await mkdtemp(join(tmpdir(), "plat-npm-test-"));
try {
  process.exitCode = await main();
} catch (error) {
  if (signal.aborted) console.log("\nStopped before the end.");
  else console.error(error instanceof BackingServiceError ? error.message : error);
  process.exitCode = 1;
} finally {
  // A process that was just stopped may still write files.
  await rm(temporary, { recursive: true, force: true, maxRetries: 20 });
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      unit: { type: "boolean" },
      check: { type: "boolean" },
      affected: { type: "boolean" },
      force: { type: "boolean" },
      concurrency: { type: "string", default: String(2 * availableParallelism()) },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const suiteTask = values.unit === true ? "test:unit" : "test";
  const chosen = positionals.map((folder) => folder.replace(/^\.\/|\/+$/g, ""));
  await requireSuites(suiteTask, chosen);
  const all = !values.unit && !values.affected && chosen.length === 0;
  const tasks = values.check === true ? checks : all ? [...checks, suiteTask] : [suiteTask];
  const options = [
    ...chosen.map((folder) => `--filter=./${folder}`),
    ...(values.affected === true ? ["--affected"] : []),
    ...(values.force === true ? ["--force"] : []),
    `--concurrency=${values.concurrency}`,
  ];
  return print(await run({ tasks, options, verbose: chosen.length > 0 }));
}

/** @throws BackingServiceError that lists the suites if one of these does not exist */
async function requireSuites(task: string, chosen: readonly string[]): Promise<void> {
  if (chosen.length === 0) return;
  const planned = await planTasks({ root, tasks: [task], options: [] });
  const suites = planned.map(({ folder }) => folder).toSorted();
  const unknown = chosen.filter((folder) => !suites.includes(folder));
  if (unknown.length > 0)
    throw new BackingServiceError(`No such suite: ${unknown.join(", ")}. The suites are:\n  ${suites.join("\n  ")}`);
}

interface Run {
  tasks: readonly string[];
  options: readonly string[];
  /** Print each test, not only failures. */
  verbose: boolean;
}

/**
 * Runs the tasks, and meanwhile starts what the suites need that are not in turbo's cache. Turbo starts these suites when
 * it is ready; an installation takes minutes if MongoDB is compiled.
 */
async function run({ tasks, options, verbose }: Run): Promise<FinishedTask[]> {
  const planned = await planTasks({ root, tasks, options });
  const folders = planned.flatMap(({ task, folder, cached }) => (task === "test" && !cached ? [folder] : []));
  // Results of an earlier run must not pass for those of a suite that crashes. Turbo restores what is in its cache.
  for (const { task, folder } of planned) await rm(resultsFile(join(root, folder), task), { force: true });
  const socket = join(temporary, "run.sock");
  const server = createServer((connection) => connection.on("error", () => undefined)).listen(socket);
  server.unref();
  await once(server, "listening");
  const sharedUrls = join(temporary, "shared-urls.json");
  const tmp = join(temporary, "tmp");
  await mkdir(tmp);
  const ending = new AbortController();
  const end = AbortSignal.any([signal, ending.signal]);
  let startFailure: unknown;
  const starting = startShared(folders, sharedUrls, end).catch((error: unknown) => {
    startFailure ??= error;
    ending.abort();
  });
  try {
    return await runTasks(
      { root, tasks, options: [...options, "--continue=always", `--log-order=${verbose ? "stream" : "grouped"}`] },
      {
        env: {
          ...javaOptions,
          ...process.env,
          [sharedUrlsVariable]: sharedUrls,
          // Removed at the end, with all that an interrupted test leaves behind.
          TMPDIR: tmp,
          PLAT_TEST_RUN: socket,
          ...(verbose ? { PLAT_TEST_VERBOSE: "1" } : {}),
        },
        signal: end,
      },
    );
  } catch (error) {
    throw startFailure ?? error;
  } finally {
    ending.abort();
    await (await starting)?.stop();
  }
}

/**
 * Installs what the suites in these folders need, starts what they share, and publishes the URLs.
 * @throws BackingServiceError that names what to install
 */
async function startShared(folders: readonly string[], sharedUrls: string, end: AbortSignal): Promise<BackingServices> {
  const needs = backingServiceNeeds(root, folders, process.env);
  await prepare(needs, folders.includes("apps/dashboard"), end);
  const backingServices = await startBackingServices({
    dataDir: join(temporary, "backing-services"),
    services: needs.shared,
    onProgress: report,
    env: { ...javaOptions, ...process.env },
    signal: end,
  });
  const urls = needs.shared.map((name) => [urlVariables[name], backingServices[name].url] as const);
  await publishSharedUrls(sharedUrls, Object.fromEntries(urls));
  return backingServices;
}

/** Installs backing services before the suites that need them: an installation takes longer than a test's timeout. */
async function prepare(
  { install, despiteUrl }: BackingServiceNeeds,
  needsBrowser: boolean,
  end: AbortSignal,
): Promise<void> {
  const browser = (line: string): void => report(`Chromium: ${line}`);
  // Without a browser, the suite that needs one fails with instructions; the same applies to tested backing services.
  const optional = Promise.allSettled<unknown>([
    provision(despiteUrl, report, process.env, end),
    ...(needsBrowser ? [findChromium(process.env, browser, { signal: end })] : []),
  ]);
  try {
    await provision(install, report, process.env, end);
  } catch (error) {
    const given = (["redis", "nats"] as const).map((name) => urlVariables[name]).filter((name) => process.env[name]);
    if (!(error instanceof BackingServiceError) || given.length === 0) throw error;
    throw new BackingServiceError(
      `${error.message}\n\n(${given.join(" and ")} cannot be used here: tests start, stop and fill their own Redis and NATS.)`,
      { cause: error },
    );
  }
  await optional;
}

/** Prints the slowest tests, the failures and the totals. @returns the exit code */
function print(tasks: readonly FinishedTask[]): number {
  const { passed, failed, failures, slowest }: Summary = summarize(root, tasks);
  if (slowest.length > 0) console.log("\nSlowest tests:");
  for (const { title, milliseconds } of slowest.slice(0, slowestCount))
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${title}`);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  if (tasks.length === 0) console.log("No suite is affected.");
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
