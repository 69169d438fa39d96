import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** An error whose message is meant for the person who runs the command. */
export class ReleaseError extends Error {
  override name = "ReleaseError";
}

export const releasable = ["gateway", "keys", "listings", "search"] as const;
export type Releasable = (typeof releasable)[number];

/** The commit of each service's last release, as a full hash. */
export type ReleasedCommits = Record<Releasable, string>;

/** File that lists the commits, relative to the project. */
export const releasedCommitsFile = "tools/release/released.json";

/** @param project folder of the project, a git work tree */
export async function readReleasedCommits(project = root): Promise<ReleasedCommits> {
  return JSON.parse(await readFile(join(project, releasedCommitsFile), "utf8")) as ReleasedCommits;
}

/** Records a commit as the last release of some services. The caller commits the file. */
export async function recordReleased(project: string, services: readonly Releasable[], commit: string): Promise<void> {
  const commits = await readReleasedCommits(project);
  for (const service of services) commits[service] = commit;
  await writeFile(join(project, releasedCommitsFile), `${JSON.stringify(commits, undefined, 2)}\n`);
}

const maxFileBytes = 16 * 1024 * 1024;

async function git(project: string, ...args: string[]): Promise<string> {
  return (await run("git", args, { cwd: project, maxBuffer: maxFileBytes })).stdout;
}

/** @throws ReleaseError if the repository does not contain the commit, for example because the clone is shallow */
async function releasedCommit(service: Releasable, project: string): Promise<string> {
  const commit = (await readReleasedCommits(project))[service];
  try {
    await git(project, "cat-file", "-e", `${commit}^{commit}`);
  } catch (cause) {
    throw new ReleaseError(
      `This repository does not contain ${commit}, the commit of the last release of ${service} (${releasedCommitsFile}). ` +
        "If the clone is shallow, run: git fetch --unshallow",
      { cause },
    );
  }
  return commit;
}

/**
 * The content of one file in a service's last release.
 * @param file path relative to the project
 * @throws ReleaseError if the repository does not contain the commit; Error if the commit does not contain the file
 */
export async function releasedFile(service: Releasable, file: string, project = root): Promise<string> {
  return git(project, "show", `${await releasedCommit(service, project)}:./${file}`);
}

/**
 * Extracts the sources of a service's last release into the cache folder and installs its production dependencies, once
 * per service and commit.
 * @returns a folder in which `node services/<service>/src/main.ts` runs the service
 * @throws ReleaseError if the repository does not contain the commit
 */
export async function restore(service: Releasable): Promise<string> {
  const commit = await releasedCommit(service, root);
  const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "plat", "released");
  const folder = join(cache, `${service}-${commit}`);
  if (existsSync(folder)) return folder;
  const incomplete = `${folder}.incomplete.${process.pid}`;
  await mkdir(incomplete, { recursive: true });
  try {
    const archive = join(incomplete, "sources.tar");
    await git(root, "archive", "--format=tar", `--output=${archive}`, commit);
    await run("tar", ["-xf", archive, "-C", incomplete]);
    await rm(archive);
    await installDependencies(service, incomplete);
    await rename(incomplete, folder).catch((error: unknown) => {
      // A concurrent process may have created the folder first.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(incomplete, { recursive: true, force: true });
  }
  return folder;
}

/** The part of `tools/dev/bootstrap/tools.mjs`, which has no types, that is used here. */
interface Tools {
  findPnpm(node: string): Promise<string>;
}

async function installDependencies(service: Releasable, folder: string): Promise<void> {
  const tools = (await import(pathToFileURL(join(root, "tools/dev/bootstrap/tools.mjs")).href)) as Tools;
  const pnpm = await tools.findPnpm(process.execPath);
  const args = ["install", "--prod", "--frozen-lockfile", "--ignore-scripts", "--prefer-offline"];
  const PATH = `${dirname(process.execPath)}:${dirname(pnpm)}:${process.env["PATH"] ?? ""}`;
  await run(pnpm, [...args, "--filter", `@plat/${service}...`], {
    cwd: folder,
    env: { ...process.env, PATH },
    maxBuffer: maxFileBytes,
  });
}
