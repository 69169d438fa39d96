import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const turbo = fileURLToPath(new URL("../../../node_modules/.bin/turbo", import.meta.url));

/** Output of `turbo ls --output=json`. */
interface PackageList {
  packages: { items: { name: string; path: string }[] };
}

/**
 * The test suites that the changes since a commit can affect. Turbo follows the dependencies between packages; a change
 * outside all packages affects every suite.
 * @param base the commit; without it, turbo's default
 * @returns folders relative to the project, sorted
 */
export function affectedSuites(project: string, base: string | undefined): string[] {
  const env = {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: "1",
    ...(base === undefined ? {} : { TURBO_SCM_BASE: base }),
  };
  const text = execFileSync(turbo, ["ls", "--affected", "--output=json"], {
    cwd: project,
    encoding: "utf8",
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { packages } = JSON.parse(text) as PackageList;
  return packages.items
    .map(({ path }) => path)
    .filter((path) => hasTests(join(project, path)))
    .toSorted();
}

function hasTests(folder: string): boolean {
  const tests = join(folder, "test");
  const names = [...readdirSync(folder), ...(existsSync(tests) ? readdirSync(tests, { recursive: true }) : [])];
  return names.some((name) => String(name).endsWith(".test.ts"));
}
