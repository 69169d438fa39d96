import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { holderOf } from "./lock.ts";
import type { ProcessId } from "./lock.ts";

const POLL_MS = 100;

/** The lock of the process that runs backing services on this data folder. */
export const lockOf = (dataDir: string): string => `${dataDir}/backing-services.lock`;
/** Has the content of the lock while its holder stops. The content is unique per start. */
export const stoppingFileOf = (dataDir: string): string => `${lockOf(dataDir)}.stopping`;

/**
 * Records that this process, if it runs backing services on the data folder, is stopping. Synchronous, for signal
 * handlers.
 */
export function announceStop(dataDir: string): void {
  try {
    const lock = readFileSync(lockOf(dataDir), "utf8");
    const { pid } = JSON.parse(lock) as { pid: unknown };
    if (pid === process.pid) writeFileSync(stoppingFileOf(dataDir), lock);
  } catch {
    // Without a lock, nothing runs. Without the file, a process that starts meanwhile is rejected instead of waiting.
  }
}

/**
 * Waits until a process that is stopping has released the data folder. Returns immediately if none is stopping.
 * @param onWait called once, before the wait
 * @param timeoutMs maximum duration of the wait in milliseconds
 */
export async function waitForStop(
  dataDir: string,
  onWait: (holder: ProcessId) => void,
  { timeoutMs = 30_000, signal }: { timeoutMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let isFirst = true; performance.now() < deadline; isFirst = false) {
    const holder = await stoppingHolder(dataDir);
    if (holder === undefined) return;
    if (isFirst) onWait(holder);
    await delay(POLL_MS, undefined, { signal });
  }
}

async function stoppingHolder(dataDir: string): Promise<ProcessId | undefined> {
  const files = [lockOf(dataDir), stoppingFileOf(dataDir)];
  const [lock, stopping] = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => undefined)));
  return lock !== undefined && lock === stopping ? holderOf(lockOf(dataDir)) : undefined;
}
