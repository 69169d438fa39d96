import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { type SystemCall, parseTrace, traced } from "./system-calls.ts";

/** Why strace cannot be used on this machine; undefined if it can. */
export function straceUnavailable(): string | undefined {
  const { error, status } = spawnSync("strace", ["-V"], { stdio: "ignore" });
  if (error !== undefined || status !== 0)
    return "strace is not on PATH (Linux; Debian, Ubuntu: 'apt-get install strace')";
  // A container may have strace but lack the permission to use it.
  const tried = spawnSync("strace", ["-o", "/dev/null", "true"], { encoding: "utf8" });
  return tried.status === 0 ? undefined : `strace lacks the permission to trace: ${tried.stderr.trim().split("\n")[0]}`;
}

export interface Trace {
  /** Stops tracing. @returns all traced calls */
  end(): Promise<SystemCall[]>;
}

/** Milliseconds without a message about a further thread, after which all threads count as attached. */
const attachQuietMs = 700;

/** Traces the system calls of a process and all its threads. */
export async function trace(pid: number, file: string, closers: Set<() => Promise<void>>): Promise<Trace> {
  const args = ["-f", "-yy", "-ttt", "-s", "16384", "-e", `trace=${traced.join(",")}`, "-o", file, "-p", String(pid)];
  const child = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGINT");
    await exited;
  };
  closers.add(stop);
  await attached(child);
  return {
    async end() {
      await stop();
      closers.delete(stop);
      return parseTrace(await readFile(file, "utf8"));
    },
  };
}

async function attached(child: ChildProcess): Promise<void> {
  let last = performance.now();
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    last = performance.now();
  });
  const deadline = performance.now() + 20_000;
  while (!output.includes("attached") || performance.now() - last < attachQuietMs) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`strace did not attach: ${output.trim()}`);
    await setTimeout(50);
  }
}
