import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is downloaded once and kept. */
export const CACHE = process.env.XDG_CACHE_HOME
  ? resolve(process.env.XDG_CACHE_HOME, "plat")
  : join(homedir(), ".cache", "plat");

/** Something that a person can act on: printed without a stack. */
export class Failure extends Error {}

export function fail(message) {
  throw new Failure(message);
}

/** The environment with this Node (and the folders given) first on PATH. */
export function withPath(node, ...folders) {
  const path = [dirname(node), ...folders, process.env.PATH ?? ""].join(delimiter);
  return { ...process.env, PATH: path };
}

/**
 * Runs a program to its end. `quiet` collects what it prints; otherwise that goes to standard error, so that standard
 * output stays the command's own.
 */
export function run(command, args, { quiet = false, ...options } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { ...options, stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", 2, 2] });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.once("error", (error) => done({ ok: false, output: error.message }));
    child.once("close", (code, signal) => done({ ok: code === 0, output: output.trim(), code, signal }));
  });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Does the work while no other process does it. The lock of a process that is gone is taken over. */
export async function withLock(name, what, work) {
  const file = join(CACHE, "locks", `${name}.lock`);
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; ;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const before = holder(file);
    await new Promise((later) => setTimeout(later, 100));
    // Looked at twice: one that was just made may still be empty.
    if (before !== undefined && before === holder(file) && !isAlive(before)) rmSync(file, { force: true });
    else if (!told && before !== undefined) {
      console.error(`Waiting for process ${before}, which is ${what}.`);
      told = true;
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function holder(file) {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
