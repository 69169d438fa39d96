import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { CACHE, fail } from "./common.mjs";
import { stopCode } from "./processes.mjs";

/** A lock file without a process id is valid this long: an older release writes it in two steps. */
const UNREADABLE_FOR_MS = 5_000;

/**
 * Runs `work` under an exclusive lock between processes. The lock of a process that has exited is taken over. Its start
 * time tells it apart from a later process with the same id.
 * @param onWait receives a line that names the holder, if there is one
 */
export async function withLock(name, what, work, onWait = console.error) {
  const file = join(CACHE, "locks", `${name}.lock`);
  mkdirSync(dirname(file), { recursive: true });
  const content = JSON.stringify({ pid: process.pid, started: processStart(process.pid), lock: randomUUID() });
  for (let reported = false; !take(file, content);) {
    const found = read(file);
    if (found === undefined) continue;
    const holder = parse(found);
    if (!isHeld(file, holder)) {
      removeStale(file, found);
      continue;
    }
    if (stopCode() !== undefined) fail(`stopped while waiting for ${file}`);
    if (!reported) {
      const owner = holder === undefined ? "another process" : `process ${holder.pid}`;
      onWait(`Waiting for ${owner}, which is ${what} (${file}).`);
      reported = true;
    }
    await new Promise((later) => setTimeout(later, 100));
  }
  try {
    return await work();
  } finally {
    if (read(file) === content) rmSync(file, { force: true });
  }
}

/** Creates the file if it does not exist. A hard link creates it with its content, atomically. */
function take(file, content) {
  const own = `${file}.${process.pid}.${randomUUID()}`;
  try {
    writeFileSync(own, content);
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text) {
  try {
    const { pid, started } = JSON.parse(text);
    return Number.isInteger(pid) && pid > 0 ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

function isHeld(file, holder) {
  if (holder !== undefined) {
    const now = processStart(holder.pid);
    return now !== undefined && now === holder.started;
  }
  try {
    return Date.now() - statSync(file).mtimeMs < UNREADABLE_FOR_MS;
  } catch {
    return false;
  }
}

/** Removes the file of a process that has exited. If another process took the lock meanwhile, its file is restored. */
function removeStale(file, content) {
  const aside = `${file}.${process.pid}.${randomUUID()}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  try {
    if (readFileSync(aside, "utf8") !== content) linkSync(aside, file);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Start time of the process as an opaque string; undefined if it does not exist. */
function processStart(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces: the third field follows it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    if (process.platform === "linux") return undefined;
  }
  return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() || undefined;
}
