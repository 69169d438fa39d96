import { spawn } from "node:child_process";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { parentDeathPrefix } from "./guard.ts";
import { waitForLock } from "./lock.ts";
import type { ProcessId } from "./lock.ts";
import { cacheFolder, exists } from "./paths.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { Progress } from "./types.ts";

export interface ProvisionContext {
  env: NodeJS.ProcessEnv;
  progress: Progress;
  /** Receives what changes too often for a log: the state of a download. */
  status?: Progress | undefined;
  /** Data folder of the backing service, which only the program that wrote it can read. */
  dataDir?: string | undefined;
  /** Aborts the work and the programs that it runs. */
  signal?: AbortSignal | undefined;
}

/**
 * The folder `<cache>/backing-services/<name>`, created by `build` on first use. The name must contain every version that
 * its content depends on. `build` fills a temporary folder, which is renamed when complete. Concurrent processes share
 * one build.
 */
export async function provisionOnce(
  name: string,
  context: ProvisionContext,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const root = join(cacheFolder(context.env), "backing-services");
  const folder = join(root, name);
  if (await exists(folder)) return folder;
  context.signal?.throwIfAborted();
  const report = ({ pid }: ProcessId): void => context.progress(`waiting: process ${pid} is preparing it`);
  const lock = await waitForLock(join(root, `${name}.lock`), report, context.signal);
  try {
    if (await exists(folder)) return folder;
    // Left behind by a killed process. This process has the lock, so nobody else is building.
    for (const left of await readdir(root)) {
      if (left.startsWith(`${name}.tmp.`)) await rm(join(root, left), { recursive: true, force: true });
    }
    const temporary = join(root, `${name}.tmp.${process.pid}.${randomUUID().slice(0, 8)}`);
    await mkdir(temporary, { recursive: true });
    try {
      await build(temporary);
      await rename(temporary, folder);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
    return folder;
  } finally {
    await lock.release();
  }
}

export interface RunOptions {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  signal?: AbortSignal | undefined;
  onLine?: (line: string) => void;
}

/**
 * Runs a program and waits for its exit.
 * @returns its output
 * @throws BackingServiceError with its last lines if it fails
 */
export async function runCommand(command: string, args: readonly string[], options: RunOptions): Promise<string> {
  options.signal?.throwIfAborted();
  const [program = command, ...rest] = [...parentDeathPrefix(), command, ...args];
  const child = spawn(program, rest, {
    env: options.env,
    // A process group of its own, so that its children can be killed with it.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  // The program must not outlive this process.
  const kill = (): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, "SIGKILL");
  };
  process.once("exit", kill);
  options.signal?.addEventListener("abort", kill, { once: true });
  let output = "";
  let unfinished = "";
  const take = (chunk: Buffer): void => {
    const text = chunk.toString();
    output += text;
    unfinished += text;
    const lines = unfinished.split(/[\r\n]+/);
    unfinished = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") options.onLine?.(line.trim());
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (status, signal) => resolve(status ?? signal ?? "unknown"));
    });
    options.signal?.throwIfAborted();
    if (code === 0) return output;
    const tail = output.trimEnd().split("\n").slice(-15).join("\n");
    throw new BackingServiceError(`'${command} ${args.join(" ")}' failed (${code}):\n${tail}`);
  } finally {
    process.removeListener("exit", kill);
    options.signal?.removeEventListener("abort", kill);
  }
}

/**
 * Makes up to three attempts at an operation that uses the network.
 * @param isRetryable called after a failure; false stops the retries
 */
export async function withRetries<T>(
  what: string,
  context: ProvisionContext,
  attempt: () => Promise<T>,
  isRetryable: () => boolean = () => true,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 3 || context.signal?.aborted === true || !isRetryable()) throw error;
      context.progress(`${what} failed (${reasonOf(error)}), retrying`);
      await delay(tries * 1000);
    }
  }
}
