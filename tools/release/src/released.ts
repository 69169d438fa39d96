import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));

export const releasable = ["gateway", "keys", "listings", "search"] as const;
export type Releasable = (typeof releasable)[number];

/** The sources of a service's last release: itself, the packages it imports, and the versions of its dependencies. */
export const archiveOf = (service: Releasable, project = root): string =>
  join(project, "tools/release/released", `${service}.tgz`);

/** What `tools/dev/bootstrap/tools.mjs` offers: it has no types. */
interface Tools {
  findNode(): Promise<string>;
  findPnpm(node: string): Promise<string>;
}

async function pnpm(args: readonly string[], cwd: string): Promise<void> {
  const tools = (await import(pathToFileURL(join(root, "tools/dev/bootstrap/tools.mjs")).href)) as Tools;
  const program = await tools.findPnpm(process.execPath);
  const PATH = `${dirname(process.execPath)}:${dirname(program)}:${process.env["PATH"] ?? ""}`;
  await run(program, args, { cwd, env: { ...process.env, PATH }, maxBuffer: 16 * 1024 * 1024 });
}

/** Writes a service's archive from the sources as they are: what its image is made of, without tests. */
export async function archive(service: Releasable, project = root): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "plat-release-"));
  try {
    const turbo = join(root, "node_modules/.bin/turbo");
    const args = ["prune", `@plat/${service}`, "--production", "--docker", "--out-dir", join(folder, "pruned")];
    await run(turbo, args, { cwd: project, env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" } });
    const whole = join(folder, "whole");
    const isSource = (path: string): boolean => !/\/(node_modules|test|bench|dist|\.turbo)$/.test(path);
    for (const part of ["json", "full"])
      await cp(join(folder, "pruned", part), whole, { recursive: true, filter: isSource });
    await mkdir(dirname(archiveOf(service, project)), { recursive: true });
    await run("tar", ["-czf", archiveOf(service, project), "-C", whole, "."]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** One file of a service's last release. @throws Error when the archive or the file in it is not there */
export async function releasedFile(service: Releasable, file: string, project = root): Promise<string> {
  const args = ["-xzOf", archiveOf(service, project), `./${file}`];
  const { stdout } = await run("tar", args, { maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}

/**
 * The folder of a service's last release with its own dependencies, ready to run: `service/src/main.ts` is in
 * `services/<name>`. Made once for each archive, in the cache folder.
 */
export async function restore(service: Releasable): Promise<string> {
  const bytes = await readFile(archiveOf(service));
  const name = `${service}-${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`;
  const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "plat", "released");
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const making = `${folder}.making.${process.pid}`;
  await mkdir(making, { recursive: true });
  try {
    await run("tar", ["-xzf", archiveOf(service), "-C", making]);
    await pnpm(["install", "--prod", "--frozen-lockfile", "--ignore-scripts", "--prefer-offline"], making);
    await rename(making, folder).catch((error: unknown) => {
      // Another process was faster.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return folder;
}
