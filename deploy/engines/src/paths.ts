import { access, constants } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";

/** What is provisioned once and kept: `$XDG_CACHE_HOME/plat`, else `~/.cache/plat`. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  const base = env["XDG_CACHE_HOME"];
  return base ? resolve(base, "plat") : join(homedir(), ".cache", "plat");
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
