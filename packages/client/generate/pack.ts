import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { generatedFiles } from "./generated-files.ts";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("..", import.meta.url));

/** Writes the generated files to `src/generated`. */
export async function writeGenerated(): Promise<void> {
  for (const [name, text] of Object.entries(generatedFiles()))
    await writeFile(join(folder, "src/generated", name), text);
}

/** The `package.json` of the published package, which contains compiled code and has no dependencies. */
async function manifest(): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const published = {
    name,
    version,
    description: "Typed client for the Plat property listing API, for browsers and Node.js, without dependencies",
    license: "Apache-2.0",
    type: "module",
    sideEffects: false,
    engines: { node: ">=18" },
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    files: ["dist", "README.md"],
  };
  return `${JSON.stringify(published, null, 2)}\n`;
}

/**
 * Compiles the client and packs it as npm does.
 * @param into folder for the package and its archive
 * @returns path of the archive
 */
export async function packClient(into = join(folder, "dist")): Promise<string> {
  const staged = join(into, "package");
  await rm(staged, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
  const tsc = join(dirname(typescript), "bin/tsc");
  await run(process.execPath, [tsc, "-p", join(folder, "tsconfig.build.json"), "--outDir", join(staged, "dist")]);
  await writeFile(join(staged, "package.json"), await manifest());
  await copyFile(join(folder, "README.md"), join(staged, "README.md"));
  const { version } = JSON.parse(await manifest()) as { version: string };
  const archive = join(into, `plat-client-${version}.tgz`);
  // npm expects all files in a folder `package`.
  await run("tar", ["-czf", archive, "-C", into, "package"]);
  return archive;
}
