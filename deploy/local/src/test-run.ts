import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export interface Counts {
  passed: number;
  failed: number;
}

/** Runs a program with this terminal; gives whether it ended well. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      // The pipe closes when this process ends, by which a child that looks knows.
      stdio: ["inherit", "inherit", "inherit", "pipe"],
    });
    child.once("error", (error) => {
      console.error(`${command} could not be run: ${error.message}`);
      resolve(false);
    });
    child.once("exit", (code) => resolve(code === 0));
  });
}

/** One check that passes or fails as a whole. */
export async function check(title: string, command: string, args: readonly string[], cwd: string): Promise<Counts> {
  console.log(`\n── ${title}`);
  const passed = await run(command, args, { cwd, env: { TURBO_TELEMETRY_DISABLED: "1" } });
  console.log(passed ? `${title}: passed` : `${title}: FAILED`);
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

export interface SuiteOptions {
  root: string;
  /** Folder of the package below the root. */
  folder: string;
  env: Record<string, string>;
  countsFile: string;
}

/** The tests of one package. A suite that breaks off without counts is a failure. */
export async function suite({ root, folder, env, countsFile }: SuiteOptions): Promise<Counts> {
  console.log(`\n── ${folder}`);
  rmSync(countsFile, { force: true });
  const mocha = join(root, "node_modules/mocha/bin/mocha.js");
  const reporter = join(root, "deploy/local/src/reporter.ts");
  const watch = pathToFileURL(join(root, "scripts/watch-parent.mjs")).href;
  const ended = await run(process.execPath, ["--import", watch, mocha, "--reporter", reporter], {
    cwd: join(root, folder),
    env: { ...env, PLAT_TEST_COUNTS: countsFile },
  });
  if (!existsSync(countsFile)) return { passed: 0, failed: 1 };
  const { passes, failures, pending } = JSON.parse(readFileSync(countsFile, "utf8")) as Record<string, number>;
  const failed = (failures ?? 0) + (pending ?? 0);
  return { passed: passes ?? 0, failed: failed === 0 && !ended ? 1 : failed };
}
