import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** What is downloaded once and kept; undefined for a user without a home folder. */
export const CACHE = process.env.XDG_CACHE_HOME
  ? resolve(process.env.XDG_CACHE_HOME, "plat")
  : home() && join(home(), ".cache", "plat");

function home() {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/** Something that a person can act on: printed without a stack. */
export class Failure extends Error {}

export function fail(message) {
  throw new Failure(message);
}

const ADVICE =
  "Set XDG_CACHE_HOME to a folder that can be written (or HOME, which npm and the builds of engines write to as well).";

/** Makes the cache folder. @throws Failure that says what to set when that can't be */
export function prepareCache() {
  if (CACHE === undefined) fail(`There is no home folder for this user, so there is no place for a cache. ${ADVICE}`);
  try {
    mkdirSync(CACHE, { recursive: true });
  } catch (error) {
    fail(reasonOfSystem(error) ?? `The cache folder ${CACHE} can't be made: ${error.message}. ${ADVICE}`);
  }
}

const REASONS = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "that file system can't be written",
  ENOSPC: "the disk is full",
  EDQUOT: "this user's share of the disk is full",
};

/** A sentence for an error of the file system that a person can do something about, else undefined. */
export function reasonOfSystem({ code, path = "" }) {
  const reason = REASONS[code];
  if (reason === undefined) return undefined;
  // Of folders that are made on the way, the one that failed is named.
  const isCache = path !== "" && (path.startsWith(CACHE) || CACHE.startsWith(path));
  return `${path === "" ? "What is needed" : path} can't be written: ${reason}.${isCache ? ` ${ADVICE}` : ""}`;
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
