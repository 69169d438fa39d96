import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { findOnPath } from "./paths.ts";
import { BackingServiceError } from "./types.ts";

/** Whether apt-get and dpkg are available, which download and unpack packages without root. */
export async function hasApt(env: NodeJS.ProcessEnv): Promise<boolean> {
  return (await findOnPath("apt-get", env)) !== undefined && (await findOnPath("dpkg", env)) !== undefined;
}

/**
 * Unpacks a Debian package and its missing dependencies into `folder`. Nothing is installed in the system. Uses the
 * system's package lists if they are current, otherwise downloads separate ones.
 */
export async function unpackDebianPackage(name: string, folder: string, context: ProvisionContext): Promise<void> {
  const state = join(folder, "apt");
  await mkdir(join(state, "lists", "partial"), { recursive: true });
  await mkdir(join(state, "archives", "partial"), { recursive: true });
  const env = { ...context.env, LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" };
  const { signal } = context;
  const own = [
    "-o",
    `Dir::State::Lists=${join(state, "lists")}`,
    "-o",
    `Dir::Cache=${state}`,
    "-o",
    "Debug::NoLocking=1",
    "-o",
    "APT::Sandbox::User=",
    "-o",
    "Acquire::Retries=3",
  ];
  const fetchWith = async (options: readonly string[]): Promise<void> => {
    const plan = await runCommand("apt-get", [...options, "-s", "install", "--no-install-recommends", name], {
      env,
      signal,
    });
    const packages = [...plan.matchAll(/^Inst (\S+) (?:\[[^\]]*\] )?\((\S+)/gm)].map(
      (found) => `${found[1]}=${found[2]}`,
    );
    if (packages.length === 0)
      throw new BackingServiceError(`apt-get found nothing to install for ${name}:\n${plan.slice(-500)}`);
    context.progress(`downloading ${packages.join(" ")}`);
    await runCommand("apt-get", [...options, "download", ...packages], { env, signal, cwd: join(state, "archives") });
  };
  try {
    await fetchWith(["-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User="]);
  } catch {
    signal?.throwIfAborted();
    context.progress("the system's package lists are out of date, downloading new ones");
    // This fails if one of several sources does, although the package may be available: the next step decides.
    await runCommand("apt-get", [...own, "update"], { env, signal }).catch(() => undefined);
    await fetchWith(own);
  }
  const archives = join(state, "archives");
  for (const file of await readdir(archives)) {
    if (file.endsWith(".deb")) await runCommand("dpkg", ["-x", join(archives, file), folder], { env, signal });
  }
  await rm(state, { recursive: true });
}

/** Library folders that libraries find only by an absolute RUNPATH, which an unpacked package does not have. */
const PRIVATE_FOLDERS = ["pulseaudio"];

/** The library folders below an unpacked package, for LD_LIBRARY_PATH. */
export async function libraryFolders(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const base of [join(folder, "usr", "lib"), join(folder, "lib")]) {
    const entries = await readdir(base, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isDirectory() || !entry.name.includes("-linux-")) continue;
      const multiarch = join(base, entry.name);
      found.push(multiarch, ...PRIVATE_FOLDERS.map((name) => join(multiarch, name)));
    }
    if (entries.length > 0) found.push(base);
  }
  return found;
}
