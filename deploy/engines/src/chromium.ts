import { join } from "node:path";
import { provisionOnce } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { hasApt, libraryFolders, unpackDebianPackage } from "./debian.ts";
import { exists, findOnPath, isExecutable } from "./paths.ts";
import { EngineError, reasonOf } from "./types.ts";
import type { Progress } from "./types.ts";
import { programVersion } from "./version.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const MISSING =
  "Tests of the dashboard need Chromium: install it (Debian, Ubuntu: 'apt-get install chromium'; Fedora: 'dnf install chromium'; " +
  "macOS: 'brew install --cask chromium') or set CHROMIUM_PATH to its program.";

/** A browser to run tests in. */
export interface Browser {
  command: string;
  /** What it needs of the environment beside the usual. */
  env: Record<string, string>;
}

/**
 * Finds Chromium: `CHROMIUM_PATH`, else on PATH, else unpacked once from the system's packages into the cache folder, for
 * which no root is needed.
 * @throws EngineError that says what to install
 */
export async function findChromium(env: NodeJS.ProcessEnv, progress: Progress): Promise<Browser> {
  const given = env["CHROMIUM_PATH"];
  if (given !== undefined && given !== "") {
    if (await isExecutable(given)) return { command: given, env: {} };
    throw new EngineError(`CHROMIUM_PATH is ${given}, which is not a program that can be run.`);
  }
  for (const name of names) {
    const command = await findOnPath(name, env);
    if (command !== undefined) return { command, env: {} };
  }
  const context: ProvisionContext = { env, progress };
  if (!(await hasApt(env))) throw new EngineError(MISSING);
  try {
    const name = `chromium-debian-${process.platform}-${process.arch}`;
    const folder = await provisionOnce(name, context, async (made) => {
      await unpackDebianPackage("chromium", made, context);
      await verified(made, context);
    });
    return await verified(folder, context);
  } catch (error) {
    throw new EngineError(`${MISSING}\nFetching the Debian package failed: ${reasonOf(error)}`);
  }
}

async function verified(folder: string, context: ProvisionContext): Promise<Browser> {
  const command = join(folder, "usr", "lib", "chromium", "chromium");
  const env: Record<string, string> = { LD_LIBRARY_PATH: (await libraryFolders(folder)).join(":") };
  // Where the system has fonts of its own set up, those are used.
  if (!(await exists("/etc/fonts/fonts.conf"))) env["FONTCONFIG_PATH"] = join(folder, "etc", "fonts");
  const version = await programVersion(command, ["--version", "--no-sandbox"], { ...context.env, ...env });
  if (version === undefined) throw new EngineError("the system's package holds a Chromium that does not run");
  return { command, env };
}
