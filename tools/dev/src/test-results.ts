import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A test or hook with its duration. */
export interface SlowTest {
  title: string;
  milliseconds: number;
}

/** Results of one suite, as the reporter writes them. */
export interface TestResults {
  passes: number;
  failures: number;
  /** Skipped tests; each counts as a failure. */
  pending: number;
  /** Full title and first line of the error of each failed test or hook. */
  failed: string[];
  /** The slowest tests and hooks, slowest first. */
  slowest: SlowTest[];
}

/** @param folder of the package @param task name of its script: `test` or `test:unit` */
export const resultsFile = (folder: string, task: string): string =>
  join(folder, "test-results", `${task.replace(":", "-")}.json`);

/** A task that turbo ran or took from its cache. */
export interface FinishedTask {
  /** Name of the script, for example `test` or `check:lint`. */
  task: string;
  /** Folder of the package below the root; empty for the root itself. */
  folder: string;
  exitCode: number;
}

export interface Summary {
  passed: number;
  failed: number;
  /** One line per failure. */
  failures: string[];
  slowest: SlowTest[];
}

/**
 * Adds up the results of all tasks. A check counts as one test. A suite that exits without results, or with an error
 * although all tests passed, counts as a failure.
 */
export function summarize(root: string, tasks: readonly FinishedTask[]): Summary {
  const summary: Summary = { passed: 0, failed: 0, failures: [], slowest: [] };
  for (const { task, folder, exitCode } of tasks) {
    const suite = task === "test" || task === "test:unit";
    const results = suite ? readResults(resultsFile(join(root, folder), task)) : undefined;
    const name = suite ? folder : task;
    const lines = results?.failed.map((line) => `${name}: ${line}`) ?? [];
    if (results !== undefined && results.pending > 0) lines.push(`${name}: ${results.pending} skipped`);
    if (suite && results === undefined) lines.push(`${name}: exited without results`);
    else if (lines.length === 0 && exitCode !== 0) lines.push(suite ? `${name}: exited with ${exitCode}` : name);
    summary.passed += results?.passes ?? (lines.length === 0 ? 1 : 0);
    summary.failed += Math.max(lines.length, (results?.failures ?? 0) + (results?.pending ?? 0));
    summary.failures.push(...lines);
    const named = results?.slowest.map(({ title, ...rest }) => ({ title: `${folder}: ${title}`, ...rest }));
    summary.slowest.push(...(named ?? []));
  }
  summary.slowest.sort((a, b) => b.milliseconds - a.milliseconds);
  return summary;
}

function readResults(file: string): TestResults | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as TestResults;
  } catch {
    return undefined;
  }
}
