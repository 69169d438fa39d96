import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** A measured process and its role. */
export interface ProcessRole {
  role: string;
  pid: number;
}

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/**
 * CPU time (user and system) of a process in seconds.
 * Source: proc_pid_stat(5), fields 14 and 15. @throws Error if the process does not exist
 */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return ticksOf(stat) / ticksPerSecond;
}

/** User and system ticks in a line of /proc/<pid>/stat. The program's name may contain spaces and parentheses. */
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
  /** Length of one measurement in milliseconds. */
  windowMs?: number;
  timeoutMs?: number;
}

/** Waits until processes are idle. @returns false if they are still busy after `timeoutMs` (default 20 s) */
export async function waitUntilIdle(pids: readonly number[], options: SettleOptions = {}): Promise<boolean> {
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
