import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const outputs = join(folder, "dist");

/** All inputs of the build, relative to the root of the repository. */
const sources = [
  "apps/dashboard/src",
  "apps/dashboard/public",
  "apps/dashboard/build",
  "apps/dashboard/index.html",
  "apps/dashboard/package.json",
  "apps/dashboard/tsconfig.json",
  "packages/client/src",
  "pnpm-lock.yaml",
];
/** Number of builds to retain: running gateways may still serve an older one. */
const retainedBuilds = 8;

/**
 * Builds the dashboard unless a build of the same sources exists. Safe to run concurrently.
 * @param onBuild called before a build starts
 * @returns the folder of the build
 * @throws Error of Vite if the build fails
 */
export async function ensureDashboard(onBuild: () => void = () => undefined): Promise<string> {
  const output = join(outputs, await hashFiles(sources));
  if (existsSync(join(output, "index.html"))) return output;
  onBuild();
  const temporary = `${output}.tmp.${process.pid}`;
  try {
    await buildDashboard(temporary);
    await rename(temporary, output).catch((error: unknown) => {
      // Another process finished the same build first.
      if (!existsSync(join(output, "index.html"))) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await removeOldBuilds(output);
  return output;
}

/** Builds the dashboard into a folder. Existing content of the folder is deleted. */
export async function buildDashboard(into: string): Promise<void> {
  const { build } = await import("vite");
  const { viteConfig } = await import("./vite.ts");
  await build(viteConfig(into));
}

async function hashFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of await listFiles(join(root, path)))
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(await readFile(file))
        .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

async function listFiles(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

async function removeOldBuilds(current: string): Promise<void> {
  await mkdir(outputs, { recursive: true });
  const builds = (await readdir(outputs))
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => join(outputs, name));
  const withAge = await Promise.all(builds.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  const old = withAge.filter(({ path }) => path !== current).toSorted((a, b) => b.at - a.at);
  for (const { path } of old.slice(retainedBuilds - 1)) await rm(path, { recursive: true, force: true });
}
