import { access, constants } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { BackingServiceError } from "./types.ts";

/** The cache folder: `$XDG_CACHE_HOME/plat`, otherwise `~/.cache/plat`. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  const base = env["XDG_CACHE_HOME"];
  if (base) return resolve(base, "plat");
  const home = homeFolder();
  if (home === undefined)
    throw new BackingServiceError("This user has no home folder: set XDG_CACHE_HOME to a writable folder.");
  return join(home, ".cache", "plat");
}

/** Home folder of this user; undefined for a user without an account, as in some containers. */
export function homeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/** The first executable file of this name on PATH. */
export async function findOnPath(program: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const folder of (env["PATH"] ?? "").split(delimiter)) {
    if (folder === "") continue;
    const file = join(folder, program);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
