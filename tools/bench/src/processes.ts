import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** What a measured process does for its contestant. */
export interface ProcessRole {
  role: string;
  pid: number;
}

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/**
 * Seconds of CPU (user and system) that a process has used.
 * Source: proc_pid_stat(5), fields 14 and 15. @throws Error when there is no such process
 */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return ticksOf(stat) / ticksPerSecond;
}

/** User and system ticks in a line of /proc/<pid>/stat; the program's name may hold blanks and brackets. */
export function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

const sum = (pids: readonly number[]): number => pids.reduce((total, pid) => total + cpuSeconds(pid), 0);

export interface SettleOptions {
  /** Share of one core below which the processes count as idle. */
  idleShare?: number;
  /** Milliseconds looked at. */
  windowMs?: number;
  timeoutMs?: number;
}

/** Waits until processes have little to do; gives false when they still worked after `timeoutMs` (default 20 s). */
export async function settle(pids: readonly number[], options: SettleOptions = {}): Promise<boolean> {
  const { idleShare = 0.15, windowMs = 250, timeoutMs = 20_000 } = options;
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const began = performance.now();
    const before = sum(pids);
    await setTimeout(windowMs);
    const share = ((sum(pids) - before) * 1_000) / (performance.now() - began);
    if (share < idleShare) return true;
  }
  return false;
}
