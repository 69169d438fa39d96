import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Outcome } from "./reporter.ts";

export interface Counts {
  passed: number;
  failed: number;
  /** One line per failure; printed again at the end of the run. */
  failures: string[];
}

export interface RunOptions {
  cwd: string;
  env?: Record<string, string>;
  /** Ends the program when it is aborted. */
  signal: AbortSignal;
}

/** Runs a program on this terminal. @returns whether it exited with 0 */
export async function run(command: string, args: readonly string[], options: RunOptions): Promise<boolean> {
  const { cwd, env, signal } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    // The pipe closes when this process exits; children watch it.
    stdio: ["inherit", "inherit", "inherit", "pipe"],
  });
  const terminate = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", terminate, { once: true });
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code === 0;
  } catch (error) {
    console.error(`${command} could not be run: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    signal.removeEventListener("abort", terminate);
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
  /** Becomes TMPDIR of the tests, so that the runner can remove what an interrupted test leaves behind. */
  temporary: string;
  signal: AbortSignal;
}

/** Runs the tests of one package. A suite that exits without an outcome counts as a failure. */
export async function suite({ root, folder, env, temporary, signal }: SuiteOptions): Promise<Counts> {
  console.log(`\n── ${folder}`);
  const outcomeFile = join(temporary, "outcome.json");
  rmSync(outcomeFile, { force: true });
  const temporaryDir = join(temporary, "tmp");
  mkdirSync(temporaryDir, { recursive: true });
  const mocha = join(root, "node_modules/mocha/bin/mocha.js");
  const reporter = join(root, "tools/dev/src/reporter.ts");
  const watch = pathToFileURL(join(root, "tools/dev/bootstrap/watch-parent.mjs")).href;
  const ended = await run(process.execPath, ["--import", watch, mocha, "--reporter", reporter], {
    cwd: join(root, folder),
    env: { ...env, PLAT_TEST_OUTCOME: outcomeFile, TMPDIR: temporaryDir },
    signal,
  });
  if (!existsSync(outcomeFile)) return { passed: 0, failed: 1, failures: [`${folder}: exited without a result`] };
  const { passes, failures, pending, failed } = JSON.parse(readFileSync(outcomeFile, "utf8")) as Outcome;
  const lines = failed.map((line) => `${folder}: ${line}`);
  if (pending > 0) lines.push(`${folder}: ${pending} skipped`);
  if (lines.length === 0 && !ended) return { passed: passes, failed: 1, failures: [`${folder}: exited with an error`] };
  return { passed: passes, failed: failures + pending, failures: lines };
}
