import { join } from "node:path";
import { provisionOnce } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { hasApt, libraryFolders, unpackDebianPackage } from "./debian.ts";
import { exists, findOnPath, isExecutable } from "./paths.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { Progress } from "./types.ts";
import { programVersion } from "./version.ts";

/** The headless shell comes first: it renders the same pages with half the CPU time, because it has no user interface. */
const headlessShell = "chromium-headless-shell";
const names = [headlessShell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/** Common locations that are not on PATH. */
const defaultPaths = [
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const MISSING =
  "Tests of the dashboard need Chromium or Chrome: install it (Debian: 'apt-get install chromium-headless-shell'; Ubuntu, which " +
  "has no such package: Chrome from https://www.google.com/chrome, or 'snap install chromium'; Fedora: 'dnf install chromium'; macOS: " +
  "'brew install --cask chromium') or set CHROMIUM_PATH to its program.";

/** A browser to run tests in. */
export interface Browser {
  command: string;
  /** Environment variables that it needs. */
  env: Record<string, string>;
}

export interface ChromiumOptions {
  /** Programs to try after PATH. Default: common locations. */
  paths?: readonly string[];
  /** Aborts the download. */
  signal?: AbortSignal;
}

/**
 * Finds Chromium: `CHROMIUM_PATH`, otherwise on PATH or in a common location, otherwise unpacked once from the system's
 * packages into the cache folder, which needs no root.
 * @throws BackingServiceError that says what to install
 */
export async function findChromium(
  env: NodeJS.ProcessEnv,
  progress: Progress,
  { paths = defaultPaths, signal }: ChromiumOptions = {},
): Promise<Browser> {
  const given = env["CHROMIUM_PATH"];
  if (given !== undefined && given !== "") {
    if (await isExecutable(given)) return { command: given, env: {} };
    throw new BackingServiceError(`CHROMIUM_PATH is ${given}, which is not an executable program.`);
  }
  const onPath = await Promise.all(names.map((name) => findOnPath(name, env)));
  for (const command of [...onPath, ...paths]) {
    if (command === undefined || !(await isExecutable(command))) continue;
    // Ubuntu's chromium-browser, for example, is a script that only prints what to install instead.
    if ((await programVersion(command, ["--version", "--no-sandbox"], env)) !== undefined) return { command, env: {} };
  }
  const context: ProvisionContext = { env, progress, signal };
  if (!(await hasApt(env))) throw new BackingServiceError(MISSING);
  try {
    const name = `${headlessShell}-debian-${process.platform}-${process.arch}`;
    const installDir = await provisionOnce(name, context, async (folder) => {
      await unpackDebianPackage(headlessShell, folder, context);
      await verified(folder, context);
    });
    return await verified(installDir, context);
  } catch (error) {
    signal?.throwIfAborted();
    throw new BackingServiceError(`${MISSING}\nDownloading the Debian package failed: ${reasonOf(error)}`);
  }
}

async function verified(folder: string, context: ProvisionContext): Promise<Browser> {
  const command = join(folder, "usr", "lib", "chromium", headlessShell);
  const env: Record<string, string> = { LD_LIBRARY_PATH: (await libraryFolders(folder)).join(":") };
  // The system's own font configuration takes precedence.
  if (!(await exists("/etc/fonts/fonts.conf"))) env["FONTCONFIG_PATH"] = join(folder, "etc", "fonts");
  const version = await programVersion(command, ["--version", "--no-sandbox"], { ...context.env, ...env });
  if (version === undefined) throw new BackingServiceError("the Chromium of the system's package does not run");
  return { command, env };
}
