import { execFile } from "node:child_process";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A process, told apart from a later one with the same number by when it started. */
export interface ProcessId {
  pid: number;
  started: string;
}

/** When the process started, as an opaque text; undefined when there is none. */
export async function processStart(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces: the fields after it start at the third.
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

/** The command line of a process, arguments parted by spaces; empty when there is none. */
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
 * Takes the lock file for this process, or says who holds it. A holder that is dead is put aside.
 * The file appears with its content at once (link), so that no one ever reads half of it.
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
      await putAside(file, found, `${unique}.stale`);
    }
  } finally {
    await rm(unique, { force: true });
  }
}

/** Who holds the lock file, if a process that lives does. */
export async function holderOf(file: string): Promise<ProcessId | undefined> {
  const holder = parseHolder(await readFile(file, "utf8").catch(() => ""));
  return holder !== undefined && (await isAlive(holder)) ? holder : undefined;
}

/** Removes a dead holder's file, unless another process did and took the lock in the meantime: then it is put back. */
async function putAside(file: string, content: string, aside: string): Promise<void> {
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

/** Waits for the lock; `onWait` is called once when another process holds it. */
export async function waitForLock(
  file: string,
  onWait: (holder: ProcessId) => void,
  signal?: AbortSignal,
): Promise<Lock> {
  let told = false;
  for (;;) {
    const result = await tryLock(file);
    if ("lock" in result) return result.lock;
    if (!told) onWait(result.holder);
    told = true;
    await delay(200, undefined, { signal });
  }
}
