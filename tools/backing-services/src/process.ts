import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parentDeathPrefix } from "./guard.ts";
import type { ParentDeathGuard } from "./guard.ts";
import { commandLine, identify, isAlive } from "./lock.ts";
import type { ProcessId } from "./lock.ts";
import { lastLines } from "./log.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { ExitStatus } from "./types.ts";

const STOP_TIMEOUT_MS = 20_000;
const LOG_MAX_BYTES = 20 * 1024 * 1024;

/** How to run a backing service as a process. */
export interface ProcessSpec {
  name: string;
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  logFile: string;
  pidFile: string;
  guard: ParentDeathGuard;
  /** Part of the command line that no other process has: the data folder. */
  marker: string;
}

/** A running or exited process of a backing service. */
export class ChildProcessHandle {
  readonly pid: number;
  readonly exited: Promise<ExitStatus>;
  readonly #spec: ProcessSpec;
  readonly #child: ChildProcess;

  private constructor(spec: ProcessSpec, child: ChildProcess, pid: number, exited: Promise<ExitStatus>) {
    this.#spec = spec;
    this.#child = child;
    this.pid = pid;
    this.exited = exited.then(async (status) => {
      spec.guard.unwatch(pid);
      await rm(spec.pidFile, { force: true });
      return status;
    });
  }

  static async start(spec: ProcessSpec): Promise<ChildProcessHandle> {
    await mkdir(dirname(spec.logFile), { recursive: true });
    const size = await stat(spec.logFile).then(
      (found) => found.size,
      () => 0,
    );
    if (size > LOG_MAX_BYTES) await rename(spec.logFile, `${spec.logFile}.1`);
    const log = await open(spec.logFile, "a");
    let child: ChildProcess;
    let exited: Promise<ExitStatus>;
    let pid: number;
    try {
      await log.write(`--- ${new Date().toISOString()} ${spec.command} ${spec.args.join(" ")}\n`);
      const [command = spec.command, ...args] = [...parentDeathPrefix(), spec.command, ...spec.args];
      child = spawn(command, args, { cwd: spec.cwd, env: spec.env, detached: true, stdio: ["ignore", log.fd, log.fd] });
      // Before anything is awaited: the exit of a short-lived process would otherwise be missed.
      exited = new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
      pid = await new Promise<number>((resolve, reject) => {
        child.once("error", reject);
        child.once("spawn", () => resolve(child.pid ?? -1));
      });
    } catch (error) {
      throw new BackingServiceError(`${spec.name} could not be started: ${reasonOf(error)}`);
    } finally {
      await log.close();
    }
    const running = new ChildProcessHandle(spec, child, pid, exited);
    spec.guard.watch(pid, spec.marker);
    const id = await identify(pid);
    if (id !== undefined && running.running) await writeFile(spec.pidFile, JSON.stringify(id));
    return running;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Sends a signal and waits until the process has exited. */
  async kill(signal: NodeJS.Signals): Promise<ExitStatus> {
    if (this.running) this.#child.kill(signal);
    return this.exited;
  }

  /** SIGTERM, then SIGKILL after `timeoutMs` milliseconds. */
  async stop(timeoutMs = STOP_TIMEOUT_MS): Promise<ExitStatus> {
    if (!this.running) return this.exited;
    const exitedInTime = new AbortController();
    const forced = delay(timeoutMs, undefined, { signal: exitedInTime.signal }).then(
      () => this.#child.kill("SIGKILL"),
      () => false,
    );
    const status = await this.kill("SIGTERM");
    exitedInTime.abort();
    await forced;
    return status;
  }

  /** Describes an unexpected exit: status, last log lines, path of the log. */
  async exitReport(): Promise<string> {
    const { code, signal } = await this.exited;
    const status = signal === null ? `exit code ${code ?? "unknown"}` : signal;
    return `${this.#spec.name} exited (${status}).\n${await lastLines(this.#spec.logFile)}\nIts log: ${this.#spec.logFile}`;
  }
}

/**
 * Stops a process that an earlier run left on this data, if both that run and its guard were killed. The pid file alone
 * is not sufficient: start time and command line must match.
 */
export async function stopLeftover(
  spec: Pick<ProcessSpec, "name" | "pidFile" | "marker">,
  progress: (line: string) => void,
): Promise<void> {
  const text = await readFile(spec.pidFile, "utf8").catch(() => undefined);
  if (text === undefined) return;
  let id: ProcessId | undefined;
  try {
    id = JSON.parse(text) as ProcessId;
  } catch {
    id = undefined;
  }
  if (id !== undefined && (await isAlive(id)) && (await commandLine(id.pid)).includes(spec.marker)) {
    progress(`stopping a process of an earlier run (pid ${id.pid})`);
    process.kill(id.pid, "SIGTERM");
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (await isAlive(id)) {
      if (Date.now() > deadline) process.kill(id.pid, "SIGKILL");
      await delay(100);
    }
  }
  await rm(spec.pidFile, { force: true });
}
