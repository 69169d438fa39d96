import { type BackingServices, requireFastMongo } from "@plat/backing-services";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Checks } from "./checks.ts";
import { reportFile, type Options, readOptions, usage } from "./options.ts";
import { type Mutation, mutations } from "./mutations.ts";
import { report, table } from "./report.ts";
import { runScenarios, startOwnBackingServices } from "./run.ts";

/** `npm run chaos`: fault injection under load, and mutation tests of its checks. */
const root = fileURLToPath(new URL("../../../", import.meta.url));
const closers = new Set<() => Promise<void>>();
let interrupted = false;
const began = performance.now();
const onProgress = (line: string): void =>
  console.error(`${((performance.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${line}`);

async function closeAll(): Promise<void> {
  for (const close of [...closers].toReversed()) {
    closers.delete(close);
    try {
      await close();
    } catch (error) {
      console.error(error);
    }
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (interrupted) return;
    interrupted = true;
    onProgress("stopping all processes");
    void closeAll().finally(() => process.exit(130));
  });
}

async function runChaos(options: Options, args: readonly string[]): Promise<boolean> {
  const checks = new Checks(onProgress);
  onProgress(`seed ${options.seed}`);
  const { backingServices } = await runScenarios({
    root,
    options,
    scenarios: options.only,
    checks,
    closers,
    onProgress,
  });
  const command = ["npm run chaos", ...(args.length === 0 ? [] : ["--", ...args])].join(" ");
  const seconds = (performance.now() - began) / 1_000;
  const text = report({ date: new Date(), command, options, checks, seconds, backingServices });
  console.error(`\n${table(checks.all)}\n`);
  if (options.out === "-") console.log(text);
  else {
    const file = options.out === reportFile ? `${root}${options.out}` : options.out;
    await writeFile(file, text);
    onProgress(`report written: ${relative(process.cwd(), file)}`);
  }
  return checks.failed.length === 0 && checks.all.length > 0;
}

/** Applies each mutation to a copy of the code and runs the scenario that must detect it. */
async function runMutations(options: Options): Promise<boolean> {
  const detected: string[] = [];
  const missed: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), "plat-chaos-"));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  let shared: BackingServices | undefined;
  for (const [at, name] of options.mutations.entries()) {
    const mutation = mutations[name];
    if (mutation === undefined) continue;
    onProgress(`── mutation: ${name}: ${mutation.about}`);
    const checks = new Checks(onProgress);
    if (!changesBackingServices(mutation) && shared === undefined) {
      const backingServices = await startOwnBackingServices(root, folder, onProgress);
      closers.add(() => backingServices.stop());
      shared = backingServices;
    }
    const context = { root, options, mutation, checks, closers, onProgress };
    const own =
      changesBackingServices(mutation) || shared === undefined ? {} : { backingServices: shared, suffix: `-${at}` };
    await runScenarios({ ...context, ...own, scenarios: [mutation.scenario] });
    const failed = checks.failed.map(({ id }) => id);
    const isDetected = mutation.failingChecks.some((id) => failed.includes(id));
    (isDetected ? detected : missed).push(name);
    onProgress(
      `${name} ${isDetected ? "detected" : "NOT DETECTED"}: failed checks: ${failed.join(", ") || "none"}; expected ${mutation.failingChecks.join(" or ")}`,
    );
  }
  onProgress(`${detected.length} of ${options.mutations.length} mutations detected`);
  if (missed.length > 0) onProgress(`not detected: ${missed.join(", ")}`);
  return missed.length === 0;
}

const changesBackingServices = ({ prepare, patches = [] }: Mutation): boolean =>
  prepare !== undefined || patches.some(({ file }) => file.startsWith("tools/backing-services/"));

try {
  const args = process.argv.slice(2);
  const options = readOptions(args);
  if (options === "help") console.log(usage);
  else {
    await requireFastMongo(onProgress);
    const succeeded = await (options.mutations.length > 0 ? runMutations(options) : runChaos(options, args));
    process.exitCode = succeeded ? 0 : 1;
  }
} catch (error) {
  if (!interrupted) console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
} finally {
  await closeAll();
}
