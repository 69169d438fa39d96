import { join } from "node:path";
import { provisionOnce } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { hasApt, libraryFolders, unpackDebianPackage } from "./debian.ts";
import { exists, findOnPath, isExecutable } from "./paths.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { Progress } from "./types.ts";
import { programVersion } from "./version.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/** Where it is though PATH does not lead there. */
const usualPlaces = [
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const MISSING =
  "Tests of the dashboard need Chromium or Chrome: install it (Debian: 'apt-get install chromium'; Ubuntu, whose packages have " +
  "none: Chrome from https://www.google.com/chrome, or 'snap install chromium'; Fedora: 'dnf install chromium'; macOS: " +
  "'brew install --cask chromium') or set CHROMIUM_PATH to its program.";

/** A browser to run tests in. */
export interface Browser {
  command: string;
  /** What it needs of the environment beside the usual. */
  env: Record<string, string>;
}

export interface ChromiumOptions {
  /** Programs that are looked at after PATH. Default: the usual places. */
  places?: readonly string[];
  /** Ends the fetching early. */
  signal?: AbortSignal;
}

/**
 * Finds Chromium: `CHROMIUM_PATH`, else on PATH or in a usual place, else unpacked once from the system's packages into the
 * cache folder, for which no root is needed.
 * @throws BackingServiceError that says what to install
 */
export async function findChromium(
  env: NodeJS.ProcessEnv,
  progress: Progress,
  { places = usualPlaces, signal }: ChromiumOptions = {},
): Promise<Browser> {
  const given = env["CHROMIUM_PATH"];
  if (given !== undefined && given !== "") {
    if (await isExecutable(given)) return { command: given, env: {} };
    throw new BackingServiceError(`CHROMIUM_PATH is ${given}, which is not a program that can be run.`);
  }
  const onPath = await Promise.all(names.map((name) => findOnPath(name, env)));
  for (const command of [...onPath, ...places]) {
    if (command === undefined || !(await isExecutable(command))) continue;
    // Ubuntu's chromium-browser, for one, is a script that only says what else to install.
    if ((await programVersion(command, ["--version", "--no-sandbox"], env)) !== undefined) return { command, env: {} };
  }
  const context: ProvisionContext = { env, progress, signal };
  if (!(await hasApt(env))) throw new BackingServiceError(MISSING);
  try {
    const name = `chromium-debian-${process.platform}-${process.arch}`;
    const folder = await provisionOnce(name, context, async (made) => {
      await unpackDebianPackage("chromium", made, context);
      await verified(made, context);
    });
    return await verified(folder, context);
  } catch (error) {
    signal?.throwIfAborted();
    throw new BackingServiceError(`${MISSING}\nFetching the Debian package failed: ${reasonOf(error)}`);
  }
}

async function verified(folder: string, context: ProvisionContext): Promise<Browser> {
  const command = join(folder, "usr", "lib", "chromium", "chromium");
  const env: Record<string, string> = { LD_LIBRARY_PATH: (await libraryFolders(folder)).join(":") };
  // Where the system has fonts of its own set up, those are used.
  if (!(await exists("/etc/fonts/fonts.conf"))) env["FONTCONFIG_PATH"] = join(folder, "etc", "fonts");
  const version = await programVersion(command, ["--version", "--no-sandbox"], { ...context.env, ...env });
  if (version === undefined) throw new BackingServiceError("the system's package holds a Chromium that does not run");
  return { command, env };
}
