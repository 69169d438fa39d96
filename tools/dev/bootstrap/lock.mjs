import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { CACHE } from "./common.mjs";

/** A file that names no process is left alone for so long: it may be of an older release, which writes it in two steps. */
const UNREADABLE_FOR_MS = 5_000;

/**
 * Does the work while no other process does it. The lock of a process that is gone is taken over; one that is told apart
 * from a later process with the same number by when it started.
 */
export async function withLock(name, what, work) {
  const file = join(CACHE, "locks", `${name}.lock`);
  mkdirSync(dirname(file), { recursive: true });
  const content = JSON.stringify({ pid: process.pid, started: processStart(process.pid), lock: randomUUID() });
  for (let told = false; !take(file, content);) {
    const found = read(file);
    if (found === undefined) continue;
    const holder = parse(found);
    if (!isHeld(file, holder)) {
      putAside(file, found);
      continue;
    }
    if (!told) {
      const who = holder === undefined ? "another process" : `process ${holder.pid}`;
      console.error(`Waiting for ${who}, which is ${what} (${file}).`);
      told = true;
    }
    await new Promise((later) => setTimeout(later, 100));
  }
  try {
    return await work();
  } finally {
    if (read(file) === content) rmSync(file, { force: true });
  }
}

/** Makes the file if it is not there. It appears with its content at once (link): nobody reads half of it. */
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

/** Removes the file of a process that is gone, unless somebody else did and took the lock: then it is put back. */
function putAside(file, content) {
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

/** When the process started, as an opaque text; undefined when there is none. */
function processStart(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces: the fields after it start at the third.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    if (process.platform === "linux") return undefined;
  }
  return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() || undefined;
}
