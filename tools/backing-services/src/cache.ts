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
  /** Ends the work early, programs that run for it included. */
  signal?: AbortSignal | undefined;
}

/**
 * The folder `<cache>/engines/<name>`, made by `build` the first time. The name must hold all versions that matter.
 * `build` fills a folder of its own, which gets its name only when it is whole. Two processes at once make one.
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
  const tell = ({ pid }: ProcessId): void => context.progress(`waiting: process ${pid} is preparing it`);
  const lock = await waitForLock(join(root, `${name}.lock`), tell, context.signal);
  try {
    if (await exists(folder)) return folder;
    // What a killed process left half made; no other makes it now.
    for (const left of await readdir(root)) {
      if (left.startsWith(`${name}.making.`)) await rm(join(root, left), { recursive: true, force: true });
    }
    const temporary = join(root, `${name}.making.${process.pid}.${randomUUID().slice(0, 8)}`);
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

/** Runs a program to its end and returns what it printed; throws an BackingServiceError with its last lines when it fails. */
export async function runCommand(command: string, args: readonly string[], options: RunOptions): Promise<string> {
  options.signal?.throwIfAborted();
  const [program = command, ...rest] = [...parentDeathPrefix(), command, ...args];
  const child = spawn(program, rest, {
    env: options.env,
    // A group of its own, so that it can be ended with all that it started.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  // It must not outlive the process that wants it.
  const endIt = (): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, "SIGKILL");
  };
  process.once("exit", endIt);
  options.signal?.addEventListener("abort", endIt, { once: true });
  let printed = "";
  let unfinished = "";
  const take = (chunk: Buffer): void => {
    const text = chunk.toString();
    printed += text;
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
    if (code === 0) return printed;
    const tail = printed.trimEnd().split("\n").slice(-15).join("\n");
    throw new BackingServiceError(`'${command} ${args.join(" ")}' failed (${code}):\n${tail}`);
  } finally {
    process.removeListener("exit", endIt);
    options.signal?.removeEventListener("abort", endIt);
  }
}

/** Tries up to three times, for what goes over a network; no more once `worthAnother` says no. */
export async function withRetries<T>(
  what: string,
  context: ProvisionContext,
  attempt: () => Promise<T>,
  worthAnother: () => boolean = () => true,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 3 || context.signal?.aborted === true || !worthAnother()) throw error;
      context.progress(`${what} failed (${reasonOf(error)}), trying again`);
      await delay(tries * 1000);
    }
  }
}
