import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** Folder for downloads that are reused; undefined for a user without a home folder. */
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

/** An error that the user can act on: printed without a stack. */
export class Failure extends Error {}

export function fail(message) {
  throw new Failure(message);
}

const ADVICE =
  "Set XDG_CACHE_HOME to a writable folder (or HOME, which npm and the builds of backing services also write to).";

/** Creates the cache folder. @throws Failure that names the variable to set if it cannot */
export function prepareCache() {
  if (CACHE === undefined) fail(`This user has no home folder, so there is no default cache folder. ${ADVICE}`);
  try {
    mkdirSync(CACHE, { recursive: true });
  } catch (error) {
    fail(reasonOfSystem(error) ?? `The cache folder ${CACHE} cannot be created: ${error.message}. ${ADVICE}`);
  }
}

const REASONS = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is exceeded",
};

/** A sentence for a file system error that the user can resolve, otherwise undefined. */
export function reasonOfSystem({ code, path = "" }) {
  const reason = REASONS[code];
  if (reason === undefined) return undefined;
  // Parent folders are created as well: the message names the one that failed.
  const isCache = path !== "" && (path.startsWith(CACHE) || CACHE.startsWith(path));
  return `${path === "" ? "A file" : path} cannot be written: ${reason}.${isCache ? ` ${ADVICE}` : ""}`;
}

/** The environment with this Node, and the given folders, first on PATH. */
export function withPath(node, ...folders) {
  const path = [dirname(node), ...folders, process.env.PATH ?? ""].join(delimiter);
  return { ...process.env, PATH: path };
}
