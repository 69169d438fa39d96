import { runCommand } from "./cache.ts";

/** The first version number in the program's output, for example of `--version`; undefined if it does not run. */
export async function programVersion(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  try {
    return /(\d+\.\d+(?:\.\d+)?)/.exec(await runCommand(command, args, { env }))?.[1];
  } catch {
    return undefined;
  }
}

/** Compares major and minor. */
export function atLeast(version: string, major: number, minor: number): boolean {
  const [foundMajor = 0, foundMinor = 0] = version.split(".").map(Number);
  return foundMajor > major || (foundMajor === major && foundMinor >= minor);
}
