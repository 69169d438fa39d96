import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root as project } from "./paths.ts";
import type { FinishedTask } from "./test-results.ts";

const run = promisify(execFile);

/** A task that turbo would run. */
export interface PlannedTask {
  task: string;
  /** Folder of the package below the root; empty for the root itself. */
  folder: string;
  /** Its result for the same inputs is in turbo's cache. */
  cached: boolean;
}

export interface TurboOptions {
  /** Folder of the workspace. */
  root: string;
  tasks: readonly string[];
  /** Further options of `turbo run`, for example filters. */
  options: readonly string[];
}

interface TaskSummary {
  task: string;
  directory: string;
  command: string;
  cache: { status: "HIT" | "MISS" };
  /** Absent if the task did not run. */
  execution?: { exitCode: number | null };
}

// Tests read many variables (locations of programs, proxies); only those that turbo.json declares affect the cache.
const environment = { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1", TURBO_ENV_MODE: "loose" };
const turbo = join(project, "node_modules/.bin/turbo");

/** Excludes tasks of packages without this script, and tasks that turbo runs only because others depend on them. */
const isOneOf =
  (tasks: readonly string[]) =>
  ({ task, command }: TaskSummary): boolean =>
    command !== "<NONEXISTENT>" && tasks.includes(task);

/** The tasks that `turbo run` would run, without running them. @throws Error with turbo's output */
export async function planTasks({ root, tasks, options }: TurboOptions): Promise<PlannedTask[]> {
  const { stdout } = await run(turbo, ["run", ...tasks, ...options, "--dry=json"], {
    cwd: root,
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  const plan = JSON.parse(stdout) as { tasks: TaskSummary[] };
  return plan.tasks
    .filter(isOneOf(tasks))
    .map(({ task, directory, cache }) => ({ task, folder: directory, cached: cache.status === "HIT" }));
}

/**
 * Runs the tasks on this terminal.
 * @returns the tasks that ended, or were taken from the cache
 */
export async function runTasks(
  { root, tasks, options }: TurboOptions,
  { env, signal, stdio = "inherit" }: { env: NodeJS.ProcessEnv; signal: AbortSignal; stdio?: "inherit" | "ignore" },
): Promise<FinishedTask[]> {
  const child = spawn(turbo, ["run", ...tasks, ...options, "--summarize"], {
    cwd: root,
    env: { ...env, ...environment },
    stdio,
  });
  const terminate = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", terminate, { once: true });
  try {
    await once(child, "exit");
  } finally {
    signal.removeEventListener("abort", terminate);
  }
  signal.throwIfAborted();
  return takeSummary(join(root, ".turbo/runs"))
    .filter(isOneOf(tasks))
    .map(({ task, directory, execution }) => ({ task, folder: directory, exitCode: execution?.exitCode ?? 1 }));
}

/** Reads the newest summary of a run and removes it. */
function takeSummary(folder: string): TaskSummary[] {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const [newest = ""] = files.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  const { tasks } = JSON.parse(readFileSync(newest, "utf8")) as { tasks: TaskSummary[] };
  rmSync(newest);
  return tasks;
}
