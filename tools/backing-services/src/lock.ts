import { execFile } from "node:child_process";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A process. Its start time distinguishes it from a later process with the same id. */
export interface ProcessId {
  pid: number;
  started: string;
}

/** Start time of the process as an opaque string; undefined if it does not exist. */
export async function processStart(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces: the third field follows it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    return fields[19];
  } catch {
    if (process.platform === "linux") return undefined;
  }
  try {
    const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}

export async function identify(pid: number): Promise<ProcessId | undefined> {
  const started = await processStart(pid);
  return started === undefined ? undefined : { pid, started };
}

export async function isAlive(id: ProcessId): Promise<boolean> {
  return (await processStart(id.pid)) === id.started;
}

/** The command line of a process, arguments separated by spaces; empty if it does not exist. */
export async function commandLine(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
  } catch {
    if (process.platform === "linux") return "";
  }
  try {
    return (await run("ps", ["-ww", "-o", "command=", "-p", String(pid)])).stdout;
  } catch {
    return "";
  }
}

export interface Lock {
  release(): Promise<void>;
}

function parseHolder(text: string): ProcessId | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const { pid, started } = value as Partial<ProcessId>;
    return typeof pid === "number" && typeof started === "string" ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Acquires the lock file for this process, or returns its holder. The lock of a process that has exited is taken over.
 * A hard link creates the file with its content, atomically.
 */
export async function tryLock(file: string): Promise<{ lock: Lock } | { holder: ProcessId }> {
  await mkdir(dirname(file), { recursive: true });
  const me = await identify(process.pid);
  if (me === undefined) throw new Error(`cannot read when process ${process.pid} started`);
  const unique = `${file}.${process.pid}.${randomUUID()}`;
  const content = JSON.stringify({ ...me, lock: randomUUID() });
  await writeFile(unique, content);
  try {
    for (;;) {
      try {
        await link(unique, file);
        return { lock: { release: () => releaseLock(file, content) } };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const found = await readFile(file, "utf8").catch(() => undefined);
      if (found === undefined) continue;
      const holder = parseHolder(found);
      if (holder !== undefined && (await isAlive(holder))) return { holder };
      await removeStale(file, found, `${unique}.stale`);
    }
  } finally {
    await rm(unique, { force: true });
  }
}

/** The running process that holds the lock file, if any. */
export async function holderOf(file: string): Promise<ProcessId | undefined> {
  const holder = parseHolder(await readFile(file, "utf8").catch(() => ""));
  return holder !== undefined && (await isAlive(holder)) ? holder : undefined;
}

/** Removes the file of a process that has exited. If another process took the lock meanwhile, its file is restored. */
async function removeStale(file: string, content: string, aside: string): Promise<void> {
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) !== content) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function releaseLock(file: string, content: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => undefined)) === content) await rm(file, { force: true });
}

/** Waits for the lock. `onWait` is called once if another process holds it. */
export async function waitForLock(
  file: string,
  onWait: (holder: ProcessId) => void,
  signal?: AbortSignal,
): Promise<Lock> {
  let reported = false;
  for (;;) {
    const result = await tryLock(file);
    if ("lock" in result) return result.lock;
    if (!reported) onWait(result.holder);
    reported = true;
    await delay(200, undefined, { signal });
  }
}
