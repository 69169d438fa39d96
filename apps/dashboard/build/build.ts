import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const outputs = join(folder, "dist");

/** Everything that decides what the page is. */
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
/** Earlier builds that stay, for gateways that still serve them. */
const kept = 8;

/**
 * Builds the page unless it was built from the same sources before, and gives its folder. Two that build at the same
 * time do not disturb each other.
 * @throws Error of Vite when the sources cannot be built
 */
export async function ensureDashboard(onBuild: () => void = () => undefined): Promise<string> {
  const output = join(outputs, await hashOf(sources));
  if (existsSync(join(output, "index.html"))) return output;
  onBuild();
  const making = `${output}.making.${process.pid}`;
  try {
    await buildDashboard(making);
    await rename(making, output).catch((error: unknown) => {
      // Another process was faster.
      if (!existsSync(join(output, "index.html"))) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  await forgetOld(output);
  return output;
}

/** Builds the page into a folder, whose former content is lost. */
export async function buildDashboard(into: string): Promise<void> {
  const { build } = await import("vite");
  const { viteConfig } = await import("./vite.ts");
  await build(viteConfig(into));
}

async function hashOf(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of await filesBelow(join(root, path)))
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(await readFile(file))
        .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

async function filesBelow(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

async function forgetOld(current: string): Promise<void> {
  await mkdir(outputs, { recursive: true });
  const builds = (await readdir(outputs))
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => join(outputs, name));
  const aged = await Promise.all(builds.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  const old = aged.filter(({ path }) => path !== current).toSorted((a, b) => b.at - a.at);
  for (const { path } of old.slice(kept - 1)) await rm(path, { recursive: true, force: true });
}
