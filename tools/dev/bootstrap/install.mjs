import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail, ROOT, run, withPath } from "./common.mjs";
import { withLock } from "./lock.mjs";

const STAMP = join(ROOT, "node_modules", ".plat-install");

/** The package.json files of the workspace, as pnpm-workspace.yaml lists them (folders, and folders followed by /*). */
function manifests() {
  const lines = readFileSync(join(ROOT, "pnpm-workspace.yaml"), "utf8").split("\n");
  const start = lines.findIndex((line) => line.startsWith("packages:"));
  const folders = [];
  for (const line of lines.slice(start + 1)) {
    const entry = /^\s*-\s+["']?([^"'#\s]+)["']?/.exec(line)?.[1];
    if (entry === undefined) {
      if (/^\S/.test(line)) break;
      continue;
    }
    if (!entry.endsWith("/*")) folders.push(entry);
    else {
      const parent = entry.slice(0, -2);
      if (existsSync(join(ROOT, parent)))
        folders.push(...readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`));
    }
  }
  return [".", ...folders].map((folder) => join(ROOT, folder, "package.json")).filter((file) => existsSync(file));
}

/** A hash of every file that determines what is installed. */
function fingerprint() {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}`);
  const files = ["pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc"].map((name) => join(ROOT, name));
  for (const file of [...files, ...manifests()]) {
    hash.update(`\0${file}\0`);
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}

function installed() {
  return existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "";
}

/** Installs the dependencies if a file that determines them changed since the last installation. */
export async function installDependencies(node, pnpm) {
  if (installed() === fingerprint()) return;
  const key = createHash("sha256").update(ROOT).digest("hex").slice(0, 12);
  await withLock(`install-${key}`, "installing the dependencies", async () => {
    const stamp = fingerprint();
    if (installed() === stamp) return;
    console.error("Installing the dependencies");
    // Without a terminal, pnpm does not replace what another version installed unless told so.
    const args = ["install", "--frozen-lockfile", "--config.confirmModulesPurge=false"];
    const { ok } = await run(pnpm, args, { cwd: ROOT, env: withPath(node, dirname(pnpm)) });
    if (!ok) fail("The dependencies could not be installed: see pnpm's output above.");
    writeFileSync(STAMP, stamp);
  });
}
