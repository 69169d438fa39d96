import type { BackingServices } from "@plat/backing-services";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Checks } from "./checks.ts";
import { committedReport, type Options, readOptions, usage } from "./options.ts";
import { type Plant, plants } from "./mutations.ts";
import { report, table } from "./report.ts";
import { runRounds, startOwnEngines } from "./run.ts";

/** `npm run chaos`: what Plat keeps when its parts are killed, cut off and restarted. */
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
    onProgress("stopping what was started");
    void closeAll().finally(() => process.exit(130));
  });
}

async function faults(options: Options, args: readonly string[]): Promise<boolean> {
  const checks = new Checks(onProgress);
  onProgress(`seed ${options.seed}`);
  const { backingServices } = await runRounds({ root, options, rounds: options.only, checks, closers, onProgress });
  const command = ["npm run chaos", ...(args.length === 0 ? [] : ["--", ...args])].join(" ");
  const seconds = (performance.now() - began) / 1_000;
  const text = report({ date: new Date(), command, options, checks, seconds, backingServices });
  console.error(`\n${table(checks.all)}\n`);
  if (options.out === "-") console.log(text);
  else {
    const file = options.out === committedReport ? `${root}${options.out}` : options.out;
    await writeFile(file, text);
    onProgress(`written: ${relative(process.cwd(), file)}`);
  }
  return checks.red.length === 0 && checks.all.length > 0;
}

/** Each fault in a copy of the code, until its round has found it. */
async function planted(options: Options): Promise<boolean> {
  const found: string[] = [];
  const missed: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), "plat-faults-"));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  let shared: BackingServices | undefined;
  for (const [at, name] of options.plants.entries()) {
    const plant = plants[name];
    if (plant === undefined) continue;
    onProgress(`── planted: ${name}: ${plant.about}`);
    const checks = new Checks(onProgress);
    if (!changesEngines(plant) && shared === undefined) {
      const backingServices = await startOwnEngines(root, folder, onProgress);
      closers.add(() => backingServices.stop());
      shared = backingServices;
    }
    const ground = { root, options, plant, checks, closers, onProgress };
    const own = changesEngines(plant) || shared === undefined ? {} : { backingServices: shared, suffix: `-${at}` };
    await runRounds({ ...ground, ...own, rounds: [plant.round] });
    const red = checks.red.map(({ id }) => id);
    const isFound = plant.red.some((id) => red.includes(id));
    (isFound ? found : missed).push(name);
    onProgress(
      `${name} ${isFound ? "was found" : "was NOT FOUND"}: red are ${red.join(", ") || "none"}; due ${plant.red.join(" or ")}`,
    );
  }
  onProgress(`${found.length} of ${options.plants.length} planted faults were found`);
  if (missed.length > 0) onProgress(`not found: ${missed.join(", ")}`);
  return missed.length === 0;
}

const changesEngines = ({ prepare, patches = [] }: Plant): boolean =>
  prepare !== undefined || patches.some(({ file }) => file.startsWith("tools/backing-services/"));

try {
  const args = process.argv.slice(2);
  const options = readOptions(args);
  if (options === "help") console.log(usage);
  else {
    const isGood = await (options.plants.length > 0 ? planted(options) : faults(options, args));
    process.exitCode = isGood ? 0 : 1;
  }
} catch (error) {
  if (!interrupted) console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
} finally {
  await closeAll();
}
