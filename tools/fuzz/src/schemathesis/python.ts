import { BackingServiceError, findOnPath, provisionOnce, runCommand, withRetries } from "@plat/backing-services";
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder with the configuration of Schemathesis. */
export const folder = fileURLToPath(new URL("../../schemathesis/", import.meta.url));
const requirements = join(folder, "requirements.txt");

const missing =
  "Schemathesis needs Python 3.10 or newer with venv (Debian, Ubuntu: 'apt-get install python3 python3-venv'; macOS: " +
  "'brew install python'; anywhere: 'uv python install', and its python3 on PATH). Without it: npm run fuzz -- --only corpus,slow,cost.";

/**
 * Creates a virtual environment with the pinned Schemathesis, once, in the cache folder.
 * @returns the path of its Python
 */
export async function schemathesisPython(env: NodeJS.ProcessEnv, progress: (line: string) => void): Promise<string> {
  const python = await findOnPath("python3", env);
  if (python === undefined) throw new BackingServiceError(`'python3' is not on PATH. ${missing}`);
  const version = await runCommand(
    python,
    ["-c", "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"],
    {
      env,
    },
  ).catch(() => "");
  const [major = 0, minor = 0] = version.trim().split(".").map(Number);
  if (major !== 3 || minor < 10)
    throw new BackingServiceError(
      `${python} ${version === "" ? "has no venv" : `is Python ${version.trim()}`}. ${missing}`,
    );
  const pinned = await readFile(requirements, "utf8");
  const name = `schemathesis-${hash("sha256", pinned).slice(0, 12)}-python${major}.${minor}-${process.platform}-${process.arch}`;
  const context = { env, progress };
  const created = await provisionOnce(name, context, async (into) => {
    progress("installing Schemathesis for Python");
    await runCommand(python, ["-m", "venv", join(into, "venv")], { env });
    const own = join(into, "venv", "bin", "python");
    // Every package is pinned, so that all runs use the same versions.
    const args = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "-r", requirements];
    await withRetries("installing", context, () => runCommand(own, args, { env, cwd: into }));
    await runCommand(own, ["-m", "pip", "check", "--disable-pip-version-check"], { env, cwd: into });
    await runCommand(own, ["-c", "import schemathesis.cli"], { env, cwd: into });
  });
  return join(created, "venv", "bin", "python");
}
