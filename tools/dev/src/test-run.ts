import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Outcome } from "./reporter.ts";

export interface Counts {
  passed: number;
  failed: number;
  /** What failed, a line each: told once more at the end, where nobody has to look for it. */
  failures: string[];
}

export interface RunOptions {
  cwd: string;
  env?: Record<string, string>;
  /** Ends the program when it is aborted. */
  signal: AbortSignal;
}

/** Runs a program with this terminal; gives whether it ended well. */
export async function run(command: string, args: readonly string[], options: RunOptions): Promise<boolean> {
  const { cwd, env, signal } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    // The pipe closes when this process ends, by which a child that looks knows.
    stdio: ["inherit", "inherit", "inherit", "pipe"],
  });
  const end = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", end, { once: true });
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code === 0;
  } catch (error) {
    console.error(`${command} could not be run: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** One check that passes or fails as a whole. */
export async function check(
  title: string,
  command: string,
  args: readonly string[],
  options: { cwd: string; signal: AbortSignal },
): Promise<Counts> {
  console.log(`\n── ${title}`);
  const passed = await run(command, args, { ...options, env: { TURBO_TELEMETRY_DISABLED: "1" } });
  console.log(passed ? `${title}: passed` : `${title}: FAILED`);
  return passed ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [title] };
}

export interface SuiteOptions {
  root: string;
  /** Folder of the package below the root. */
  folder: string;
  env: Record<string, string>;
  /** A folder for what tests keep in the temporary folder; it stays when they are stopped. */
  temporary: string;
  signal: AbortSignal;
}

/** The tests of one package. A suite that breaks off without counts is a failure. */
export async function suite({ root, folder, env, temporary, signal }: SuiteOptions): Promise<Counts> {
  console.log(`\n── ${folder}`);
  const outcomeFile = join(temporary, "outcome.json");
  rmSync(outcomeFile, { force: true });
  const places = join(temporary, "tmp");
  mkdirSync(places, { recursive: true });
  const mocha = join(root, "node_modules/mocha/bin/mocha.js");
  const reporter = join(root, "tools/dev/src/reporter.ts");
  const watch = pathToFileURL(join(root, "tools/dev/bootstrap/watch-parent.mjs")).href;
  const ended = await run(process.execPath, ["--import", watch, mocha, "--reporter", reporter], {
    cwd: join(root, folder),
    env: { ...env, PLAT_TEST_OUTCOME: outcomeFile, TMPDIR: places },
    signal,
  });
  if (!existsSync(outcomeFile)) return { passed: 0, failed: 1, failures: [`${folder}: broke off`] };
  const { passes, failures, pending, failed } = JSON.parse(readFileSync(outcomeFile, "utf8")) as Outcome;
  const told = failed.map((line) => `${folder}: ${line}`);
  if (pending > 0) told.push(`${folder}: ${pending} skipped`);
  if (told.length === 0 && !ended) return { passed: passes, failed: 1, failures: [`${folder}: did not end well`] };
  return { passed: passes, failed: failures + pending, failures: told };
}
