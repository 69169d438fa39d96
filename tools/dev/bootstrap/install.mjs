import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail, ROOT, withPath } from "./common.mjs";
import { withLock } from "./lock.mjs";
import { run } from "./processes.mjs";

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

/** Whether a file that determines the dependencies has changed since they were installed. */
export const needsInstallation = () => installed() !== fingerprint();

/**
 * Installs the dependencies if a file that determines them has changed.
 * @param report receives a line per step @param status receives how far it is
 */
export async function installDependencies(node, pnpm, report, status) {
  const key = createHash("sha256").update(ROOT).digest("hex").slice(0, 12);
  const install = async () => {
    const stamp = fingerprint();
    if (installed() === stamp) return;
    report("installing the dependencies");
    // Without a terminal, pnpm does not replace what another version installed unless told so.
    const args = ["install", "--frozen-lockfile", "--config.confirmModulesPurge=false", "--reporter=append-only"];
    const onLine = (line) => {
      const [, resolved, added] = /^Progress: resolved (\d+).* added (\d+)/.exec(line) ?? [];
      if (resolved !== undefined) status(`installed ${added} of ${resolved} packages`);
    };
    const { ok, output } = await run(pnpm, args, { cwd: ROOT, env: withPath(node, dirname(pnpm)), onLine });
    if (!ok) fail(`The dependencies could not be installed. pnpm reported:\n${output}`);
    writeFileSync(STAMP, stamp);
  };
  await withLock(`install-${key}`, "installing the dependencies", install, report);
}
